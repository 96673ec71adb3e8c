import type { BatchId } from '../calls/ports/ids.ts';
import type { OrderFilter, OrderQuery, OrderSummary } from '../calls/ports/ports.ts';
import { type Narrowing, narrowingOf } from './narrowing.ts';
import { type ListPlace, summaryColumns, summaryOf } from './rows.ts';
import type { Store } from './store.ts';

/** How many of the newest rows are looked at for a match before the index by facet is asked; some 2 ms. */
const scanned = 4000;
const endOfTime = Number.MAX_SAFE_INTEGER;

export interface Facet {
  readonly id: number;
  readonly operation: string;
  readonly environment: string;
  readonly outcome: string;
  readonly messageCode: string;
  readonly billing: string;
  readonly attention: boolean;
  readonly hasNote: boolean;
}

/** Every combination that occurs: a few hundred at most. */
export function facets(store: Store): Facet[] {
  return store
    .sql('SELECT * FROM facets')
    .all()
    .map((row) => ({
      id: Number(row.id),
      operation: String(row.operation),
      environment: String(row.environment),
      outcome: String(row.outcome),
      messageCode: String(row.message_code),
      billing: String(row.billing),
      attention: row.attention === 1,
      hasNote: row.has_note === 1,
    }));
}

function oneOf(chosen: readonly string[] | undefined, value: string): boolean {
  return chosen === undefined || chosen.includes(value);
}

function matches(facet: Facet, group: OrderQuery['group'], filter: OrderFilter): boolean {
  return (
    (group === 'all' || facet.attention === (group === 'attention')) &&
    oneOf(filter.environments, facet.environment) &&
    oneOf(filter.operations, facet.operation) &&
    oneOf(filter.outcomes, facet.outcome) &&
    oneOf(filter.messageCodes, facet.messageCode) &&
    oneOf(filter.billings, facet.billing) &&
    (filter.hasNote === undefined || facet.hasNote === filter.hasNote)
  );
}

function placeOf(row: Readonly<Record<string, unknown>>): ListPlace {
  return { begunAt: Number(row.begun_at), seq: Number(row.seq) };
}

function newestFirst(a: ListPlace, b: ListPlace): number {
  return b.begunAt - a.begunAt || b.seq - a.seq;
}

/** A stretch of time in one direction, from a place on. */
interface Walk {
  readonly oldestFirst: boolean;
  /** begunAt, from inclusive, to exclusive. */
  readonly from: number;
  readonly to: number;
  readonly after: ListPlace | null;
  readonly limit: number;
}

/** Before all orders that begin at this time: their seqs count from 1. */
function timePlace(begunAt: number): ListPlace {
  return { begunAt, seq: 0 };
}

/** The condition on time and place, with its parameters, and the order of rows. */
function stretch({ oldestFirst, from, to, after }: Walk) {
  if (oldestFirst) {
    const start = timePlace(from);
    const { begunAt, seq } = after !== null && newestFirst(after, start) < 0 ? after : start;
    return {
      inStretch: 'begun_at < ? AND (begun_at, seq) > (?, ?)',
      values: [to, begunAt, seq] as const,
      byTime: 'begun_at, seq',
    };
  }
  const end = timePlace(to);
  const { begunAt, seq } = after !== null && newestFirst(after, end) > 0 ? after : end;
  return {
    inStretch: 'begun_at >= ? AND (begun_at, seq) < (?, ?)',
    values: [from, begunAt, seq] as const,
    byTime: 'begun_at DESC, seq DESC',
  };
}

/** Where most rows match, the first rows hold a page of them. */
function amongFirst(store: Store, ids: readonly number[], walk: Walk): ListPlace[] {
  const { inStretch, values, byTime } = stretch(walk);
  return store
    .sql(
      `SELECT begun_at, seq FROM (SELECT begun_at, seq, facet FROM orders INDEXED BY orders_newest
         WHERE ${inStretch} ORDER BY ${byTime} LIMIT ${scanned})
       WHERE facet IN (SELECT value FROM json_each(?)) ORDER BY ${byTime} LIMIT ?`,
    )
    .all(...values, JSON.stringify(ids), walk.limit)
    .map(placeOf);
}

