import * as vscode from 'vscode';
import { draftOfLookup, type OrderId } from '../../calls/ids.ts';
import { type PublicOutcome, publicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { headline } from '../../contract/outcomes.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { moneyWord } from '../orderWords.ts';
import type { RuntimeServices } from '../services.ts';
import { say } from '../translate.ts';

/** Opens the answer of an order without taking the focus. */
export type ShowAnswer = (orderId: OrderId) => Promise<void>;

/** A request of a file, ready to leave. */
export interface ReadyRequest {
  readonly operation: Operation;
  readonly body: string;
  /** What else to know before it leaves, see Asker. */
  readonly notes: readonly Phrase[];
}

/** An answer that comes sooner needs no progress, which would come and go in a blink. */
const progressAfterMs = 700;

/**
 * Sends one request of a file through the gate. Its answer opens beside the file, which keeps the focus; so nothing else
 * is said of it but a line in the status bar. Throws the sentence why a call was not begun.
 */
export async function sendRequest(
  services: RuntimeServices,
  show: ShowAnswer,
  { operation, body, notes }: ReadyRequest,
): Promise<PublicOutcome> {
  let end: () => void = () => undefined;
  const done = await services.sending
    .send({
      operation,
      body,
      plannedPrint: null,
      draftId: draftOfLookup(services.newId()),
      to: 'chosen',
      // Any extension can run a command: nothing here is a proof.
      asker: { kind: 'user', proven: false, notes },
      batch: null,
      lagMs: 0,
      withdrawn: () => null,
      leaves: (_order, abort) => {
        end = progressSoon(operation.title, abort);
      },
    })
    .finally(() => end());
  if (done.kind === 'not-begun') throw new Error(say(done.why));
  if (done.kind === 'settled') tell(services, show, operation, done);
  return publicOutcome(operation.id, done);
}

/** @returns what ends it */
function progressSoon(title: string, abort: AbortController): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  const timer = setTimeout(() => {
    void vscode.window.withProgress(options, (progress, token) => {
      progress.report({
        message: vscode.l10n.t('Cancelling may come too late: the call may still be billed.'),
      });
      token.onCancellationRequested(() => abort.abort());
      return ended;
    });
  }, progressAfterMs);
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** The caller has the outcome already: a page that fails must not hold it up. */
function tell(services: RuntimeServices, show: ShowAnswer, operation: Operation, done: Settled): void {
  const { settlement, order, unsettled } = done;
  const words = [`${operation.title}: ${say(headline(settlement))}`, moneyWord(settlement)];
  if (settlement.messageCode !== null) words.push(settlement.messageCode);
  vscode.window.setStatusBarMessage(words.join(' · '), 8000);
  if (unsettled !== null) void vscode.window.showWarningMessage(say(unsettled));
  show(order.id).catch((error: unknown) => services.log.error('request file', String(error)));
}
