import type { OrderSort, OrderSortBy, OrdersPart } from '../calls/ports/listPorts.ts';
import type { OrderQuery } from '../calls/ports/ports.ts';
import { type Facet, facetsOf, type Matching, placesOf, summariesAt } from './lists.ts';
import { isWithin, narrowingOf } from './narrowing.ts';
import { cursorOf, type ListPlace, readCursor } from './rows.ts';
import type { Store } from './store.ts';

/** A place in a list that is sorted by something else than time. */
interface SortedPlace extends ListPlace {
  readonly value: string;
}

/** Fewer matching orders than these are sorted here; of more, an index is walked, on which matches lie close enough. */
const sortedHere = 5000;
const newestFirst: OrderSort = { by: 'when', descending: true };
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

/** What is asked of a sort: `limit` places at most, after a place. */
interface Asked extends Matching {
  readonly descending: boolean;
  readonly after: SortedPlace | null;
  readonly limit: number;
}

/** What a facet knows: value by value, the newest of each first. */
function byFacetValue(store: Store, asked: Asked, key: keyof Facet): SortedPlace[] {
  const { filter = {}, descending, after, limit } = asked;
  const groups = new Map<string, number[]>();
  for (const facet of facetsOf(store, asked)) {
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
    const rows = placesOf(store, groups.get(value) ?? [], filter, from, limit - found.length);
    found.push(...rows.map((place) => ({ ...place, value })));
    if (found.length === limit) break;
  }
  return found;
}

function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function compared(a: SortedPlace, b: SortedPlace): number {
  const [x, y] = [folded(a.value), folded(b.value)];
  return Number(x > y) - Number(x < y) || a.begunAt - b.begunAt || a.seq - b.seq;
}

type Order = (a: SortedPlace, b: SortedPlace) => number;

/** Those behind a place in this order, in it. */
function inOrder(
  places: readonly SortedPlace[],
  { descending, after }: Pick<Asked, 'descending' | 'after'>,
): SortedPlace[] {
  const order: Order = descending ? (a, b) => compared(b, a) : compared;
  return places.filter((place) => after === null || order(place, after) > 0).sort(order);
}

function sortedPlaceOf(row: Readonly<Record<string, unknown>>): SortedPlace {
  return { value: String(row.value), begunAt: Number(row.begun_at), seq: Number(row.seq) };
}

/** By masked input: what is few is sorted here, else the index of inputs is walked. */
function byInput(store: Store, asked: Asked): SortedPlace[] {
  const { filter = {}, descending, after, limit } = asked;
  const ids = facetsOf(store, asked).map((facet) => facet.id);
  const few = placesOf(store, ids, filter, null, sortedHere);
  if (few.length < sortedHere) {
    const input = store.sql('SELECT masked_input AS value, begun_at, seq FROM orders WHERE seq = ?');
    const rows = few.map((place) => input.get(place.seq)).filter((row) => row !== undefined);
    return inOrder(rows.map(sortedPlaceOf), asked);
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
  return rows.all(...values, ...place, ...span, JSON.stringify(ids), limit).map(sortedPlaceOf);
}

/** Orders with a follow-up day, by day. There are few: somebody set each of them. */
function withDay(store: Store, asked: Asked): SortedPlace[] {
  const ids = new Set(facetsOf(store, asked).map((facet) => facet.id));
  const { filter = {} } = asked;
  const rows = store
    .sql(
      `SELECT follow_up AS value, begun_at, seq, facet, repeat, drift, kind, identity, batch FROM orders INDEXED BY orders_follow_up
       WHERE follow_up IS NOT NULL AND begun_at >= ? AND begun_at < ?`,
    )
    .all(filter.from ?? Number.MIN_SAFE_INTEGER, filter.to ?? Number.MAX_SAFE_INTEGER)
    .filter((row) => ids.has(Number(row.facet)))
    .filter((row) => isWithin(filter, row))
    .filter((row) => filter.batch === undefined || row.batch === filter.batch);
  return inOrder(rows.map(sortedPlaceOf), asked);
}

function byDue(store: Store, asked: Asked): SortedPlace[] {
  const { filter = {}, after, limit } = asked;
  const found = after?.value === noDay ? [] : withDay(store, asked);
  const ids = facetsOf(store, asked).map((facet) => facet.id);
  const isDated = store.sql('SELECT 1 FROM orders WHERE seq = ? AND follow_up IS NOT NULL');
  let from: ListPlace | null = after?.value === noDay ? after : null;
  while (found.length < limit) {
    const rows = placesOf(store, ids, filter, from, limit);
    const plain = rows.filter((place) => isDated.get(place.seq) === undefined);
    found.push(...plain.map((place) => ({ ...place, value: noDay })));
    from = rows.at(-1) ?? null;
    if (rows.length < limit) break;
  }
  return found;
}

/** At least as many as asked for, if there are. */
function sortedPlaces(store: Store, asked: Asked, by: Exclude<OrderSortBy, 'when'>): SortedPlace[] {
  if (by === 'input') return byInput(store, asked);
  if (by === 'due') return byDue(store, asked);
  return byFacetValue(store, asked, facetValues[by]);
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
  const { sort: { by, descending } = newestFirst, filter = {}, limit } = query;
  // One more tells whether there is a next page.
  const most = limit + 1;
  if (by !== 'when') {
    const after = query.after === null ? null : readSortedCursor(query.after);
    const asked: Asked = { group: query.group, filter, descending, after, limit: most };
    return pageOf(store, sortedPlaces(store, asked, by), limit, sortedCursor);
  }
  const ids = facetsOf(store, query).map((facet) => facet.id);
  const after = query.after === null ? null : readCursor(query.after);
  return pageOf(store, placesOf(store, ids, filter, after, most, !descending), limit, cursorOf);
}
