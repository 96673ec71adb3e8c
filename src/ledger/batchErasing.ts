import { setImmediate as turn } from 'node:timers/promises';
import type { BatchId } from '../calls/ports/ids.ts';
import type { Store } from './store.ts';

/** Somebody runs it: its rows are still read and written to a file. A lease that ran out protects nothing. */
export const unheld = `(holder IS NULL OR held_until < ?)`;

export const over = `state = 'started' AND NOT EXISTS (
  SELECT 1 FROM batch_rows r WHERE r.batch = batches.id AND r.state IN ('waiting', 'sent', 'undecided'))`;

/** What was said to be forgotten about an input is forgotten in batches, too: a row of it that waits is never sent. */
export function eraseRowsOf(store: Store, fingerprint: string): number {
  // As where an order is erased, see version 4: a row that repeats it says the same.
  store
    .sql(
      `UPDATE batch_rows SET masked = '' WHERE (batch, same_as) IN (SELECT batch, row FROM batch_rows WHERE fingerprint = ? AND state <> 'sent')`,
    )
    .run(fingerprint);
  const erased = store
    .sql(
      `UPDATE batch_rows SET state = CASE WHEN order_ref IS NULL THEN 'skipped' ELSE state END, why = 'erased', masked = '', fingerprint = NULL, repeat_key = NULL, seal_id = NULL,
         input = NULL WHERE fingerprint = ? AND state <> 'sent'`,
    )
    .run(fingerprint);
  return Number(erased.changes);
}

/** Rows erased in one transaction, some milliseconds each; between two the host does other things. */
const step = 500;

/** All rows of a batch. Returns how many. */
export async function eraseRows(store: Store, batch: BatchId): Promise<number> {
  let erased = 0;
  for (;;) {
    const gone = await store.write(() =>
      store
        .sql('DELETE FROM batch_rows WHERE id IN (SELECT id FROM batch_rows WHERE batch = ? LIMIT 500)')
        .run(batch),
    );
    erased += Number(gone.changes);
    if (gone.changes < step) return erased;
    await turn();
  }
}

/** A plan that nobody started is left by a window that ended while it read a file. */
const planMs = 24 * 3_600_000;

/** Of what was begun from a time on: what goes, and what loses its inputs; ms. */
interface Going {
  readonly from: number;
  readonly before: number;
  readonly payloads: number;
}

/** The user's policy for batches in which nothing waits or is open. One that somebody runs is left alone. Returns how much was removed. */
export function applyToBatches(store: Store, { from, before, payloads }: Going, now: number): number {
  const plans = store
    .sql(`DELETE FROM batches WHERE state = 'planning' AND created_at < ? AND ${unheld}`)
    .run(now - planMs, now);
  const gone = store
    .sql(`DELETE FROM batches WHERE created_at >= ? AND created_at < ? AND ${unheld} AND ${over}`)
    .run(from, before, now);
  const due = store.sql(
    `UPDATE batches SET emptied = 1 WHERE emptied = 0 AND created_at >= ? AND created_at < ? AND ${unheld} AND ${over} RETURNING id`,
  );
  let emptied = 0;
  for (const { id } of due.all(from, payloads, now)) {
    const rows = store.sql(
      'UPDATE batch_rows SET seal_id = NULL, input = NULL WHERE batch = ? AND input IS NOT NULL',
    );
    emptied += Number(rows.run(String(id)).changes);
  }
  return Number(plans.changes) + Number(gone.changes) + emptied;
}
