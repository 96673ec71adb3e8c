import type { Billing, Outcome } from '../../contract/words.ts';
import type { OrderSummary } from '../ports/ports.ts';

/** What the user has still to find out about an order; null = nothing, or they have said it. */
export type Owed = 'outcome' | 'billing';

type Resolved = OrderSummary['resolved'];

/** Whether its user recorded what came of it, rather than that this is still open. */
export function isRecorded(resolved: Resolved): resolved is Exclude<Resolved, 'still-open' | null> {
  return resolved !== null && resolved !== 'still-open';
}

function isOpen(outcome: Outcome): boolean {
  return outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
}

/**
 * While an outcome is owed, or an answer did not say clearly whether it was billed, and nobody recorded what came of it.
 * The ledger's `attention` follows the same rule. Of an order under way nothing is owed yet.
 */
export function owedBy({ state, outcome, billing, resolved }: OrderSummary): Owed | null {
  if (state === 'in-flight' || isRecorded(resolved)) return null;
  if (isOpen(outcome)) return 'outcome';
  return billing === 'unknown' ? 'billing' : null;
}

/**
 * Whether an order was billed, as its user recorded it where the service left that open, and else as it was answered: as Spend counts
 * it and lists find it. The ledger's triggers follow the same rule (`billingAsTold` of schemaKeeping.ts); a test holds them equal.
 */
export function billingAsRecorded({
  outcome,
  billing,
  resolved,
}: Pick<OrderSummary, 'outcome' | 'billing' | 'resolved'>): Billing {
  const isUnknown = billing === 'unknown';
  if (resolved === 'refunded' || resolved === 'not-billed') {
    const isGivenBack = isUnknown || (billing === 'billed' && isOpen(outcome));
    return !isGivenBack ? billing : resolved === 'refunded' ? 'refunded' : 'free';
  }
  return isUnknown && isRecorded(resolved) ? 'billed' : billing;
}
