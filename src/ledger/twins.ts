import type { Twins } from '../calls/ports/batchPorts.ts';
import type { InputPrint, KnownEntries } from '../calls/ports/guardPorts.ts';
import { orderId } from '../calls/ports/ids.ts';
import type { NewOrder } from '../calls/ports/ports.ts';
import { hasRanFree, ranInput, ranPart } from './ranFree.ts';
import type { ListPlace } from './rows.ts';
import type { Store } from './store.ts';

/** `open`: still to be answered. `paid`: over, and the provider may have run the lookup. */
export type TwinKind = 'open' | 'paid';

/** As `input_parts` keeps it; a trigger follows the order. */
const kept: Readonly<Record<TwinKind, number>> = { open: 1, paid: 2 };

/** Recorded to have cost nothing, by the rule of `billingAsRecorded`. Alone, it would hide an older one that was paid for. */
export const costless = `resolved IN ('not-billed', 'refunded')
  AND NOT (billing = 'billed' AND outcome NOT IN ('pending', 'held', 'unknown'))`;
export const paying = `(${costless}) IS NOT TRUE`;

function anyCostless(store: Store, places: readonly ListPlace[]): boolean {
  const asked = store.sql(`SELECT 1 FROM orders WHERE seq = ? AND ${costless}`);
  return places.some(({ seq }) => asked.get(seq) !== undefined);
}

function placesOf(rows: readonly Readonly<Record<string, unknown>>[]): ListPlace[] {
  return rows
    .filter(({ seq }) => seq !== null)
    .map((row) => ({ begunAt: Number(row.begun_at), seq: Number(row.seq) }));
}

/** Of one input; the indexes of version 5 are made for these very words. */
export const openInput = 'fingerprint = ?1 AND place = ?2 AND is_open = 1';
export const paidInput = `fingerprint = ?1 AND place = ?2 AND is_open = 0
  AND (billing IN ('billed', 'unknown') OR resolved IN ('verified', 'negative'))`;

/** Of one entry; `twin` as kept by a trigger. */
export const keptPart = 'input_parts p WHERE p.fingerprint = j.value AND p.place = ?2 AND p.twin = ?3';

/**
 * The newest is the one written last, or the one that bears the latest time: where the clock was set back, an earlier
 * order bears a later time, and a backup writes earlier orders after later ones. Whoever passed the wrong one of the
 * two would never hear of the other, so both are named.
 */
function ofWhole(store: Store, place: string, whole: string, kind: TwinKind, ranFree: boolean): ListPlace[] {
  const input = kind === 'open' ? openInput : ranFree ? ranInput : paidInput;
  const newest = store.sql(
    `SELECT begun_at, max(seq) AS seq FROM orders WHERE ${input}
     UNION ALL SELECT max(begun_at), seq FROM orders WHERE ${input}`,
  );
  const found = placesOf(newest.all(whole, place));
  if (kind === 'open' || !anyCostless(store, found)) return found;
  const other = store.sql(
    `SELECT begun_at, seq FROM orders WHERE ${input} AND ${paying} ORDER BY begun_at DESC LIMIT 1`,
  );
  return [...found, ...placesOf(other.all(whole, place))];
}

/** The newest of each part, each order once. */
function ofParts(
  store: Store,
  place: string,
  parts: readonly string[],
  kind: TwinKind,
  ranFree: boolean,
): ListPlace[] {
  if (parts.length === 0) return [];
  const part = kind === 'paid' && ranFree ? ranPart : keptPart;
  const found = store.sql(
    `SELECT DISTINCT o.begun_at, o.seq FROM json_each(?1) j CROSS JOIN orders o ON o.seq IN (
       (SELECT max(p.seq) FROM ${part}), (SELECT p.seq FROM ${part} ORDER BY p.begun_at DESC, p.seq DESC LIMIT 1))`,
  );
  const asked = [JSON.stringify(parts), place, kept[kind]] as const;
  const places = placesOf(found.all(...asked));
  if (kind === 'open' || !anyCostless(store, places)) return places;
  const others = store.sql(
    `SELECT DISTINCT o.begun_at, o.seq FROM json_each(?1) j CROSS JOIN orders o ON o.seq = (SELECT p.seq FROM ${part}
       AND EXISTS (SELECT 1 FROM orders q WHERE q.seq = p.seq AND ${paying}) ORDER BY p.begun_at DESC, p.seq DESC LIMIT 1)`,
  );
  return [...places, ...placesOf(others.all(...asked))];
}

