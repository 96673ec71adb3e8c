import { type DraftId, type OrderId, orderId } from '../calls/ports/ids.ts';
import type { NewOrder, Settlement } from '../calls/ports/ports.ts';
import { isNotEarlier } from './keeping.ts';
import { forgetOldTimes, rememberThrottle } from './meters.ts';
import type { Store } from './store.ts';
import { insertParts, wasBilled } from './twins.ts';

/** A sealed payload's parts and the id of the key that sealed them. */
export interface Sealed {
  readonly sealId: string;
  readonly body: Uint8Array;
}

/** A request, and the Aadhaar numbers in it where it has any. */
export interface SealedRequest extends Sealed {
  readonly aadhaar: Uint8Array | null;
}

export function insertNumbers(store: Store, seq: number | bigint, sealId: string, body: Uint8Array): void {
  store.sql('INSERT OR IGNORE INTO aadhaar_numbers VALUES (?, ?, ?)').run(seq, sealId, body);
}

export function rememberSeal(store: Store, sealId: string): void {
  store.sql('INSERT OR IGNORE INTO seals (id) VALUES (?)').run(sealId);
}

export function isSent(store: Store, draftId: DraftId): boolean {
  return store.sql('SELECT 1 FROM orders WHERE draft_id = ?').get(draftId) !== undefined;
}

/**
 * The caller has looked in the same transaction that the draft was not sent before (isSent).
 * @param alike and readings, see InputPrint
 */
export function insertOrder(
  store: Store,
  order: NewOrder,
  request: SealedRequest,
  alike?: readonly string[],
): void {
  const made = store
    .sql(
      `INSERT INTO orders (id, draft_id, operation, environment, identity, kind, origin, place, key_tail, key_hash, machine,
         begun_at, deadline_at, masked_input, fingerprint, day, session, price, batch, batch_row, repeat, numbers_told, state, outcome, billing, evidence)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 'in-flight', 'unknown', 'unknown', 'not-known')`,
    )
    .run(
      order.id,
      order.draftId,
      order.operation,
      order.environment,
      order.identity,
      order.kind,
      order.origin,
      order.place,
      order.keyTail,
      order.keyHash,
      order.machine,
      order.begunAt,
      order.deadlineAt,
      order.maskedInput,
      order.fingerprint,
      order.day,
      order.session,
      order.price,
      order.batch?.id ?? null,
      order.batch?.row ?? null,
      wasBilled(store, order, alike) ? 1 : 0,
    );
  isNotEarlier(store, made.lastInsertRowid);
  insertParts(store, order, made.lastInsertRowid);
  forgetOldTimes(store, order.begunAt);
  store
    .sql('INSERT INTO payloads (seq, request_seal, request_body) VALUES (?, ?, ?)')
    .run(made.lastInsertRowid, request.sealId, request.body);
  if (request.aadhaar !== null) insertNumbers(store, made.lastInsertRowid, request.sealId, request.aadhaar);
  rememberSeal(store, request.sealId);
}

export interface SealedAnswerParts extends Sealed {
  readonly head: Uint8Array;
}

/**
 * An order turned `lost` by another window may still be settled by the one that sent it: a late answer is knowledge,
 * `lost` was only the lack of it. So may be what its user recorded meanwhile, see giveWay. A settled order never changes.
 * Where retention has taken the request since, the answer is not kept either, and the row says so: beside no request it would
 * be told as damaged. False when there was nothing to settle.
 */
export function settleOrder(
  store: Store,
  id: OrderId,
  settlement: Settlement,
  answer: SealedAnswerParts,
): boolean {
  const row = store
    .sql(
      `UPDATE orders SET state = 'settled', settled_at = ?, outcome = ?, billing = ?, evidence = ?, http_status = ?,
         message_code = ?, order_id = ?, failure_code = ?, total_ms = ?,
         payloads_kept = EXISTS (SELECT 1 FROM payloads p WHERE p.seq = orders.seq)
       WHERE id = ? AND state IN ('in-flight', 'lost')
       RETURNING seq, operation, place, key_hash, begun_at`,
    )
    .get(
      settlement.settledAt,
      settlement.outcome,
      settlement.billing,
      settlement.evidence,
      settlement.httpStatus,
      settlement.messageCode,
      settlement.orderId,
      settlement.failureCode,
      settlement.totalMs,
      id,
    );
  if (row === undefined) return false;
  giveWay(store, Number(row.seq));
  const settledAt = keepInOrder(store, row, settlement);
  store
    .sql('UPDATE payloads SET answer_seal = ?, answer_head = ?, answer_body = ? WHERE seq = ?')
    .run(answer.sealId, answer.head, answer.body, Number(row.seq));
  rememberSeal(store, answer.sealId);
  if (settlement.coolDown !== null) {
    rememberThrottle(store, [String(row.place), String(row.key_hash), String(row.operation)], {
      seq: Number(row.seq),
      begunAt: Number(row.begun_at),
      settledAt,
      ...settlement.coolDown,
    });
  }
  return true;
}

