import * as vscode from 'vscode';
import { draftOfLookup, type OrderId } from '../../calls/ids.ts';
import { type PublicOutcome, publicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { settings } from '../adapters/settings.ts';
import type { RuntimeServices } from '../services.ts';
import { say } from '../translate.ts';
import { tellOutcome } from './outcome.ts';

/** Opens the answer of an order without taking the focus. */
export type ShowAnswer = (orderId: OrderId) => Promise<void>;

/** One lookup, ready to be sent. */
export interface Lookup {
  readonly operation: Operation;
  readonly body: string;
  /** Another extension started it and gets the outcome as data. */
  readonly forOthers: boolean;
  /** What else to know before it leaves, see Asker. */
  readonly notes: readonly Phrase[];
  /** The user has just typed or chosen the input: the line need not say what was sent, and is the answer. */
  readonly isOwn?: boolean;
}

/**
 * Sends one call through the gate, with progress that can be cancelled, and says in one line what came of it.
 * Throws the sentence why a call was not begun.
 */
export async function sendAndTell(
  services: RuntimeServices,
  show: ShowAnswer,
  lookup: Lookup,
): Promise<PublicOutcome> {
  const { operation, body, notes } = lookup;
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
      leaves: (_order, abort) => {
        end = showProgress(operation.title, abort);
      },
    })
    .finally(() => end());
  if (done.kind === 'not-begun') throw new Error(say(done.why));
  if (done.kind === 'settled') tell(services, show, lookup, done);
  return publicOutcome(operation.id, done);
}

/** Shown only once the call leaves: before that a question may stand open. @returns what ends it */
function showProgress(title: string, abort: AbortController): () => void {
  let end: () => void = () => undefined;
  // Made before VS Code starts the progress: a call may come to its end sooner.
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title };
  void vscode.window.withProgress(options, (progress, token) => {
    progress.report({
      message: vscode.l10n.t('Cancelling may come too late: the call may still be billed.'),
    });
    token.onCancellationRequested(() => abort.abort());
    return ended;
  });
  return end;
}

/** The caller has the outcome already: a notification left standing or a page that fails must not hold it up. */
function tell(
  services: RuntimeServices,
  show: ShowAnswer,
  { operation, forOthers, isOwn = false }: Lookup,
  done: Settled,
): void {
  const failed = (error: unknown): void => services.log.error('quick lookup', String(error));
  tellOutcome(operation, done, isOwn, services.now()).catch(failed);
  // What another extension started opens nothing in the user's face; it has the outcome as data.
  if (forOthers || (isOwn && !settings.openLookupAnswer())) return;
  show(done.order.id).catch(failed);
}
