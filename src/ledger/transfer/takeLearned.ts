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
/** Orders looked at between two turns of the host. */
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

/** An order that taught there, and what is counted of its input. */
interface Taught {
  readonly id: string;
  /** As this history has it. */
  readonly fingerprint: string | null;
  readonly taught: number;
  /** As this history prints it. */
  readonly print: Uint8Array;
  readonly counted: readonly { readonly learned: number; readonly set: number }[];
}

interface Reading {
  readonly store: Store;
  readonly copy: DatabaseSync;
  /** Null where the key that made the prints did not come along. */
  readonly from: Prints | null;
  readonly to: Prints;
}

/** Some of the orders of the backup that taught there and are here. */
function taughtBy({ store, copy, from, to }: Reading, rows: readonly Row[]): readonly Taught[] {
  const here = store.sql('SELECT fingerprint FROM orders WHERE id = ? AND taught = 0');
  const theirs = copy.prepare(
    `SELECT learned, fact_set FROM fact_inputs WHERE print = ?
       AND learned IN (SELECT id FROM learned WHERE operation = ? AND place = ?)`,
  );
  return rows.flatMap((row) => {
    const [id, place] = [String(row.id), String(row.place)];
    const own = here.get(id);
    if (own === undefined) return [];
    const fingerprint = writtenOrNull<string>(own.fingerprint);
    const old = from?.input({ id, place, fingerprint: writtenOrNull(row.fingerprint) });
    const found = old === undefined ? [] : theirs.all(old, String(row.operation), place);
    const counted = found.map((input) => ({ learned: Number(input.learned), set: Number(input.fact_set) }));
    return [
      { id, fingerprint, taught: Number(row.taught), print: to.input({ id, place, fingerprint }), counted },
    ];
  });
}

/** All of them, read a step at a time. */
async function allTaught(reading: Reading): Promise<readonly Taught[]> {
  const { store, copy } = reading;
  const next = copy.prepare(
    `SELECT seq, id, operation, place, fingerprint, taught FROM orders WHERE taught <> 0 AND seq > ? ORDER BY seq LIMIT ${step}`,
  );
  const all: Taught[] = [];
  for (let after = -1; ; ) {
    const rows = next.all(after);
    const end = rows.at(-1);
    if (end === undefined) return all;
    all.push(...(await store.read(() => taughtBy(reading, rows))));
    after = Number(end.seq);
    await turn();
  }
}

/** The inputs of orders that taught there; those orders have taught here, too. One that was erased since it was read has no input. */
function writeInputs(store: Store, orders: readonly Taught[]): void {
  const mark = store.sql('UPDATE orders SET taught = ? WHERE id = ? AND taught = 0 AND fingerprint IS ?');
  const add = store.sql('INSERT OR IGNORE INTO fact_inputs (print, learned, fact_set) VALUES (?, ?, ?)');
  for (const { id, fingerprint, taught, print, counted } of orders) {
    if (Number(mark.run(taught, id, fingerprint).changes) === 0) continue;
    for (const { learned, set } of counted) add.run(print, learned, set);
  }
}

/**
 * What a backup has learned, into a history that has learned nothing yet; two that have are not added up, as nobody could
 * tell which inputs both have met. After its orders are here. All of it or nothing: counts without their inputs would count
 * each once more that is asked again, and take one person's value for that of two.
 * @param keys by seal
 */
export async function takeLearned(
  store: Store,
  copy: DatabaseSync,
  own: SealingKey,
  keys: ReadonlyMap<string, SealingKey>,
): Promise<void> {
  const seal = copy.prepare('SELECT seal FROM learning').get()?.seal;
  if (seal === undefined || !(await store.read(() => isUnlearned(store)))) return;
  const key = keys.get(String(seal));
  const to = new Prints(own);
  const orders = await allTaught({ store, copy, from: key === undefined ? null : new Prints(key), to });
  await store.write(() => {
    if (!isUnlearned(store)) return;
    const above = versionsAbove();
    for (const table of tables) copyTable(store, copy, table, above);
    if (seal === own.id) store.sql('INSERT OR REPLACE INTO learning (id, seal) VALUES (1, ?)').run(own.id);
    else reprintLearned(store, to);
    writeInputs(store, orders);
  });
}