/**
 * What was recorded of an order before its answer came stays in the timeline alone, unless the answer says nothing either. What was
 * recorded later, of which an answer out of a backup is the older word, goes only where that answer leaves nothing to be recorded.
 */
export function giveWay(store: Store, seq: number): void {
  store
    .sql(
      `UPDATE orders SET resolved = NULL, resolved_at = NULL WHERE seq = ? AND resolved IS NOT NULL
         AND CASE WHEN outcome = 'unknown' AND billing = 'unknown' THEN 0
           WHEN outcome IN ('pending', 'held', 'unknown') OR billing = 'unknown' THEN resolved_at <= settled_at
           ELSE 1 END`,
    )
    .run(seq);
}

/**
 * Of two answers to one account the later written is the last one, also within one millisecond: where a call that was begun
 * later was answered in the very same, this answer is kept as of the next. Among the others the place in the file tells.
 * Returns when it is kept to have come, ms since the epoch.
 */
function keepInOrder(
  store: Store,
  { seq, place, key_hash }: Readonly<Record<string, unknown>>,
  { settledAt, httpStatus, failureCode }: Settlement,
): number {
  if (httpStatus === null || failureCode !== null) return settledAt;
  const taken = store.sql(
    `SELECT 1 FROM orders WHERE place = ? AND key_hash = ? AND settled_at = ? AND http_status IS NOT NULL
       AND failure_code IS NULL AND seq > ? LIMIT 1`,
  );
  let at = settledAt;
  while (taken.get(String(place), String(key_hash), at, Number(seq)) !== undefined) at += 1;
  if (at !== settledAt) store.sql('UPDATE orders SET settled_at = ? WHERE seq = ?').run(at, Number(seq));
  return at;
}

/** Turns every order past its deadline into `lost`, and says when: its request is all that will be kept. Returns their ids. */
export function loseOverdue(store: Store, now: number): OrderId[] {
  const rows = store
    .sql(
      `UPDATE orders SET state = 'lost', outcome = 'unknown', billing = 'unknown', evidence = 'not-known', payloads_kept = 1
       WHERE state = 'in-flight' AND deadline_at < ? RETURNING id, seq`,
    )
    .all(now);
  const event = store.sql(`INSERT INTO events (seq, kind, at) VALUES (?, 'lost', ?)`);
  for (const row of rows) event.run(Number(row.seq), now);
  return rows.map((row) => orderId(String(row.id)));
}

/** Lost orders whose request is kept without a word of it: so versions before left them, and no retention found them. */
export function tellLostRequests(store: Store): void {
  store
    .sql(
      `UPDATE orders SET payloads_kept = 1 WHERE seq IN (SELECT o.seq FROM facets f CROSS JOIN orders o ON o.facet = f.id
         JOIN payloads p ON p.seq = o.seq WHERE f.outcome = 'unknown' AND o.state = 'lost' AND o.payloads_kept = 0)`,
    )
    .run();
}

/** An order has one note: the new one takes the place of the old, of which nothing stays. */
export function writeNote(store: Store, seq: number, at: number, note: Sealed | null): void {
  store.sql(`DELETE FROM events WHERE seq = ? AND kind = 'noted'`).run(seq);
  if (note !== null) {
    store
      .sql(`INSERT INTO events (seq, kind, at, seal_id, words) VALUES (?, 'noted', ?, ?, ?)`)
      .run(seq, at, note.sealId, note.body);
    rememberSeal(store, note.sealId);
  }
  store.sql('UPDATE orders SET has_note = ? WHERE seq = ?').run(note === null ? 0 : 1, seq);
}

export function writeResolution(
  store: Store,
  seq: number,
  event: { readonly outcome: string; readonly at: number; readonly pasted: Uint8Array | null },
  words: Sealed,
): void {
  store
    .sql(
      `INSERT INTO events (seq, kind, at, outcome, seal_id, words, pasted) VALUES (?, 'resolved', ?, ?, ?, ?, ?)`,
    )
    .run(seq, event.at, event.outcome, words.sealId, words.body, event.pasted);
  rememberSeal(store, words.sealId);
  store
    .sql('UPDATE orders SET resolved = ?, resolved_at = ? WHERE seq = ?')
    .run(event.outcome, event.at, seq);
}
