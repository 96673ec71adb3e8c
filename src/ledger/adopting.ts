import { readable } from './faults.ts';
import { laterWaits } from './meters.ts';
import type { Store } from './store.ts';

/** What was kept of a key before there were hashes: its last four characters, of a short one nothing. Source: calls/keys/key.ts. */
function tailOf(key: string): string {
  return `tail:${key.length >= 12 ? key.slice(-4) : ''}`;
}

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
 * Of answered orders the newest alone is taken over, as only that one is ever asked for by its key.
 * @throws Error with one sentence
 */
export async function adoptKey(store: Store, place: string, key: string, hash: string): Promise<void> {
  const tail = tailOf(key);
  const from = [place, ''];
  const due = await readable(() =>
    store.read(
      () =>
        from.some((one) => anyMeter(store, one, tail)) ||
        anyUnderWay(store, place, tail) ||
        answerToAdopt(store, place, tail, hash) !== null,
    ),
  );
  if (!due) return;
  await readable(() =>
    store.write(() => {
      for (const one of from) adoptMeters(store, one, tail, place, hash);
      store
        .sql(`UPDATE orders SET key_hash = ? WHERE state = 'in-flight' AND place = ? AND key_hash = ?`)
        .run(hash, place, tail);
      const answer = answerToAdopt(store, place, tail, hash);
      if (answer !== null) store.sql('UPDATE orders SET key_hash = ? WHERE seq = ?').run(hash, answer);
    }),
  );
}
