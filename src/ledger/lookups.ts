import type { OrderSummary } from '../calls/ports.ts';
import type { OperationId } from '../contract/words.ts';
import { summaryColumns, summaryOf } from './rows.ts';
import type { Store } from './store.ts';

/** @throws when there is no such order */
export function seqOf(store: Store, id: string): number {
  const row = store.sql('SELECT seq FROM orders WHERE id = ?').get(id);
  if (row === undefined) throw new Error('there is no such order');
  return Number(row.seq);
}

export function knownSeqs(store: Store, ids: readonly string[]): number[] {
  const find = store.sql('SELECT seq FROM orders WHERE id = ?');
  return ids
    .map((id) => find.get(id))
    .filter((row) => row !== undefined)
    .map((row) => Number(row.seq));
}

export function seqsOfInput(store: Store, fingerprint: string): number[] {
  const rows = store.sql('SELECT seq FROM orders WHERE fingerprint = ?').all(fingerprint);
  return rows.map((row) => Number(row.seq));
}

/** @throws when the service answered for good, or has not answered yet: there is nothing to record. */
export function resolvableSeq(store: Store, id: string): number {
  const row = store.sql('SELECT seq, state, outcome FROM orders WHERE id = ?').get(id);
  if (row === undefined) throw new Error('there is no such order');
  if (row.state === 'in-flight')
    throw new Error('this order is still under way: its outcome comes by itself');
  const leftOpen = row.state === 'lost' || ['pending', 'held', 'unknown'].includes(String(row.outcome));
  if (!leftOpen) throw new Error('the service settled this order for good: there is no outcome to record');
  return Number(row.seq);
}

export function sameInput(store: Store, fingerprint: string, limit: number): OrderSummary[] {
  return store
    .sql(
      `SELECT ${summaryColumns} FROM orders WHERE fingerprint = ? ORDER BY begun_at DESC, seq DESC LIMIT ?`,
    )
    .all(fingerprint, limit)
    .map(summaryOf);
}

export function span(store: Store): { readonly oldest: number; readonly newest: number } | null {
  const row = store
    .sql('SELECT (SELECT min(begun_at) FROM orders) AS oldest, (SELECT max(begun_at) FROM orders) AS newest')
    .get();
  return typeof row?.oldest === 'number' ? { oldest: row.oldest, newest: Number(row.newest) } : null;
}

export function attentionCount(store: Store): number {
  return Number(store.sql('SELECT count(*) AS n FROM orders WHERE attention = 1').get()?.n ?? 0);
}

export function anyOverdue(store: Store, now: number): boolean {
  const overdue = store.sql(`SELECT 1 FROM orders WHERE state = 'in-flight' AND deadline_at < ? LIMIT 1`);
  return overdue.get(now) !== undefined;
}

export function begunSince(
  store: Store,
  operation: OperationId,
  environment: string,
  keyTail: string | null,
  since: number,
): number[] {
  return store
    .sql(
      `SELECT begun_at FROM orders WHERE operation = ? AND environment = ? AND key_tail IS ? AND begun_at >= ?
         AND outcome <> 'not-sent' ORDER BY begun_at`,
    )
    .all(operation, environment, keyTail, since)
    .map((row) => Number(row.begun_at));
}

export function billedSince(
  store: Store,
  operation: OperationId,
  environment: string,
  since: number,
): number {
  const row = store
    .sql(
      `SELECT count(*) AS n FROM orders WHERE operation = ? AND environment = ? AND begun_at >= ?
         AND state <> 'in-flight' AND billing IN ('billed', 'unknown')`,
    )
    .get(operation, environment, since);
  return Number(row?.n ?? 0);
}
