import * as vscode from 'vscode';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderPayloads } from '../../calls/ports/ports.ts';
import type { Phrase } from '../../contract/words.ts';

const both: Phrase = {
  text: 'The request and the answer of this order are damaged in the order history’s file and cannot be read; its outcome, billing and times are intact. Restore Orders… brings them back from a backup.',
};
const request: Phrase = {
  text: 'The request of this order is damaged in the order history’s file and cannot be read; its outcome, billing and times are intact. Restore Orders… brings it back from a backup.',
};
const answer: Phrase = {
  text: 'The answer of this order is damaged in the order history’s file and cannot be read; its outcome, billing and times are intact. Restore Orders… brings it back from a backup.',
};

/** What is damaged of an order and what still stands; null where nothing is. */
export function damagedPhrase(payloads: OrderPayloads | null): Phrase | null {
  if (payloads?.kind !== 'damaged') return null;
  if (!isDamaged(payloads.requestBody)) return answer;
  return isDamaged(payloads.answer) ? both : request;
}

/** In the place of something else that was kept with an order and is damaged. */
export const damagedWords = {
  note: (): string =>
    vscode.l10n.t(
      '[This text is damaged in the order history’s file and cannot be read; Restore Orders… brings it back from a backup.]',
    ),
  pasted: (): string =>
    vscode.l10n.t(
      '[The answer recorded with it is damaged in the order history’s file and cannot be read; Restore Orders… brings it back from a backup.]',
    ),
  support: (): string =>
    vscode.l10n.t(
      '[This text is damaged in the order history’s file and cannot be read; Restore Orders… brings it back from a backup.]',
    ),
  document: (): string =>
    vscode.l10n.t(
      'This document is damaged in the order history’s file and cannot be read; Restore Orders… brings it back from a backup.',
    ),
};
