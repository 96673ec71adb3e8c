import { type OrderId, orderId } from '../calls/ports/ids.ts';
import { LedgerRefusal, type OrderSummary } from '../calls/ports/ports.ts';
import { summaryColumns, summaryOf } from './rows.ts';
import type { Store } from './store.ts';

/** As commands say it, too: an order may be erased while one is about it. */
export function orderGone(): LedgerRefusal {
  return new LedgerRefusal('order-gone', { text: 'This order is no longer in the order history.' });
}

function settled(text: string): LedgerRefusal {
  return new LedgerRefusal('settled', { text });
}

/** @throws when there is no such order */
export function seqOf(store: Store, id: OrderId): number {
  const row = store.sql('SELECT seq FROM orders WHERE id = ?').get(id);
  if (row === undefined) throw orderGone();
  return Number(row.seq);
}

export function idsOfInput(store: Store, fingerprint: string): OrderId[] {
  const rows = store.sql('SELECT id FROM orders WHERE fingerprint = ?').all(fingerprint);
  return rows.map((row) => orderId(String(row.id)));
}

/** @throws when the service answered for good, or has not answered yet: there is nothing to record. */
export function resolvableSeq(store: Store, id: OrderId): number {
  const row = store.sql('SELECT seq, state, outcome, billing FROM orders WHERE id = ?').get(id);
  if (row === undefined) throw orderGone();
  if (row.state === 'in-flight')
    throw settled('This order is still under way: its outcome is recorded when it ends.');
  const leftOpen =
    row.state === 'lost' ||
    row.billing === 'unknown' ||
    ['pending', 'held', 'unknown'].includes(String(row.outcome));
  if (!leftOpen) throw settled('This order is settled: there is no outcome to record.');
  return Number(row.seq);
}

/** Its parts say how else a request may be read; a file that may not be written may be of a version that kept none. */
export function sameInput(
  store: Store,
  fingerprint: string,
  limit: number,
  orReadAs = false,
): OrderSummary[] {
  const isRead = orReadAs && store.hasTable('input_parts');
  const places = isRead
    ? 'SELECT seq FROM orders WHERE fingerprint = ? UNION SELECT seq FROM input_parts WHERE fingerprint = ?'
    : 'SELECT seq FROM orders WHERE fingerprint = ?';
  return store
    .sql(
      `SELECT ${summaryColumns} FROM orders WHERE seq IN (${places}) ORDER BY begun_at DESC, seq DESC LIMIT ?`,
    )
    .all(...(isRead ? [fingerprint, fingerprint] : [fingerprint]), limit)
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

/** A file that may not be written may be of a version that did not count them: then nothing is erased either. */
export function erasureCount(store: Store): number {
  if (!store.hasTable('erasures')) return 0;
  return Number(store.sql('SELECT count FROM erasures').get()?.count ?? 0);
}