/**
 * The newest order with this input at this place, and the newest with each of its parts; none twice, newest first.
 * @param ranFree see hasRanFree; asked once for many inputs of one reading
 */
export function twinPlaces(
  store: Store,
  place: string,
  { whole, alike = [], readings = [], parts }: InputPrint,
  kind: TwinKind,
  ranFree = hasRanFree(store),
): readonly ListPlace[] {
  const found = [
    ...[...new Set([whole, ...alike, ...readings])].flatMap((print) =>
      ofWhole(store, place, print, kind, ranFree),
    ),
    // Under other names it was kept with the print that it has under those we assume, which is this one's own or, under names that are
    // others still, one of those that are alike.
    ...ofParts(store, place, [...new Set([...parts, whole, ...alike, ...readings])], kind, ranFree),
  ];
  const once = new Map(found.map((one) => [one.seq, one]));
  return [...once.values()].sort((a, b) => b.begunAt - a.begunAt || b.seq - a.seq);
}

/** See KnownEntries. From the twins to their entries: they have few orders, and an address may be in very many. @param twins as twinPlaces finds them */
export function knownEntries(
  store: Store,
  { alike = [], readings = [], parts }: InputPrint,
  twins: readonly ListPlace[],
): KnownEntries | null {
  // What is alike as a whole is no entry, nor is the whole as it may be read.
  const entries = parts.filter((part) => !alike.includes(part) && !readings.includes(part));
  if (entries.length < 2 || twins.length === 0) return null;
  const has = `json_each(?1) j CROSS JOIN orders o ON o.seq = j.value CROSS JOIN input_parts p ON p.seq = o.seq
     WHERE +p.fingerprint IN (SELECT value FROM json_each(?2))`;
  const found = [twins.map(({ seq }) => seq), entries].map((one) => JSON.stringify(one));
  const each = store.sql(`SELECT o.id, count(DISTINCT p.fingerprint) AS has FROM ${has} GROUP BY o.seq`);
  const union = store.sql(`SELECT count(DISTINCT p.fingerprint) AS has FROM ${has}`);
  return {
    all: entries.length,
    fresh: entries.length - Number(union.get(...found)?.has),
    within: Object.fromEntries(each.all(...found).map(({ id, has: count }) => [String(id), Number(count)])),
  };
}

/** See BatchStore.twins. */
export function newestTwins(store: Store, place: string, inputs: readonly InputPrint[]): readonly Twins[] {
  const named = store.sql('SELECT id FROM orders WHERE seq = ?');
  const ranFree = hasRanFree(store);
  const newest = (input: InputPrint, kind: TwinKind): Twins['paid'] =>
    twinPlaces(store, place, input, kind, ranFree).flatMap(({ seq }) => {
      const row = named.get(seq);
      return row === undefined ? [] : [orderId(String(row.id))];
    });
  return inputs.map((input) => ({ paid: newest(input, 'paid'), pending: newest(input, 'open') }));
}

/** Whether this input, or a part of it, was billed at this place before. @param alike and readings, see InputPrint */
export function wasBilled(store: Store, order: NewOrder, alike: readonly string[] = []): boolean {
  const { fingerprint, place, parts } = order;
  const open = store.sql(`SELECT 1 FROM orders WHERE ${openInput} AND billing = 'billed' LIMIT 1`);
  const over = store.sql(`SELECT 1 FROM orders WHERE ${paidInput} AND billing = 'billed' LIMIT 1`);
  for (const print of fingerprint === null ? [] : [fingerprint, ...alike])
    if ((over.get(print, place) ?? open.get(print, place)) !== undefined) return true;
  const among = fingerprint === null ? parts : [...parts, fingerprint, ...alike];
  if (among.length === 0) return false;
  const part = store.sql(
    `SELECT 1 FROM json_each(?) j CROSS JOIN input_parts p ON p.fingerprint = j.value AND p.place = ? AND p.twin > 0
       CROSS JOIN orders o ON o.seq = p.seq WHERE o.billing = 'billed' LIMIT 1`,
  );
  return part.get(JSON.stringify(among), place) !== undefined;
}

/** By which later inputs with the same entries, or the same under other names, find this order; it is open until it is settled. */
export function insertParts(store: Store, order: NewOrder, seq: number | bigint): void {
  if (order.parts.length === 0) return;
  store
    .sql(
      `INSERT OR IGNORE INTO input_parts (fingerprint, place, twin, begun_at, seq) SELECT value, ?, 1, ?, ? FROM json_each(?)`,
    )
    .run(order.place, order.begunAt, seq, JSON.stringify(order.parts));
}
