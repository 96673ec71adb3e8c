import type { Billing } from '../../contract/words.ts';
import type { OrderSummary } from '../ports/orders.ts';

type Recorded = Pick<OrderSummary, 'outcome' | 'billing' | 'resolved'>;

/**
 * Whether an order was billed, as its user recorded it where the service left that open, and else as it was answered: as Spend counts
 * it and lists find it. The ledger's triggers follow the same rule (`billingRecorded` of schemaRecorded.ts); a test holds them equal.
 */
export function billingAsRecorded({ outcome, billing, resolved }: Recorded): Billing {
  if (billing === 'unknown') {
    if (resolved === 'refunded') return resolved;
    return resolved === 'verified' || resolved === 'negative' ? 'billed' : billing;
  }
  const isOpen = outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
  return isOpen && billing === 'billed' && resolved === 'refunded' ? resolved : billing;
}
