import { type PublicOutcome, publicOutcome } from '../../calls/sending/publicOutcome.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { holdNotKept } from '../answers/notKept.ts';
import { settings } from '../base/both/settings.ts';
import type { RuntimeServices } from '../base/services.ts';
import { type Commanded, type ShowAnswer, sendCommanded } from '../sending/sendCommanded.ts';
import { tellOutcome } from '../sending/tellOutcome.ts';

/** One lookup, ready to be sent. */
export interface Lookup extends Commanded {
  /** Another extension started it and gets the outcome as data. */
  readonly forOthers: boolean;
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
  const done = await sendCommanded(services, lookup);
  if (done.kind === 'settled') {
    await holdNotKept(services, done);
    tell(services, show, lookup, done);
  }
  return publicOutcome(lookup.operation, done);
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
