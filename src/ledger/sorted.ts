import type { OrderSort, OrdersPart } from '../calls/ports/listPorts.ts';
import type { OrderQuery } from '../calls/ports/ports.ts';
import { type Facet, facetsOf, placesOf, summariesAt } from './lists.ts';
import { isWithin, narrowingOf } from './narrowing.ts';
import { cursorOf, type ListPlace, readCursor } from './rows.ts';
import type { Store } from './store.ts';

/** A place in a list that is sorted by something else than time. */
interface SortedPlace extends ListPlace {
  readonly value: string;
}

/** Up to so many matching orders are sorted here; of more, an index is walked, on which matches lie close enough. */
const sortedHere = 5000;
/** Sorts behind every day: orders without a follow-up come last, however it is sorted. */
const noDay = '';

function sortedCursor({ value, begunAt, seq }: SortedPlace): string {
  return JSON.stringify([value, begunAt, seq]);
}

function readSortedCursor(cursor: string): SortedPlace {
  const read: unknown = cursor.startsWith('[') ? JSON.parse(cursor) : null;
  if (!Array.isArray(read)) throw new Error('this is no place in a sorted order history');
  const [value, begunAt, seq]: unknown[] = read;
  return { value: String(value), begunAt: Number(begunAt), seq: Number(seq) };
}

const facetValues: Readonly<
  Record<'operation' | 'environment' | 'outcome' | 'code' | 'billing', keyof Facet>
> = {
  operation: 'operation',
  environment: 'environment',
  outcome: 'outcome',
  code: 'messageCode',
  billing: 'billing',
};

/** What a facet knows: value by value, the newest of each first. */
function byFacetValue(
  store: Store,
  query: OrderQuery,
  key: keyof Facet,
  descending: boolean,
  after: SortedPlace | null,
): SortedPlace[] {
  const groups = new Map<string, number[]>();
  for (const facet of facetsOf(store, query)) {
    const value = String(facet[key]);
    groups.set(value, [...(groups.get(value) ?? []), facet.id]);
  }
  const values = [...groups.keys()].sort();
  if (descending) values.reverse();
  const found: SortedPlace[] = [];
  for (const value of values) {
    const passed = after !== null && (descending ? value > after.value : value < after.value);
    if (passed) continue;
    const from = after?.value === value ? after : null;
    const left = query.limit + 1 - found.length;
    const rows = placesOf(store, groups.get(value) ?? [], query.filter ?? {}, from, left);
    found.push(...rows.map((place) => ({ ...place, value })));
    if (found.length > query.limit) break;
  }
  return found;
}

function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function compared(a: SortedPlace, b: SortedPlace): number {
  const [x, y] = [folded(a.value), folded(b.value)];
  return x === y ? a.begunAt - b.begunAt || a.seq - b.seq : x < y ? -1 : 1;
}

function sortedPlaceOf(row: Readonly<Record<string, unknown>>): SortedPlace {
  return { value: String(row.value), begunAt: Number(row.begun_at), seq: Number(row.seq) };
}

/** By masked input: what is few is sorted here, else the index of inputs is walked. */
function byInput(
  store: Store,
  query: OrderQuery,
  descending: boolean,
  after: SortedPlace | null,
): SortedPlace[] {
  const { filter = {}, limit } = query;
  const ids = facetsOf(store, query).map((facet) => facet.id);
  const few = placesOf(store, ids, filter, null, sortedHere + 1);
  const sign = descending ? -1 : 1;
  if (few.length <= sortedHere) {
    const input = store.sql('SELECT masked_input AS value, begun_at, seq FROM orders WHERE seq = ?');
    return few
      .map((place) => input.get(place.seq))
      .filter((row) => row !== undefined)
      .map(sortedPlaceOf)
      .sort((a, b) => sign * compared(a, b))
      .filter((place) => after === null || sign * compared(place, after) > 0)
      .slice(0, limit + 1);
  }
  const inputOrder = descending ? 'DESC' : 'ASC';
  const past = `(masked_input COLLATE NOCASE, begun_at, seq) ${descending ? '<' : '>'} (?, ?, ?) AND`;
  const fromPlace = after === null ? '' : past;
  const { only, values } = narrowingOf(filter);
  const rows = store.sql(
    `SELECT masked_input AS value, begun_at, seq FROM orders INDEXED BY orders_masked
     WHERE ${only} ${fromPlace} begun_at >= ? AND begun_at < ? AND facet IN (SELECT value FROM json_each(?))
     ORDER BY masked_input COLLATE NOCASE ${inputOrder}, begun_at ${inputOrder}, seq ${inputOrder} LIMIT ?`,
  );
  const place = after === null ? [] : [after.value, after.begunAt, after.seq];
  const span = [filter.from ?? Number.MIN_SAFE_INTEGER, filter.to ?? Number.MAX_SAFE_INTEGER];
  return rows.all(...values, ...place, ...span, JSON.stringify(ids), limit + 1).map(sortedPlaceOf);
}

