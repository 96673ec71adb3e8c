import type { Admission } from '../calls/ports/guardPorts.ts';
import { LedgerRefusal, type NewOrder } from '../calls/ports/ports.ts';
import { isGone } from './batchReading.ts';
import { rememberEarlier } from './earlier.ts';
import { otherKey } from './faults.ts';
import { readFacts } from './guard.ts';
import { isSpent } from './spentDrafts.ts';
import type { Store } from './store.ts';
import { validSeal } from './validSeal.ts';
import { insertOrder, isSent, type SealedRequest } from './writing.ts';

/**
 * Writes an order where the guard lets it; within a transaction that writes.
 * @throws LedgerRefusal `same-draft`, `row-gone`, `guard`, or `unwritable` with another key than the one of all windows; nothing is written
 */
export function admitOrder(
  store: Store,
  order: NewOrder,
  request: SealedRequest,
  admission?: Admission,
): void {
  // Two keys at once would make two histories of one, each blind to the other's twins.
  if (validSeal(store)?.seal !== request.sealId) throw new LedgerRefusal('unwritable', otherKey);
  // Asked before the guard, to whom the first click's order would be a twin of the second's.
  if (isSent(store, order.draftId)) {
    throw new LedgerRefusal('same-draft', {
      text: 'Not sent again: this request was already sent, here or in another window. Its answer is in the order history; send once more to make a new call.',
    });
  }
  if (isSpent(store, order.draftId)) {
    throw new LedgerRefusal('same-draft', {
      text: 'Not sent again: this request was already sent, and its order was erased since. Send once more to make a new call.',
    });
  }
  if (isGone(store, order.draftId)) {
    throw new LedgerRefusal('row-gone', {
      text: 'Not sent: this row was left out, erased or sent by another window in the meantime. Nothing was billed.',
    });
  }
  if (admission !== undefined) rememberEarlier(store, admission.question.spenders);
  const why = admission?.admit(readFacts(store, admission.question)) ?? null;
  if (why !== null) throw new LedgerRefusal('guard', why);
  const { alike = [], readings = [] } = admission?.question.input ?? {};
  insertOrder(store, order, request, [...alike, ...readings]);
}