/** The first of each facet, merged; what lies behind a full page found so far is never read. */
function byFacet(
  store: Store,
  ids: readonly number[],
  walk: Walk,
  { only, values: narrow, index: narrowed }: Narrowing,
): ListPlace[] {
  const { oldestFirst, limit } = walk;
  const { inStretch, byTime } = stretch(walk);
  const index = narrowed ?? 'orders_facet';
  const first = store.sql(
    `SELECT begun_at, seq FROM orders INDEXED BY ${index} WHERE ${only} facet = ? AND ${inStretch} ORDER BY ${byTime} LIMIT ?`,
  );
  let found: ListPlace[] = [];
  let bound: Walk = walk;
  for (const id of ids) {
    const rows = first.all(...narrow, id, ...stretch(bound).values, limit);
    if (rows.length === 0) continue;
    found = [...found, ...rows.map(placeOf)].sort(newestFirst);
    if (oldestFirst) found.reverse();
    found = found.slice(0, limit);
    const end = found.at(-1)?.begunAt;
    if (found.length < limit || end === undefined) continue;
    bound = oldestFirst ? { ...walk, to: end + 1 } : { ...walk, from: end };
  }
  return found;
}

/** A batch is small beside the ledger: its own rows are looked through. */
function ofBatch(
  store: Store,
  batch: BatchId,
  ids: readonly number[],
  walk: Walk,
  { only, values: narrow }: Narrowing,
): ListPlace[] {
  const { inStretch, values, byTime } = stretch(walk);
  return store
    .sql(
      `SELECT begun_at, seq FROM orders INDEXED BY orders_batch
       WHERE ${only} batch = ? AND ${inStretch} AND facet IN (SELECT value FROM json_each(?)) ORDER BY ${byTime} LIMIT ?`,
    )
    .all(...narrow, batch, ...values, JSON.stringify(ids), walk.limit)
    .map(placeOf);
}

/** The facets a query lets through. */
export function facetsOf(store: Store, { group, filter = {} }: Matching): Facet[] {
  return facets(store).filter((facet) => matches(facet, group, filter));
}

/** Which orders, in no order. */
export type Matching = Pick<OrderQuery, 'group' | 'filter'>;

/** The first orders of these facets after a place, by time; logarithmic in the size of the ledger. */
export function placesOf(
  store: Store,
  ids: readonly number[],
  filter: OrderFilter,
  after: ListPlace | null,
  limit: number,
  oldestFirst = false,
): ListPlace[] {
  if (ids.length === 0) return [];
  const from = filter.from ?? Number.MIN_SAFE_INTEGER;
  const walk: Walk = { oldestFirst, from, to: filter.to ?? endOfTime, after, limit };
  const narrowing = narrowingOf(filter);
  if (filter.batch !== undefined) return ofBatch(store, filter.batch, ids, walk, narrowing);
  if (narrowing.only !== '') return byFacet(store, ids, walk, narrowing);
  const near = amongFirst(store, ids, walk);
  return near.length === limit ? near : byFacet(store, ids, walk, narrowing);
}

/** Places of the newest matching orders before a place, newest first. */
export function places(store: Store, query: Matching, after: ListPlace | null, limit: number): ListPlace[] {
  const ids = facetsOf(store, query).map((facet) => facet.id);
  return placesOf(store, ids, query.filter ?? {}, after, limit);
}

/** How many match, up to a number: an index is read no further. */
export function countPlaces(store: Store, query: Matching, most: number): number {
  const { filter = {} } = query;
  const ids = facetsOf(store, query).map((facet) => facet.id);
  if (filter.batch !== undefined) return placesOf(store, ids, filter, null, most).length;
  const { only, values, index: narrowed } = narrowingOf(filter);
  const index = narrowed ?? 'orders_facet';
  const row = store
    .sql(
      `SELECT count(*) AS n FROM (SELECT 1 FROM orders INDEXED BY ${index}
         WHERE ${only} facet IN (SELECT value FROM json_each(?)) AND begun_at >= ? AND begun_at < ? LIMIT ?)`,
    )
    .get(
      ...values,
      JSON.stringify(ids),
      filter.from ?? Number.MIN_SAFE_INTEGER,
      filter.to ?? endOfTime,
      most,
    );
  return Number(row?.n ?? 0);
}

/** Rows of these places, in their order. */
export function summariesAt(store: Store, found: readonly ListPlace[]): OrderSummary[] {
  const row = store.sql(`SELECT ${summaryColumns} FROM orders WHERE seq = ?`);
  return found
    .map((place) => row.get(place.seq))
    .filter((one) => one !== undefined)
    .map(summaryOf);
}

/** Values that occur, sorted; those only erased orders had are gone from the facets. */
export function distinctValues(store: Store): {
  readonly environments: readonly string[];
  readonly messageCodes: readonly string[];
} {
  const occurs = store.sql('SELECT 1 FROM orders WHERE facet = ? LIMIT 1');
  const present = facets(store).filter((facet) => occurs.get(facet.id) !== undefined);
  const sorted = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '').sort();
  return {
    environments: sorted(present.map((facet) => facet.environment)),
    messageCodes: sorted(present.map((facet) => facet.messageCode)),
  };
}
