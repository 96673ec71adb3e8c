import type { OwnKey } from './sealing.ts';
import type { Store } from './store.ts';

/** The one key that seals, see schemaKeys. */
export interface ValidSeal {
  readonly seal: string;
  /** Ms. */
  readonly madeAt: number;
  readonly survived: boolean;
}

/** Null when none was chosen yet, or the file is of a version that had none and may not be written. */
export function validSeal(store: Store): ValidSeal | null {
  const row = store.hasTable('valid_seal') ? store.sql('SELECT * FROM valid_seal').get() : undefined;
  if (row === undefined) return null;
  return { seal: String(row.seal), madeAt: Number(row.made_at), survived: row.survived === 1 };
}

/** Whether all that was ever sealed here was sealed with other keys; of nothing there is none. */
export function isOthers(store: Store, seal: string): boolean {
  const row = store.sql('SELECT count(*) AS n, count(CASE id WHEN ? THEN 1 END) AS own FROM seals').get(seal);
  return Number(row?.n) > 0 && row?.own === 0;
}

/** Within a transaction that writes, in which it was seen that no other window holds the one before. */
export function writeValidSeal(store: Store, own: OwnKey, window: string, now: number): void {
  store
    .sql('INSERT OR REPLACE INTO valid_seal (one, seal, made_at, survived) VALUES (1, ?, ?, ?)')
    .run(own.id, now, own.lasted === true ? 1 : 0);
  store.sql('DELETE FROM seal_requests').run();
  store.sql('DELETE FROM seal_stores').run();
  rememberStore(store, own.id, window);
}

/** This window's own store was given the key: that it is found there again by the same window proves nothing. */
export function rememberStore(store: Store, seal: string, window: string): void {
  store.sql('INSERT OR IGNORE INTO seal_stores (seal, window) VALUES (?, ?)').run(seal, window);
}

/** A window found the key in its store: where it had not put it there, the store has outlived a window. */
export function rememberFound(store: Store, seal: string, window: string): void {
  if (validSeal(store)?.survived !== false) return;
  if (store.sql('SELECT 1 FROM seal_stores WHERE seal = ? AND window = ?').get(seal, window) !== undefined) {
    return;
  }
  store.sql('UPDATE valid_seal SET survived = 1 WHERE seal = ?').run(seal);
  store.sql('DELETE FROM seal_stores').run();
}
