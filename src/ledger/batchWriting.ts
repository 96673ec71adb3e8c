import type {
  BatchChoice,
  Decision,
  NewBatch,
  NewBatchRow,
  RowsAndCalls,
  RowWhy,
} from '../calls/ports/batchPorts.ts';
import { type BatchId, type DraftId, draftId, draftOfBatch, type OrderId } from '../calls/ports/ids.ts';
import { stopped } from './batchReading.ts';
import type { Store } from './store.ts';
import { isSent, rememberSeal, type Sealed } from './writing.ts';

/** Why a call that waited does not leave now. */
export interface Aside {
  readonly state: 'undecided' | 'skipped';
  readonly why: RowWhy;
  readonly twins: readonly OrderId[];
}

/** Of the batch, for the reason, among the drafts (JSON): others have become undecided since the user was asked. */
const undecided = `batch = ? AND state = 'undecided' AND why = ? AND draft_id IN (SELECT value FROM json_each(?))`;

/** Two lists of order ids in JSON as one, each id once. */
const union = (a: string, b: string): string =>
  `(SELECT json_group_array(value) FROM (SELECT value FROM json_each(${a}) UNION SELECT value FROM json_each(${b})))`;

export function insertBatch(store: Store, batch: NewBatch, words: Sealed): void {
  store
    .sql(
      `INSERT INTO batches (id, operation, environment, identity, kind, origin, created_at, state, seal_id, words)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'planning', ?, ?)`,
    )
    .run(
      batch.id,
      batch.operation,
      batch.environment,
      batch.identity,
      batch.kind,
      batch.origin,
      batch.createdAt,
      words.sealId,
      words.body,
    );
  rememberSeal(store, words.sealId);
}

