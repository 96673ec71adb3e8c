import type { OrderSummary } from '../ports/ports.ts';

/**
 * The newest order of each input, newest first: what may be sent again without being typed again. An order whose request is
 * not kept any more has nothing to fill a form with.
 * @param orders newest first
 */
export function recentInputs(orders: readonly OrderSummary[], most: number): readonly OrderSummary[] {
  const seen = new Set<string>();
  const found: OrderSummary[] = [];
  for (const order of orders) {
    const { fingerprint, id, payloadsKept } = order;
    const input = fingerprint ?? id;
    if (!payloadsKept || seen.has(input)) continue;
    seen.add(input);
    found.push(order);
    if (found.length === most) break;
  }
  return found;
}
