import type { BatchId } from '../calls/ids.ts';
import type { OrderFilter, OrderPage, OrderQuery, OrderSummary } from '../calls/ports.ts';
import { cursorOf, type Place, readCursor, summaryColumns, summaryOf } from './rows.ts';
import type { Store } from './store.ts';

/** How many of the newest rows are looked at for a match before the index by facet is asked; some 2 ms. */
const scanned = 4000;
const endOfTime = Number.MAX_SAFE_INTEGER;
const last: Place = { begunAt: endOfTime, seq: endOfTime };

interface Facet {
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

function placeOf(row: Readonly<Record<string, unknown>>): Place {
  return { begunAt: Number(row.begun_at), seq: Number(row.seq) };
}

function newestFirst(a: Place, b: Place): number {
  return b.begunAt - a.begunAt || b.seq - a.seq;
}

/** Where most rows match, the newest rows hold a page of them. */
function amongNewest(
  store: Store,
  ids: readonly number[],
  from: number,
  before: Place,
  limit: number,
): Place[] {
  return store
    .sql(
      `SELECT begun_at, seq FROM (SELECT begun_at, seq, facet FROM orders INDEXED BY orders_newest
         WHERE begun_at >= ? AND (begun_at, seq) < (?, ?) ORDER BY begun_at DESC, seq DESC LIMIT ${scanned})
       WHERE facet IN (SELECT value FROM json_each(?)) ORDER BY begun_at DESC, seq DESC LIMIT ?`,
    )
    .all(from, before.begunAt, before.seq, JSON.stringify(ids), limit)
    .map(placeOf);
}

/** The newest of each facet, merged; what is older than a full page found so far is never read. */
function byFacet(store: Store, ids: readonly number[], from: number, before: Place, limit: number): Place[] {
  const newest = store.sql(
    `SELECT begun_at, seq FROM orders INDEXED BY orders_facet
     WHERE facet = ? AND begun_at >= ? AND (begun_at, seq) < (?, ?) ORDER BY begun_at DESC, seq DESC LIMIT ?`,
  );
  let found: Place[] = [];
  let oldest = from;
  for (const id of ids) {
    const rows = newest.all(id, oldest, before.begunAt, before.seq, limit);
    if (rows.length === 0) continue;
    found = [...found, ...rows.map(placeOf)].sort(newestFirst).slice(0, limit);
    if (found.length === limit) oldest = found.at(-1)?.begunAt ?? from;
  }
  return found;
}

/** A batch is small beside the ledger: its own rows are looked through. */
function ofBatch(
  store: Store,
  batch: BatchId,
  ids: readonly number[],
  from: number,
  before: Place,
  limit: number,
): Place[] {
  return store
    .sql(
      `SELECT begun_at, seq FROM orders INDEXED BY orders_batch
       WHERE batch = ? AND begun_at >= ? AND (begun_at, seq) < (?, ?) AND facet IN (SELECT value FROM json_each(?))
       ORDER BY begun_at DESC, seq DESC LIMIT ?`,
    )
    .all(batch, from, before.begunAt, before.seq, JSON.stringify(ids), limit)
    .map(placeOf);
}

/** Places of the newest matching orders before a place, newest first; logarithmic in the size of the ledger. */
export function places(
  store: Store,
  query: Pick<OrderQuery, 'group' | 'filter'>,
  after: Place | null,
  limit: number,
): Place[] {
  const filter = query.filter ?? {};
  const ids = facets(store)
    .filter((facet) => matches(facet, query.group, filter))
    .map((facet) => facet.id);
  if (ids.length === 0) return [];
  const end: Place = { begunAt: filter.to ?? endOfTime, seq: -1 };
  const before = [after ?? last, filter.to === undefined ? last : end].sort(newestFirst).at(-1) ?? last;
  const from = filter.from ?? Number.MIN_SAFE_INTEGER;
  if (filter.batch !== undefined) return ofBatch(store, filter.batch, ids, from, before, limit);
  const near = amongNewest(store, ids, from, before, limit);
  return near.length === limit ? near : byFacet(store, ids, from, before, limit);
}

/** Rows of these places, newest first. */
export function summariesAt(store: Store, found: readonly Place[]): OrderSummary[] {
  const row = store.sql(`SELECT ${summaryColumns} FROM orders WHERE seq = ?`);
  return found
    .map((place) => row.get(place.seq))
    .filter((one) => one !== undefined)
    .map(summaryOf);
}

export function listPage(store: Store, query: OrderQuery): OrderPage {
  const after = query.after === null ? null : readCursor(query.after);
  const found = places(store, query, after, query.limit + 1);
  const shown = found.slice(0, query.limit);
  const end = shown.at(-1);
  const next = found.length > query.limit && end !== undefined ? cursorOf(end) : null;
  return { orders: summariesAt(store, shown), next };
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
