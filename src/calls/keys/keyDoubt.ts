import type { OrderSummary } from '../ports/ports.ts';

/**
 * Whether an order's answer may be lost with the next restart, for all that is known: it was paid for or may have been, and
 * nobody has seen yet that the key which seals it outlives one. What the sandbox made up can be had again for nothing.
 */
export function mayBeLost(order: Pick<OrderSummary, 'kind' | 'payloadsKept'>, survived: boolean): boolean {
  return order.kind === 'live' && order.payloadsKept && !survived;
}
