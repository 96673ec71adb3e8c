import * as vscode from 'vscode';
import { type PublicOutcome, publicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { headline } from '../../contract/outcomes.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { RuntimeServices } from '../base/services.ts';
import { type Commanded, type ShowAnswer, sendCommanded } from '../sending/sendCommanded.ts';
import { moneyOfCall, shownCode } from '../words/both/orderWords.ts';
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

/** What came of a call, in a few words. */
export function settledLine({ title }: Operation, { settlement, order }: Settled): string {
  const words = [`${title}: ${say(headline(settlement))}`, moneyOfCall(settlement, order.kind)];
  if (settlement.messageCode !== null) words.push(shownCode(settlement));
  return words.join(' · ');
}

/** The caller has the outcome already: a page that fails must not hold it up. */
function tell(services: RuntimeServices, show: ShowAnswer, operation: Operation, done: Settled): void {
  const { order, unsettled } = done;
  vscode.window.setStatusBarMessage(settledLine(operation, done), 8000);
  if (unsettled !== null) void vscode.window.showWarningMessage(say(unsettled));
  show(order.id).catch((error: unknown) => services.log.error('request file', String(error)));
}
