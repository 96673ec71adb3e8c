import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { NewOrder } from '../../calls/ports/ports.ts';
import { type PublicOutcome, publicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { headline } from '../../contract/outcomes.ts';
import type { Operation } from '../../contract/shapes.ts';
import { holdNotKept } from '../answers/notKept.ts';
import type { RuntimeServices } from '../base/services.ts';
import { type Commanded, type ShowAnswer, sendCommanded } from '../sending/sendCommanded.ts';
import { moneyOfCall, shownCode } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';

/**
 * Sends one request of a file through the gate. Its order opens beside the file, which keeps the focus, as the call leaves:
 * a page takes as long to load as many an answer to come. So nothing else is said of it but a line in the status bar.
 * Throws the sentence why a call was not begun.
 */
export async function sendRequest(
  services: RuntimeServices,
  show: ShowAnswer,
  request: Commanded,
): Promise<PublicOutcome> {
  // One after the other: two at once would open two tabs. The caller never waits for a page that fails.
  let shown = Promise.resolve();
  const showNext = (id: OrderId, call: NewOrder | Settled): void => {
    shown = shown
      .then(() => show(id, call))
      .catch((error: unknown) => services.log.error('request file', String(error)));
  };
  const done = await sendCommanded(services, request, (order) => showNext(order.id, order));
  if (done.kind === 'settled') {
    vscode.window.setStatusBarMessage(settledLine(request.operation, done), 8000);
    await holdNotKept(services, done);
    // It may have been closed meanwhile, or another order be shown in its tab.
    showNext(done.order.id, done);
  }
  return publicOutcome(request.operation, done);
}

/** What came of a call, in a few words. */
export function settledLine({ title }: Operation, { settlement, order }: Settled): string {
  const words = [`${title}: ${say(headline(settlement))}`, moneyOfCall(settlement, order.kind)];
  if (settlement.messageCode !== null) words.push(shownCode(settlement));
  return words.join(' · ');
}