/** Orders with a follow-up day, by day. There are few: somebody set each of them. */
function withDay(
  store: Store,
  query: OrderQuery,
  descending: boolean,
  after: SortedPlace | null,
): SortedPlace[] {
  const ids = new Set(facetsOf(store, query).map((facet) => facet.id));
  const { filter = {} } = query;
  const rows = store
    .sql(
      `SELECT follow_up AS value, begun_at, seq, facet, repeat, drift, batch FROM orders INDEXED BY orders_follow_up
       WHERE follow_up IS NOT NULL AND begun_at >= ? AND begun_at < ?`,
    )
    .all(filter.from ?? Number.MIN_SAFE_INTEGER, filter.to ?? Number.MAX_SAFE_INTEGER)
    .filter((row) => ids.has(Number(row.facet)))
    .filter((row) => isWithin(filter, row))
    .filter((row) => filter.batch === undefined || row.batch === filter.batch)
    .map(sortedPlaceOf);
  const sign = descending ? -1 : 1;
  rows.sort((a, b) => sign * compared(a, b));
  return rows.filter((place) => after === null || sign * compared(place, after) > 0);
}

function byDue(
  store: Store,
  query: OrderQuery,
  descending: boolean,
  after: SortedPlace | null,
): SortedPlace[] {
  const { filter = {}, limit } = query;
  const dated = after?.value === noDay ? [] : withDay(store, query, descending, after);
  const found = dated.slice(0, limit + 1);
  const ids = facetsOf(store, query).map((facet) => facet.id);
  const isDated = store.sql('SELECT 1 FROM orders WHERE seq = ? AND follow_up IS NOT NULL');
  let from: ListPlace | null = after?.value === noDay ? after : null;
  while (found.length <= limit) {
    const rows = placesOf(store, ids, filter, from, limit + 1);
    const plain = rows.filter((place) => isDated.get(place.seq) === undefined);
    found.push(...plain.map((place) => ({ ...place, value: noDay })));
    from = rows.at(-1) ?? null;
    if (rows.length <= limit || from === null) break;
  }
  return found.slice(0, limit + 1);
}

function sortedPlaces(store: Store, query: OrderQuery, { by, descending }: OrderSort): SortedPlace[] {
  const after = query.after === null ? null : readSortedCursor(query.after);
  if (by === 'input') return byInput(store, query, descending, after);
  if (by === 'due') return byDue(store, query, descending, after);
  if (by === 'when') throw new Error('time is no value to sort by: it is the order itself');
  return byFacetValue(store, query, facetValues[by], descending, after);
}

function pageOf<T extends ListPlace>(
  store: Store,
  found: readonly T[],
  limit: number,
  cursor: (place: T) => string,
): OrdersPart {
  const shown = found.slice(0, limit);
  const end = shown.at(-1);
  const next = found.length > limit && end !== undefined ? cursor(end) : null;
  return { orders: summariesAt(store, shown), next };
}

/** A page of the history in any order it can be read in. */
export function listPage(store: Store, query: OrderQuery): OrdersPart {
  const { sort, filter = {}, limit } = query;
  if (sort !== undefined && sort.by !== 'when') {
    return pageOf(store, sortedPlaces(store, query, sort), limit, sortedCursor);
  }
  const ids = facetsOf(store, query).map((facet) => facet.id);
  const after = query.after === null ? null : readCursor(query.after);
  const oldestFirst = sort !== undefined && !sort.descending;
  return pageOf(store, placesOf(store, ids, filter, after, limit + 1, oldestFirst), limit, cursorOf);
}
