import { randomInt } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Prints } from '../learning/prints.ts';
import { reprintLearned } from '../learning/reprint.ts';
import type { SealingKey } from '../sealing.ts';
import type { Store } from '../store.ts';
import { writtenOrNull } from '../written.ts';
import type { Row } from './reseal.ts';

/** With their ids: they go into tables that are empty. Parents first. */
const tables = ['learned', 'facts', 'fact_sets', 'fact_ranges', 'fact_places'] as const;
/** Orders looked at in one transaction. */
const step = 500;

function isUnlearned(store: Store): boolean {
  return store.sql('SELECT 1 FROM learned LIMIT 1').get() === undefined;
}

/** No window may take for its own what it remembers of a shape that had the same id before. */
const versionsAbove = (): number => randomInt(2 ** 40);

function copyTable(store: Store, copy: DatabaseSync, table: (typeof tables)[number], above: number): void {
  const rows = copy.prepare(`SELECT * FROM ${table}`);
  for (const row of rows.iterate()) {
    const names = Object.keys(row);
    const values: SQLOutputValue[] = Object.entries(row).map(([name, value]) =>
      name === 'known' ? Number(value) + above : value,
    );
    const marks = names.map(() => '?').join(', ');
    const insert = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`;
    store.sql(insert).run(...values);
  }
}

/** The inputs of orders that taught there, as this history prints them; those orders have taught here, too. */
function copyInputs(
  store: Store,
  copy: DatabaseSync,
  rows: readonly Row[],
  from: Prints | null,
  to: Prints,
): void {
  const here = store.sql('SELECT fingerprint, taught FROM orders WHERE id = ?');
  const theirs = copy.prepare(
    `SELECT learned, fact_set FROM fact_inputs WHERE print = ?
       AND learned IN (SELECT id FROM learned WHERE operation = ? AND place = ?)`,
  );
  const add = store.sql('INSERT OR IGNORE INTO fact_inputs (print, learned, fact_set) VALUES (?, ?, ?)');
  const mark = store.sql('UPDATE orders SET taught = ? WHERE id = ?');
  for (const row of rows) {
    const [id, place] = [String(row.id), String(row.place)];
    const own = here.get(id);
    if (own === undefined || own.taught !== 0) continue;
    const print = to.input({ id, place, fingerprint: writtenOrNull(own.fingerprint) });
    const old = from?.input({ id, place, fingerprint: writtenOrNull(row.fingerprint) });
    const found = old === undefined ? [] : theirs.all(old, String(row.operation), place);
    for (const input of found) add.run(print, Number(input.learned), Number(input.fact_set));
    mark.run(Number(row.taught), id);
  }
}

/**
 * What a backup has learned, into a history that has learned nothing yet; two that have are not added up, as nobody could
 * tell which inputs both have met. After its orders are here.
 * @param keys by seal
 */
export async function takeLearned(
  store: Store,
  copy: DatabaseSync,
  own: SealingKey,
  keys: ReadonlyMap<string, SealingKey>,
): Promise<void> {
  const seal = copy.prepare('SELECT seal FROM learning').get()?.seal;
  if (seal === undefined) return;
  const key = keys.get(String(seal));
  const from = key === undefined ? null : new Prints(key);
  const to = new Prints(own);
  const taken = await store.write(() => {
    if (!isUnlearned(store)) return false;
    const above = versionsAbove();
    for (const table of tables) copyTable(store, copy, table, above);
    if (seal === own.id) store.sql('INSERT OR REPLACE INTO learning (id, seal) VALUES (1, ?)').run(own.id);
    else reprintLearned(store, to);
    return true;
  });
  if (!taken) return;
  const next = copy.prepare(
    `SELECT seq, id, operation, place, fingerprint, taught FROM orders WHERE taught <> 0 AND seq > ? ORDER BY seq LIMIT ${step}`,
  );
  for (let after = -1; ; ) {
    const rows = next.all(after);
    const end = rows.at(-1);
    if (end === undefined) return;
    await store.write(() => copyInputs(store, copy, rows, from, to));
    after = Number(end.seq);
    await turn();
  }
}
