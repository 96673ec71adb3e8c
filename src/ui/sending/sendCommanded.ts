import * as vscode from 'vscode';
import { draftOfLookup, type OrderId } from '../../calls/ports/ids.ts';
import type { NewOrder } from '../../calls/ports/ports.ts';
import type { SendResult, Settled } from '../../calls/sending/wanted.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { RuntimeServices } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { say } from '../words/both/translate.ts';

/** Opens the answer of an order without taking the focus; a call that leaves now, or just settled, is not read back. */
export type ShowAnswer = (orderId: OrderId, call?: NewOrder | Settled) => Promise<void>;

/** A call that a command starts: a lookup, or a request of a file. */
export interface Commanded {
  readonly operation: Operation;
  readonly body: string;
  /** What else to know before it leaves, see Asker. */
  readonly notes: readonly Phrase[];
}

/**
 * Since the call left. Of an answer that comes sooner no progress is shown, to come and go in a blink; and VS Code shows no more
 * than three notifications in 800 ms: a progress that nobody could read would take the place of an answer that was paid for.
 */
const progressAfterMs = 500;

/**
 * Sends one call through the gate, with progress that can be cancelled. Throws the sentence why a call was not begun.
 * @param left told once the order is on disk and its call leaves
 */
export async function sendCommanded(
  services: RuntimeServices,
  { operation, body, notes }: Commanded,
  left: (order: NewOrder) => void = () => undefined,
): Promise<Exclude<SendResult, { kind: 'not-begun' }>> {
  let end: () => void = () => undefined;
  const done = await services.sending
    .send({
      operation,
      body,
      plannedPrint: null,
      draftId: draftOfLookup(services.newId()),
      to: 'chosen',
      // Any extension can run a command, fill an input box from the clipboard, and accept it: nothing here is a proof.
      asker: { kind: 'user', proven: false, notes },
      batch: null,
      lagMs: 0,
      withdrawn: () => null,
      leaves: (order, abort) => {
        end = laterProgress(operation.title, order, abort);
        left(order);
      },
    })
    .finally(() => end());
  if (done.kind === 'not-begun') throw new Error(say(done.why));
  // Its question is closed and no page stands open: without a word nobody could tell whether the call left.
  if (done.kind === 'declined') vscode.window.setStatusBarMessage(vscode.l10n.t('Nothing was sent.'), 4000);
  return done;
}

/** Shown only once the call leaves: before that a question may stand open. @returns what ends it */
function laterProgress(
  title: string,
  { environment, maskedInput, kind }: Pick<NewOrder, 'environment' | 'maskedInput' | 'kind'>,
  abort: AbortController,
): () => void {
  let end: () => void = () => undefined;
  // Made before VS Code starts the progress: a call may come to its end sooner.
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  const show = (): void => {
    void vscode.window.withProgress(options, (progress, token) => {
      const under = vscode.l10n.t('Sending to {0}. Waiting for the answer…', environment);
      const late = vscode.l10n.t('Cancel stops the waiting. The call may still be billed.');
      progress.report({
        message: `${inputWords(maskedInput)}. ${under}${kind === 'live' ? ` ${late}` : ''}`,
      });
      token.onCancellationRequested(() => abort.abort());
      return ended;
    });
  };
  const timer = setTimeout(show, progressAfterMs);
  return () => {
    clearTimeout(timer);
    end();
  };
}
