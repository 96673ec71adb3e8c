import type { BatchChoice, NewBatch, NewBatchRow, RowWhy } from '../calls/batchPorts.ts';
import type { Store } from './store.ts';
import type { Sealed } from './writing.ts';

/** Name of the first sending of a call; a sending the user asks for anew gets another. */
export function draftOf(batch: string, call: number, again = 0): string {
  return again === 0 ? `batch-${batch}.${call}` : `batch-${batch}.${call}-${again}`;
}

export function insertBatch(store: Store, batch: NewBatch, words: Sealed): void {
  store
    .sql(
      `INSERT INTO batches (id, operation, environment, kind, origin, created_at, state, seal_id, words)
       VALUES (?, ?, ?, ?, ?, ?, 'planning', ?, ?)`,
    )
    .run(
      batch.id,
      batch.operation,
      batch.environment,
      batch.kind,
      batch.origin,
      batch.createdAt,
      words.sealId,
      words.body,
    );
  rememberSeal(store, words.sealId);
}

export function rememberSeal(store: Store, sealId: string): void {
  store.sql('INSERT OR IGNORE INTO seals (id) VALUES (?)').run(sealId);
}

export function insertRow(store: Store, batch: string, row: NewBatchRow, input: Sealed | null): void {
  store
    .sql(
      `INSERT INTO batch_rows (batch, row, line, call, draft_id, state, why, flawed, paid_twin, same_as, masked, repeat_key,
         fingerprint, seal_id, input)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      batch,
      row.row,
      row.line,
      row.call,
      row.call === null ? null : draftOf(batch, row.call),
      row.state,
      row.why,
      row.flawed ? 1 : 0,
      row.paidTwin,
      row.sameAs,
      row.masked,
      row.repeatKey,
      row.fingerprint,
      input?.sealId ?? null,
      input?.body ?? null,
    );
}

/** What the user does not let through is skipped for good. */
export function startBatch(store: Store, batch: string, choice: BatchChoice, words: Sealed): void {
  const skip = (why: RowWhy, mark: string): void => {
    store
      .sql(
        `UPDATE batch_rows SET state = 'skipped', why = ? WHERE batch = ? AND state = 'waiting' AND ${mark}`,
      )
      .run(why, batch);
  };
  if (!choice.sendFlawed) skip('invalid', 'flawed = 1');
  if (choice.sendPaid) {
    store.sql('UPDATE batch_rows SET paid_accepted = 1 WHERE batch = ? AND paid_twin IS NOT NULL').run(batch);
  } else skip('paid', 'paid_twin IS NOT NULL');
  store
    .sql(`UPDATE batches SET state = 'started', seal_id = ?, words = ? WHERE id = ?`)
    .run(words.sealId, words.body, batch);
  rememberSeal(store, words.sealId);
}

/** A call that is sent anew leaves under a new name: the ledger keeps refusing the old one. */
export function decideRows(store: Store, batch: string, why: RowWhy, what: 'again' | 'leave'): number {
  const undecided = `batch = ? AND state = 'undecided' AND why = ?`;
  if (what === 'leave') {
    // One that was sent may have been billed, and its answer may still come: it is not among those never sent.
    const left = store.sql(
      `UPDATE batch_rows SET state = CASE WHEN order_ref IS NULL THEN 'skipped' ELSE 'done' END,
         why = CASE WHEN order_ref IS NULL THEN 'left' ELSE 'left-unknown' END WHERE ${undecided}`,
    );
    return Number(left.run(batch, why).changes);
  }
  const calls = store
    .sql(`SELECT DISTINCT call, draft_id FROM batch_rows WHERE ${undecided}`)
    .all(batch, why);
  const again = store.sql(
    `UPDATE batch_rows SET state = 'waiting', why = NULL, draft_id = ?, order_ref = NULL, pending_accepted = 1
     WHERE batch = ? AND call = ? AND state = 'undecided'`,
  );
  let rows = 0;
  for (const { call, draft_id } of calls) {
    // `batch-id.call`, then `batch-id.call-1`, `-2` …; where no order is begun the name has not been used.
    const used = store.sql('SELECT 1 FROM orders WHERE draft_id = ?').get(String(draft_id)) !== undefined;
    const earlier = Number(/\.\d+-(\d+)$/.exec(String(draft_id))?.[1] ?? 0);
    const draftId = draftOf(batch, Number(call), used ? earlier + 1 : earlier);
    rows += Number(again.run(draftId, batch, Number(call)).changes);
  }
  return rows;
}

/** True when this holder has it now. A holder that stopped without a word loses it when its time is over. */
export function holdBatch(store: Store, batch: string, holder: string, now: number, forMs: number): boolean {
  const taken = store
    .sql(
      `UPDATE batches SET holder = ?, held_until = ? WHERE id = ? AND (holder IS NULL OR holder = ? OR held_until < ?)`,
    )
    .run(holder, now + forMs, batch, holder, now);
  return taken.changes > 0;
}