export function insertRow(store: Store, batch: BatchId, row: NewBatchRow, input: Sealed | null): void {
  store
    .sql(
      `INSERT INTO batch_rows (batch, row, line, call, draft_id, state, why, flawed, paid_twins, open_twins, accepted_paid,
         accepted_open, same_as, masked, repeat_key, fingerprint, seal_id, input)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      batch,
      row.row,
      row.line,
      row.call,
      row.call === null ? null : draftOfBatch(batch, row.call),
      row.state,
      row.why,
      row.flawed ? 1 : 0,
      JSON.stringify(row.paidTwins),
      JSON.stringify(row.openTwins),
      JSON.stringify(row.accepted),
      JSON.stringify(row.accepted.filter((order) => row.acceptedOver?.includes(order) !== true)),
      row.sameAs,
      row.masked,
      row.repeatKey,
      row.fingerprint,
      input?.sealId ?? null,
      input?.body ?? null,
    );
}

/** The rows that this plan stands for do not leave any more; in its own transaction, so that no window can send both. */
function takePlace(store: Store, { batch, rows }: NonNullable<BatchChoice['insteadOf']>, now: number): void {
  const held = store
    .sql('SELECT 1 FROM batches WHERE id = ? AND holder IS NOT NULL AND held_until >= ?')
    .get(batch, now);
  if (held !== undefined) {
    throw new Error('another window is sending the rows that this plan stands for, so it was not started');
  }
  const left = store
    .sql(
      `UPDATE batch_rows SET state = 'skipped', why = 'left', seal_id = NULL, input = NULL
       WHERE batch = ? AND state = 'waiting' AND row IN (SELECT value FROM json_each(?))`,
    )
    .run(batch, JSON.stringify(rows));
  // The transaction ends with this: nothing is written.
  if (Number(left.changes) !== rows.length) {
    throw new Error(
      'the rows that this plan stands for were sent, left or erased meanwhile, so it was not started',
    );
  }
}

/** The cells of rows that never leave are for the results file alone. */
export function forgetLeft(store: Store, batch: BatchId): void {
  store
    .sql(
      `UPDATE batch_rows SET seal_id = NULL, input = NULL
       WHERE batch = ? AND state = 'skipped' AND call IS NULL AND input IS NOT NULL`,
    )
    .run(batch);
}

/** What the user does not let through is skipped for good. */
export function startBatch(
  store: Store,
  batch: BatchId,
  choice: BatchChoice,
  words: Sealed,
  now: number,
): void {
  if (choice.insteadOf !== null) takePlace(store, choice.insteadOf, now);
  const skip = (why: RowWhy, mark: string): void => {
    store
      .sql(
        `UPDATE batch_rows SET state = 'skipped', why = ? WHERE batch = ? AND state = 'waiting' AND ${mark}`,
      )
      .run(why, batch);
  };
  if (!choice.sendFlawed) skip('invalid', 'flawed = 1');
  if (choice.sendPaid) {
    store
      .sql(
        `UPDATE batch_rows SET accepted_paid = ${union('accepted_paid', 'paid_twins')} WHERE batch = ? AND paid_twins <> '[]'`,
      )
      .run(batch);
  } else skip('paid', stopped);
  if (choice.results === null) forgetLeft(store, batch);
  const found = store
    .sql(`UPDATE batches SET state = 'started', seal_id = ?, words = ? WHERE id = ?`)
    .run(words.sealId, words.body, batch);
  // The transaction ends with this: what it would take the place of still waits.
  if (found.changes === 0) throw new Error('there is no such batch');
  rememberSeal(store, words.sealId);
}

/** Sets a waiting call aside, with the orders that are why. */
export function setCallAside(store: Store, batch: BatchId, call: number, aside: Aside): void {
  const twins = JSON.stringify(aside.twins);
  const paid = aside.why === 'paid';
  store
    .sql(
      `UPDATE batch_rows SET state = ?, why = ?, paid_twins = coalesce(?, paid_twins), open_twins = coalesce(?, open_twins)
       WHERE batch = ? AND call = ? AND state = 'waiting'`,
    )
    .run(aside.state, aside.why, paid ? twins : null, paid ? null : twins, batch, call);
}

/** The user's word on undecided rows, see BatchStore.decide. */
export function decideRows(store: Store, batch: BatchId, { why, what, drafts }: Decision): void {
  if (what === 'again') sendAgain(store, batch, why, drafts);
  else leaveUndecided(store, batch, why, drafts);
}

/** One that was sent may have been billed, and its answer may still come: it is not among those never sent. */
function leaveUndecided(store: Store, batch: BatchId, why: RowWhy, drafts: readonly DraftId[]): void {
  store.sql(endUndecided('left')).run(batch, why, JSON.stringify(drafts));
}

/** @param why of rows without an order */
const endUndecided = (why: 'left' | 'erased'): string =>
  `UPDATE batch_rows SET state = CASE WHEN order_ref IS NULL THEN 'skipped' ELSE 'done' END,
     why = CASE WHEN order_ref IS NULL THEN '${why}' ELSE 'left-unknown' END WHERE ${undecided}`;

/** Of the draft, as it was sent, something is no longer kept: it was erased, dropped or reduced since. */
const lacking = (
  draft: string,
): string => `EXISTS (SELECT 1 FROM batch_rows r LEFT JOIN orders o ON o.id = r.order_ref
  WHERE r.draft_id = ${draft} AND (r.input IS NULL OR o.aadhaar_reduced_at IS NOT NULL))`;

/** See BatchStore.sentAnew. */
export function countSentAnew(
  store: Store,
  batch: BatchId,
  why: RowWhy,
  drafts: readonly DraftId[],
): RowsAndCalls {
  const found = store
    .sql(
      `SELECT count(*) AS rows, count(DISTINCT draft_id) AS calls FROM batch_rows
       WHERE ${undecided} AND NOT ${lacking('batch_rows.draft_id')}`,
    )
    .get(batch, why, JSON.stringify(drafts));
  return { rows: Number(found?.rows), calls: Number(found?.calls) };
}

/**
 * A call that is sent anew leaves under a new name: the ledger keeps refusing the old one. It passes what it was undecided
 * for: its own order, or those it was set aside for. One that could not leave as it was planned is over: waiting, it would
 * stop all that wait behind it.
 */
function sendAgain(store: Store, batch: BatchId, why: RowWhy, drafts: readonly DraftId[]): void {
  const calls = store
    .sql(`SELECT DISTINCT call, draft_id FROM batch_rows WHERE ${undecided}`)
    .all(batch, why, JSON.stringify(drafts));
  const again = store.sql(
    `UPDATE batch_rows SET state = 'waiting', why = NULL, draft_id = ?, order_ref = NULL,
       accepted_open = ${union('accepted_open', "CASE why WHEN 'unknown' THEN json_array(order_ref) ELSE open_twins END")},
       accepted_paid = CASE why WHEN 'paid' THEN ${union('accepted_paid', 'paid_twins')} ELSE accepted_paid END
     WHERE batch = ? AND state = 'undecided' AND why = ? AND call = ? AND draft_id = ?`,
  );
  const over = store.sql(endUndecided('erased'));
  const incomplete = store.sql(`SELECT 1 WHERE ${lacking('?')}`);
  for (const { call, draft_id } of calls) {
    const old = draftId(String(draft_id));
    if (incomplete.get(old) !== undefined) over.run(batch, why, JSON.stringify([old]));
    else again.run(freeDraft(store, batch, Number(call), old), batch, why, Number(call), old);
  }
}

/** `batch-id.call`, then `batch-id.call-1`, `-2` …; where no order was begun the name has not been used. */
function freeDraft(store: Store, batch: BatchId, call: number, old: DraftId): DraftId {
  let draft = old;
  for (let again = Number(/\.\d+-(\d+)$/.exec(old)?.[1] ?? 0) + 1; isSent(store, draft); again += 1) {
    draft = draftOfBatch(batch, call, again);
  }
  return draft;
}

/** True when this holder has it now. A holder that stopped without a word loses it when its time is over. */
export function holdBatch(store: Store, batch: BatchId, holder: string, now: number, forMs: number): boolean {
  const taken = store
    .sql(
      `UPDATE batches SET holder = ?, held_until = ? WHERE id = ? AND (holder IS NULL OR holder = ? OR held_until < ?)`,
    )
    .run(holder, now + forMs, batch, holder, now);
  return taken.changes > 0;
}
