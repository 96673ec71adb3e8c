import type { OrderSummary } from '../ports/ports.ts';

/** What the user has still to find out about an order; null = nothing, or they have said it. */
export type Owed = 'outcome' | 'billing';

/**
 * While an outcome is owed, or an answer did not say clearly whether it was billed, and nobody recorded what came of it.
 * The ledger's `attention` follows the same rule. Of an order under way nothing is owed yet.
 */
export function owedBy({ state, outcome, billing, resolved }: OrderSummary): Owed | null {
  if (state === 'in-flight' || (resolved !== null && resolved !== 'still-open')) return null;
  if (outcome === 'pending' || outcome === 'held' || outcome === 'unknown') return 'outcome';
  return billing === 'unknown' ? 'billing' : null;
}
