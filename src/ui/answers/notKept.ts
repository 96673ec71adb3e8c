import type { OrderId } from '../../calls/ports/ids.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import type { RuntimeServices } from '../base/services.ts';

/** An answer may be as large as its user lets it be. */
const most = 3;

/** By the ledger, which a window has one of. */
const held = new WeakMap<Ledger, Map<OrderId, Settled>>();

/** The order that each page of this window shows: nothing that its user looks at is let go. */
const inView = new Map<object, OrderId>();

/** @param id null = it is closed */
export function looksAt(page: object, id: OrderId | null): void {
  if (id === null) inView.delete(page);
  else inView.set(page, id);
}

type Sends = Pick<RuntimeServices, 'ledger' | 'log' | 'sending'>;

/**
 * Holds a call of which the settings keep no answer, or nothing at all: they take it as soon as it is settled, and what was paid
 * for would be seen by nobody but a form. In memory alone, and only the newest and those in view. Returns whether it is held.
 */
export async function holdNotKept(services: Sends, done: Settled): Promise<boolean> {
  try {
    if (services.sending.ports.settings.keepPolicy().keep === 'everything') return false;
    const ledger = await services.ledger();
    const kept = await ledger.get(done.order.id);
    if (kept !== null && (kept.state !== 'settled' || kept.payloadsKept)) return false;
    const calls = held.get(ledger) ?? new Map<OrderId, Settled>();
    held.set(ledger, calls.set(done.order.id, done));
    const seen = new Set(inView.values());
    const unseen = [...calls.keys()].filter((id) => !seen.has(id));
    for (const id of unseen.slice(0, -most)) calls.delete(id);
    return true;
  } catch (error) {
    // The answer is told all the same.
    services.log.warn('hold an answer', error instanceof Error ? error.message : '');
    return false;
  }
}

/** What is held of an order; undefined = nothing. */
export function heldCall(ledger: Ledger, id: OrderId): Settled | undefined {
  return held.get(ledger)?.get(id);
}

/** What the user erases may be among them. */
export function forgetHeld(ledger: Ledger): void {
  held.delete(ledger);
}
