import type { ShownOrder } from '../answers/shownOrder.ts';

/**
 * Whether what was made of an answer holds for the other, too: the ledger may have changed elsewhere. A number that was
 * reduced leaves every length as it was.
 */
export function sameAnswer(a: ShownOrder | null, b: ShownOrder | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.order.id === b.order.id &&
    a.order.settledAt === b.order.settledAt &&
    a.order.aadhaarReducedAt === b.order.aadhaarReducedAt &&
    a.answer?.body.byteLength === b.answer?.body.byteLength &&
    a.requestBody?.byteLength === b.requestBody?.byteLength
  );
}
