import type { Billing, Outcome } from '../../contract/words.ts';
import { wasPaid } from '../ports/erasurePorts.ts';
import type { OrderSummary } from '../ports/ports.ts';

/** What the user has still to find out about an order; null = nothing, or they have said it. */
export type Owed = 'outcome' | 'billing';

type Resolved = OrderSummary['resolved'];

/** Whether its user recorded what came of it, rather than that this is still open. */
export function isRecorded(resolved: Resolved): resolved is Exclude<Resolved, 'still-open' | null> {
  return resolved !== null && resolved !== 'still-open';
}

/** What is known of what an order came to. */
type CameTo = Pick<OrderSummary, 'outcome' | 'billing' | 'resolved'>;

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
export function billingAsRecorded({ outcome, billing, resolved }: CameTo): Billing {
  const isUnknown = billing === 'unknown';
  if (resolved === 'refunded' || resolved === 'not-billed') {
    const isGivenBack = isUnknown || (billing === 'billed' && isOpen(outcome));
    return !isGivenBack ? billing : resolved === 'refunded' ? 'refunded' : 'free';
  }
  if (resolved === 'no-result' && isOpen(outcome)) return 'billed';
  return isUnknown && isRecorded(resolved) ? 'billed' : billing;
}

/** As recorded, see wasPaid. */
export function mayBePaid(order: CameTo & Pick<OrderSummary, 'kind' | 'state'>): boolean {
  return wasPaid({ ...order, billing: billingAsRecorded(order) });
}

/**
 * What came of an order, as its user recorded it: a result where the service left that or the money open, and what became of the money
 * where nobody knew of a result, which is no result then. Rows of batches are counted and run again by it (`outcomeRecorded` in
 * ledger/batchCounting.ts); a test holds them equal.
 */
export function outcomeAsRecorded({ outcome, billing, resolved }: CameTo): Outcome {
  if (resolved === 'verified' || resolved === 'negative')
    return isOpen(outcome) || billing === 'unknown' ? resolved : outcome;
  if (!isRecorded(resolved) || !isOpen(outcome)) return outcome;
  return resolved === 'refunded' ? resolved : 'failed';
}
