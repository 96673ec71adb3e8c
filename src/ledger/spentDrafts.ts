import { createHash } from 'node:crypto';
import { batchDrafts, type DraftId, draftId } from '../calls/ports/ids.ts';
import type { Store } from './store.ts';
import { validSeal } from './validSeal.ts';

/**
 * A draft is spent with its order, also once that is erased: a form whose window forgot that its turn was over may send it again, and
 * no twin is left to ask about. A hash says so: only who has the draft finds it, and it tells of no form what left from there.
 */
function markOf(draft: DraftId): string {
  return createHash('sha256').update(`draft ${draft}`).digest('base64url').slice(0, 22);
}

/** Beside the ids of the orders; within the transaction that deletes them. A call of a batch needs none: its rows say that it is over. */
export function markSpent(store: Store, drafts: readonly string[]): void {
  const mark = store.sql('INSERT INTO erased_orders VALUES (?) ON CONFLICT DO NOTHING');
  for (const draft of drafts) if (!draft.startsWith(batchDrafts)) mark.run(markOf(draftId(draft)));
}

/** See DraftStore.sentUnder. A file that may not be written may be older than the marks. */
export function sentUnder(store: Store, draft: DraftId): string | null {
  const row = store
    .sql(
      `SELECT fingerprint, begun_at, (SELECT request_seal FROM payloads p WHERE p.seq = orders.seq) AS seal FROM orders
       WHERE draft_id = ? AND outcome <> 'not-sent'`,
    )
    .get(draft);
  // Prints that another key made say nothing of what this one makes.
  if (row !== undefined)
    return isOfOther(store, row.seal, Number(row.begun_at)) ? '' : String(row.fingerprint ?? '');
  return store.hasTable('erased_orders') && isSpent(store, draft) ? '' : null;
}

/** Where the request is not kept, nothing names its key: what is older than the valid one was printed with another. */
function isOfOther(store: Store, seal: unknown, begunAt: number): boolean {
  const valid = validSeal(store);
  if (valid === null) return false;
  return typeof seal === 'string' ? seal !== valid.seal : begunAt < valid.madeAt;
}

/** Whether an order was begun for this draft and erased since. */
export function isSpent(store: Store, draft: DraftId): boolean {
  return store.sql('SELECT 1 FROM erased_orders WHERE id = ?').get(markOf(draft)) !== undefined;
}
