import * as vscode from 'vscode';
import { settings } from '../adapters/settings.ts';
import type { CallRunner } from '../panels/callRunner.ts';
import { type GuardedResult, guardedCall, type Leaving, type WantedCall } from '../panels/guardedCall.ts';
import type { Services } from '../services.ts';
import { say } from '../translate.ts';
import { type LookupOutcome, outcomeOf, tellOutcome } from './outcome.ts';

/** Opens the answer of an order without taking the focus. */
export type ShowAnswer = (orderId: string) => Promise<void>;

/**
 * Sends one call through the gate, with progress that can be cancelled, and says in one line what came of it.
 * Throws the sentence why a call was not begun.
 */
export async function sendAndTell(
  services: Services,
  runner: CallRunner,
  show: ShowAnswer,
  what: Omit<WantedCall, 'draftId'>,
): Promise<LookupOutcome> {
  const want = { ...what, draftId: `lookup-${services.newId()}.0` };
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: what.operation.title,
  };
  let end: () => void = () => undefined;
  const leaving: Leaving = async (_call, abort) => {
    // Shown only once the call leaves: before that a question may stand open.
    void vscode.window.withProgress(options, (progress, token) => {
      progress.report({
        message: vscode.l10n.t('Cancelling may come too late: the call may still be billed.'),
      });
      token.onCancellationRequested(() => abort.abort());
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  };
  const done = await guardedCall(services, runner, want, leaving, () => end()).finally(() => end());
  if (done.kind === 'not-begun') throw new Error(say(done.why));
  if (done.kind === 'settled') tell(services, show, what, done);
  return outcomeOf(what.operation.id, done);
}

/** The caller has the outcome already: a notification left standing or a page that fails must not hold it up. */
function tell(
  services: Services,
  show: ShowAnswer,
  { operation, alwaysAsk }: Omit<WantedCall, 'draftId'>,
  done: Extract<GuardedResult, { kind: 'settled' }>,
): void {
  const failed = (error: unknown): void => services.log.error('quick lookup', String(error));
  tellOutcome(operation, done).catch(failed);
  // What another extension started opens nothing in the user's face; it has the outcome as data.
  if (alwaysAsk || !settings.openLookupAnswer()) return;
  show(done.call.order.id).catch(failed);
}
