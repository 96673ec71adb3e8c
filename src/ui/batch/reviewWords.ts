import * as vscode from 'vscode';
import type { Review } from '../../calls/batch/review.ts';
import type { ResultsTarget } from '../../calls/ports/batchPorts.ts';
import { isHere, placeAt, placeWords } from '../places/places.ts';
import type { Origin } from './chooseRows.ts';
import type { Renewal } from './reviewPlan.ts';

/** What was accepted all the same, and where the results go: lines of the last question. */
export function saidOf(review: Review, results: ResultsTarget | null): readonly string[] {
  const { counts } = review;
  const lines: string[] = [];
  if (counts.wrong.sent > 0) {
    lines.push(vscode.l10n.t('Will be sent although they look wrong: {0}', counts.wrong.sent));
  }
  if (counts.paid.sent > 0) {
    lines.push(vscode.l10n.t('Will be sent although paid before, and billed again: {0}', counts.paid.sent));
  }
  if (counts.open.sent > 0) {
    lines.push(
      vscode.l10n.t('Will be sent although an order for the same input is open: {0}', counts.open.sent),
    );
  }
  if (review.billedBefore > 0) {
    lines.push(
      vscode.l10n.t('Billed the first time, or may have been, and billed again: {0}', review.billedBefore),
    );
  }
  return [...lines, ...resultsLines(results)];
}

/** Where the results go, and whether without what was paid for: a line of every question that sends rows. */
export function resultsLines(results: Pick<ResultsTarget, 'file' | 'masked'> | null): readonly string[] {
  if (results === null) return [];
  const place = placeAt(results.file);
  const line = results.masked
    ? vscode.l10n.t('Results, masked in all columns: {0}', placeWords(place))
    : vscode.l10n.t('Results: {0}', placeWords(place));
  if (isHere(place)) return [line];
  return [
    line,
    vscode.l10n.t(
      'On that computer the whole file is rewritten every few seconds, and when the batch pauses or ends.',
    ),
  ];
}

/** What rows of an earlier batch these are; '' = rows of a file. */
export function earlierWords(origin: Origin): string {
  if (origin.kind !== 'batch') return '';
  return origin.groups === null
    ? vscode.l10n.t('Waiting rows of an earlier batch. Starting this one leaves them out there.')
    : vscode.l10n.t('Rows of an earlier batch, run again.');
}

/**
 * Why the rows were looked at again.
 * @param accepted something was to be sent all the same
 * @param lost corrections and rows left out that fit no row any more
 */
export function renewedWords(why: Renewal, environment: string, accepted: boolean, lost: number): string {
  const words: Record<Renewal, string> = {
    file: vscode.l10n.t('The file was changed; its rows were read again.'),
    erased: vscode.l10n.t(
      'Inputs of these rows were erased from the order history; what is left was read again.',
    ),
    environment: vscode.l10n.t('The environment is now {0}; the rows were checked again.', environment),
    fields: vscode.l10n.t('Settings were changed; the rows were checked again.'),
  };
  return [
    words[why],
    ...(accepted ? [vscode.l10n.t('Rows you chose to send anyway must be chosen again.')] : []),
    ...(lost > 0 ? [vscode.l10n.t('Your changes that no longer match a row: {0}.', lost)] : []),
  ].join(' ');
}
