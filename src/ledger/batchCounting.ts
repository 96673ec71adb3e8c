import { setImmediate as turn } from 'node:timers/promises';
import type { BatchRow, BatchSpend, OutcomeTally, RowGroup } from '../calls/ports/batchPorts.ts';
import type { BatchId } from '../calls/ports/ids.ts';
import { batchRowOf, rowsWithOrders, textOrNull } from './batchReading.ts';
import type { Store } from './store.ts';
import { written } from './written.ts';

/** Rows with their orders that are read at once, some ten milliseconds of the host; it goes on between two steps. */
const stepRows = 1500;

type Step = readonly [from: number, before: number];

/** All rows of a batch, a step at a time. @param by `call`: those of one call are of one step; rows that never had one are left out */
async function* steps(store: Store, batch: BatchId, by: 'row' | 'call'): AsyncGenerator<Step> {
  const ends = await store.read(() =>
    store
      .sql(
        `SELECT (SELECT max(row) FROM batch_rows WHERE batch = ?1) AS row,
           (SELECT max(call) FROM batch_rows WHERE batch = ?1 AND call IS NOT NULL) AS call`,
      )
      .get(batch),
  );
  if (typeof ends?.[by] !== 'number') return;
  const rowsOfOne = (Number(ends.row) + 1) / (ends[by] + 1);
  const size = Math.max(1, Math.floor(stepRows / rowsOfOne));
  for (let from = 0; from <= ends[by]; from += size) {
    if (from > 0) await turn();
    yield [from, from + size];
  }
}

/** What came of an order, as its user recorded it: as calls/orders/attention.ts has it. */
export const outcomeRecorded = (row: string): string => {
  const isOpen = `${row}.outcome IN ('pending', 'held', 'unknown')`;
  return `CASE WHEN ${row}.resolved IN ('verified', 'negative') AND (${isOpen} OR ${row}.billing = 'unknown') THEN ${row}.resolved
    WHEN ${row}.resolved = 'refunded' AND ${isOpen} THEN 'refunded'
    WHEN ${row}.resolved IN ('no-result', 'not-billed') AND ${isOpen} THEN 'failed' ELSE ${row}.outcome END`;
};

/** See BatchStore.outcomes. By the facet of an order, which has its billing as it was recorded. */
export async function outcomesOf(store: Store, batch: BatchId): Promise<readonly OutcomeTally[]> {
  const sums = new Map<string, OutcomeTally>();
  for await (const step of steps(store, batch, 'call')) {
    for (const one of await store.read(() => outcomesIn(store, batch, step))) {
      const key = [one.outcome, one.billing, one.messageCode ?? '', one.resolved ?? ''].join('\0');
      const { rows = 0, kept = 0, open = 0, calls = 0 } = sums.get(key) ?? {};
      sums.set(key, {
        ...one,
        ...{ rows: rows + one.rows, kept: kept + one.kept, open: open + one.open, calls: calls + one.calls },
      });
    }
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function outcomesIn(store: Store, batch: BatchId, step: Step): OutcomeTally[] {
  const rows = store.sql(
    `SELECT ${outcomeRecorded('o')} AS outcome, f.billing, o.message_code, count(*) AS n,
       count(r.input) AS kept, sum(o.is_open) AS open, count(DISTINCT r.call) AS calls,
       NULLIF(o.resolved, 'still-open') AS recorded
     FROM batch_rows r JOIN orders o ON o.id = r.order_ref CROSS JOIN facets f ON f.id = o.facet
     WHERE r.batch = ? AND r.call >= ? AND r.call < ? AND r.state IN ('done', 'undecided') GROUP BY 1, 2, 3, recorded`,
  );
  return rows.all(batch, ...step).map((row) => ({
    outcome: written(row.outcome),
    billing: written(row.billing),
    messageCode: textOrNull(row.message_code),
    ...(row.recorded === null ? {} : { resolved: written(row.recorded) }),
    rows: Number(row.n),
    kept: Number(row.kept),
    open: Number(row.open),
    calls: Number(row.calls),
  }));
}

/** See BatchStore.billed. */
export async function billedOf(store: Store, batch: BatchId): Promise<BatchSpend> {
  const calls = new Map<string | null, number>();
  let unclear = 0;
  let after: readonly [begunAt: number, seq: number] | null = [Number.MIN_SAFE_INTEGER, 0];
  while (after !== null) {
    const place: readonly [number, number] = after;
    const rows: readonly Row[] = await store.read(() => callsAfter(store, batch, place));
    for (const { price, billing } of rows) {
      const known = textOrNull(price);
      if (billing === 'billed') calls.set(known, (calls.get(known) ?? 0) + 1);
      if (billing === 'unknown') unclear += 1;
    }
    const last = rows.length < stepRows ? undefined : rows.at(-1);
    after = last === undefined ? null : [Number(last.begun_at), Number(last.seq)];
    if (after !== null) await turn();
  }
  return { byPrice: [...calls].map(([price, count]) => ({ price, calls: count })), unclear };
}

type Row = Readonly<Record<string, unknown>>;

function callsAfter(store: Store, batch: BatchId, after: readonly [number, number]): readonly Row[] {
  return store
    .sql(
      `SELECT o.begun_at, o.seq, o.price, f.billing FROM orders o CROSS JOIN facets f ON f.id = o.facet
       WHERE o.batch = ? AND (o.begun_at, o.seq) > (?, ?) AND o.state <> 'in-flight'
       ORDER BY o.begun_at, o.seq LIMIT ${stepRows}`,
    )
    .all(batch, ...after);
}

const inGroup: Readonly<Record<RowGroup['kind'], string>> = {
  outcome: `r.state IN ('done', 'undecided') AND EXISTS (SELECT 1 FROM facets f JOIN json_each(?) g
    WHERE f.id = o.facet AND g.value ->> 'outcome' = ${outcomeRecorded('o')} AND g.value ->> 'billing' = f.billing
      AND g.value ->> 'messageCode' IS o.message_code AND g.value ->> 'resolved' IS NULLIF(o.resolved, 'still-open'))`,
  state: `EXISTS (SELECT 1 FROM json_each(?) g WHERE g.value ->> 'state' = r.state AND g.value ->> 'why' IS r.why)`,
};

/** See BatchStore.rowsIn. */
export async function rowsIn(
  store: Store,
  batch: BatchId,
  { kind, among }: RowGroup,
  offset: number,
  limit: number,
): Promise<readonly BatchRow[]> {
  const find = ([from, before]: Step): readonly unknown[] =>
    store
      .sql(
        `SELECT r.row FROM batch_rows r LEFT JOIN orders o ON o.id = r.order_ref
         WHERE r.batch = ? AND r.row >= ? AND r.row < ? AND ${inGroup[kind]} ORDER BY r.row`,
      )
      .all(batch, from, before, JSON.stringify(among))
      .map(({ row }) => row);
  const found: unknown[] = [];
  let passed = 0;
  for await (const step of steps(store, batch, 'row')) {
    const those = await store.read(() => find(step));
    found.push(...those.slice(Math.max(0, offset - passed)));
    passed += those.length;
    if (found.length >= limit) break;
  }
  const rows = JSON.stringify(found.slice(0, limit));
  return store.read(() =>
    store
      .sql(`${rowsWithOrders} AND r.row IN (SELECT value FROM json_each(?)) ORDER BY r.row`)
      .all(batch, rows)
      .map(batchRowOf),
  );
}
