import { readable } from './faults.ts';
import { laterWaits } from './meters.ts';
import type { Store } from './store.ts';

/** As a tail is kept beside meters. @param end a key's last four characters, of a short one nothing; source: calls/keys/key.ts */
function tailWith(end: string): string {
  return `tail:${end}`;
}

/** What was kept of a key before there were hashes. */
function tailOf(key: string): string {
  return tailWith(key.length >= 12 ? key.slice(-4) : '');
}

/** Of a key whose hash leads nowhere any more and whose orders are erased. No tail has one character. */
const nobodysTail = tailWith('?');

/** Answers of an account, newest first; what is certain to be refused is told from the newest alone. */
function newestAnswer(
  store: Store,
  place: string,
  keyHash: string,
): { readonly seq: number; readonly at: number } | null {
  const row = store
    .sql(
      `SELECT seq, settled_at FROM orders WHERE place = ? AND key_hash = ? AND http_status IS NOT NULL
         AND failure_code IS NULL ORDER BY settled_at DESC, seq DESC LIMIT 1`,
    )
    .get(place, keyHash);
  return row === undefined ? null : { seq: Number(row.seq), at: Number(row.settled_at) };
}

/** The newest answer kept by the key's tail, where it is newer than what is kept by its hash. */
function answerToAdopt(store: Store, place: string, tail: string, hash: string): number | null {
  const old = newestAnswer(store, place, tail);
  if (old === null) return null;
  const own = newestAnswer(store, place, hash);
  return own === null || own.at < old.at ? old.seq : null;
}

function anyMeter(store: Store, place: string, tail: string): boolean {
  const begun = store.sql('SELECT 1 FROM begun WHERE place = ? AND key_hash = ? LIMIT 1');
  const throttle = store.sql('SELECT 1 FROM throttles WHERE place = ? AND key_hash = ? LIMIT 1');
  return (begun.get(place, tail) ?? throttle.get(place, tail)) !== undefined;
}

/** An order under way whose 429 is still to come must cool its own key down. */
function anyUnderWay(store: Store, place: string, tail: string): boolean {
  return (
    store
      .sql(`SELECT 1 FROM orders WHERE state = 'in-flight' AND place = ? AND key_hash = ? LIMIT 1`)
      .get(place, tail) !== undefined
  );
}

/** Meters and cool-downs of one place; of two cool-downs the later end counts, of two lessons the later one. */
function adoptMeters(store: Store, from: string, tail: string, place: string, hash: string): void {
  store
    .sql('UPDATE begun SET place = ?, key_hash = ? WHERE place = ? AND key_hash = ?')
    .run(place, hash, from, tail);
  store
    .sql(
      `INSERT INTO throttles (operation, place, key_hash, until, since, guessed, seq, calls, calls_at, sane_until,
         sane_since, sane_guessed)
       SELECT operation, ?, ?, until, since, guessed, seq, calls, calls_at, sane_until, sane_since, sane_guessed FROM throttles WHERE place = ? AND key_hash = ?
       ON CONFLICT DO UPDATE SET
         calls = CASE WHEN coalesce(calls_at, 0) > coalesce(excluded.calls_at, 0) THEN calls ELSE excluded.calls END,
         calls_at = max(coalesce(calls_at, 0), coalesce(excluded.calls_at, 0)),
         ${laterWaits}`,
    )
    .run(place, hash, from, tail);
  store.sql('DELETE FROM throttles WHERE place = ? AND key_hash = ?').run(from, tail);
}

/**
 * What was counted by the last characters of a key counts as this key's from now on. Where a version before had erased
 * all orders of an environment, nobody knows its place any more (''): the key's last characters have to do there, too.
 * Where nobody knows the key, the first one that is used at the place has to do. Of answered orders the newest alone is taken over, as only that one is ever asked for by its key.
 * @throws Error with one sentence
 */
export async function adoptKey(store: Store, place: string, key: string, hash: string): Promise<void> {
  const tail = tailOf(key);
  const from = [[place, tail] as const, ['', tail] as const, [place, nobodysTail] as const];
  const due = await readable(() =>
    store.read(
      () =>
        from.some((one) => anyMeter(store, ...one)) ||
        anyUnderWay(store, place, tail) ||
        answerToAdopt(store, place, tail, hash) !== null,
    ),
  );
  if (!due) return;
  await readable(() =>
    store.write(() => {
      for (const one of from) adoptMeters(store, ...one, place, hash);
      store
        .sql(`UPDATE orders SET key_hash = ? WHERE state = 'in-flight' AND place = ? AND key_hash = ?`)
        .run(hash, place, tail);
      const answer = answerToAdopt(store, place, tail, hash);
      if (answer !== null) store.sql('UPDATE orders SET key_hash = ? WHERE seq = ?').run(hash, answer);
    }),
  );
}

/** Whose calls or waits are kept by a hash. */
const counting = `SELECT place, key_hash FROM begun WHERE key_hash <> '' AND key_hash NOT GLOB 'tail:*'
  UNION SELECT place, key_hash FROM throttles WHERE key_hash <> '' AND key_hash NOT GLOB 'tail:*'`;

/** By any order of this hash that is left. Erasing takes orders, and leaves what was counted. */
function tailOfHash(store: Store, place: string, hash: string): string {
  const row = store
    .sql(
      `SELECT o.key_tail FROM begun b CROSS JOIN orders o ON o.seq = b.seq WHERE b.place = ?1 AND b.key_hash = ?2
       UNION ALL SELECT o.key_tail FROM throttles t CROSS JOIN orders o ON o.seq = t.seq WHERE t.place = ?1 AND t.key_hash = ?2
       UNION ALL SELECT key_tail FROM orders WHERE place = ?1 AND key_hash = ?2 AND http_status IS NOT NULL AND failure_code IS NULL
       LIMIT 1`,
    )
    .get(place, hash);
  return row === undefined ? nobodysTail : tailWith(String(row.key_tail ?? ''));
}

/** The newest answer of each key; older ones are never asked for, so the newest of all come first. */
function answersByTail(store: Store): void {
  const accounts = store
    .sql(
      `SELECT place, key_hash, max(settled_at) AS at FROM orders WHERE http_status IS NOT NULL AND failure_code IS NULL
         AND key_hash <> '' AND key_hash NOT GLOB 'tail:*' GROUP BY place, key_hash`,
    )
    .all()
    .sort((a, b) => Number(b.at) - Number(a.at));
  for (const { place, key_hash: hash } of accounts) {
    const tail = tailOfHash(store, String(place), String(hash));
    const answer = answerToAdopt(store, String(place), String(hash), tail);
    if (answer !== null) store.sql('UPDATE orders SET key_hash = ? WHERE seq = ?').run(tail, answer);
  }
}

/**
 * Another key seals from now on, with which the hashes of API keys are others: what is kept by those made before is kept by
 * the keys' last characters until each key is used again. Within a transaction that writes.
 */
export function keepByTails(store: Store): void {
  for (const row of store.sql(counting).all()) {
    const [place, hash] = [String(row.place), String(row.key_hash)];
    adoptMeters(store, place, hash, place, tailOfHash(store, place, hash));
  }
  store
    .sql(
      `UPDATE orders SET key_hash = 'tail:' || coalesce(key_tail, '')
       WHERE state = 'in-flight' AND key_hash <> '' AND key_hash NOT GLOB 'tail:*'`,
    )
    .run();
  answersByTail(store);
}
