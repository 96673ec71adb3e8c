import * as vscode from 'vscode';
import { type PublicOutcome, publicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { headline } from '../../contract/outcomes.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { RuntimeServices } from '../base/services.ts';
import { type Commanded, type ShowAnswer, sendCommanded } from '../sending/sendCommanded.ts';
import { moneyWord, shownCode } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';

/**
 * Sends one request of a file through the gate. Its answer opens beside the file, which keeps the focus; so nothing else
 * is said of it but a line in the status bar. Throws the sentence why a call was not begun.
 */
export async function sendRequest(
  services: RuntimeServices,
  show: ShowAnswer,
  request: Commanded,
): Promise<PublicOutcome> {
  const done = await sendCommanded(services, request);
  if (done.kind === 'settled') tell(services, show, request.operation, done);
  return publicOutcome(request.operation, done);
}

/** The caller has the outcome already: a page that fails must not hold it up. */
function tell(services: RuntimeServices, show: ShowAnswer, operation: Operation, done: Settled): void {
  const { settlement, order, unsettled } = done;
  const words = [`${operation.title}: ${say(headline(settlement))}`, moneyWord(settlement)];
  if (settlement.messageCode !== null) words.push(shownCode(settlement));
  vscode.window.setStatusBarMessage(words.join(' · '), 8000);
  if (unsettled !== null) void vscode.window.showWarningMessage(say(unsettled));
  show(order.id).catch((error: unknown) => services.log.error('request file', String(error)));
}
