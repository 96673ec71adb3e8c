import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { isDamaged } from '../../calls/ports/damaged.ts';
import { documentPlaces } from '../documents.ts';
import { pastedPlace, wordsPlace } from '../events.ts';
import { textPlace } from '../followUps.ts';
import { sealedColumns } from '../payloads.ts';
import { openedOr } from '../sealing.ts';
import { rememberSeal } from '../writing.ts';
import type { TransferMeans } from './means.ts';
import { type PreparedOrder, prepareOrder, type Resealing, type Row } from './reseal.ts';

/** Columns that are sealed and opened together: of an answer the head tells how the body is packed. */
interface Part {
  readonly table: 'payloads' | 'events' | 'support_texts' | 'documents';
  /** The row's own name in this history. */
  readonly key: { readonly column: 'seq' | 'id'; readonly value: number };
  readonly seal: 'request_seal' | 'answer_seal' | 'seal_id';
  /** By column, the place that its seal ties it to. */
  readonly places: Readonly<Record<string, string>>;
  readonly here: Row;
  /** The same row of the backup, null where it has none. */
  readonly there: (backup: PreparedOrder) => Row | null;
}

function ofSameTime(rows: readonly Row[], { kind, at }: Row): Row | null {
  const found = rows.filter((row) => row.at === at && row.kind === kind);
  // Of two that came within one millisecond nobody can tell which is which.
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** @param settled the backup has the very answer that this order was settled with */
function payloadParts(row: Row, settled: boolean): Part[] {
  const key = { column: 'seq', value: Number(row.seq) } as const;
  const there = ({ payloads }: PreparedOrder): Row | null => payloads;
  const of = { table: 'payloads', key, here: row, there } as const;
  const request: Part = { ...of, seal: 'request_seal', places: { request_body: sealedColumns.request } };
  const places = { answer_head: sealedColumns.head, answer_body: sealedColumns.body };
  return settled ? [request, { ...of, seal: 'answer_seal', places }] : [request];
}

function rowParts(events: readonly Row[], texts: readonly Row[], documents: readonly Row[]): Part[] {
  const of = (here: Row) =>
    ({ key: { column: 'id', value: Number(here.id) }, seal: 'seal_id', here }) as const;
  const words = events.map((here): Part => {
    const [kind, at] = [here.kind === 'resolved' ? 'resolved' : 'noted', Number(here.at)] as const;
    const pasted = here.pasted === null ? {} : { pasted: pastedPlace(at) };
    const places = { words: wordsPlace(kind, at), ...pasted };
    return { ...of(here), table: 'events', places, there: (backup) => ofSameTime(backup.events, here) };
  });
  const sent = texts.map((here): Part => {
    const places = { body: textPlace(Number(here.at)) };
    return { ...of(here), table: 'support_texts', places, there: (backup) => ofSameTime(backup.texts, here) };
  });
  const kept = documents.map((here): Part => {
    const places = { ...documentPlaces(Number(here.at)) };
    return { ...of(here), table: 'documents', places, there: (backup) => ofSameTime(backup.documents, here) };
  });
  return [...words, ...sent, ...kept];
}

/** Everything sealed of an order that is here and that the backup may have whole. */
function partsOf({ store }: TransferMeans, row: Row): Part[] {
  const here = store
    .sql('SELECT * FROM orders WHERE id = ? AND draft_id = ? AND begun_at = ?')
    .get(String(row.id), String(row.draft_id), Number(row.begun_at));
  // A number that was reduced here since would come back whole.
  if (here === undefined || (here.aadhaar_reduced_at !== null && row.aadhaar_reduced_at === null)) return [];
  const seq = Number(here.seq);
  const settled = here.state === 'settled' && row.state === 'settled' && here.settled_at === row.settled_at;
  // What is not kept here by the user's choice is no damage.
  const payloads = store
    .sql(
      'SELECT * FROM payloads WHERE seq = ? AND coalesce(request_body, answer_head, answer_body) IS NOT NULL',
    )
    .all(seq);
  const events = store.sql('SELECT * FROM events WHERE seq = ? AND seal_id IS NOT NULL').all(seq);
  const texts = store.sql('SELECT * FROM support_texts WHERE seq = ?').all(seq);
  const documents = store.sql('SELECT * FROM documents WHERE seq = ?').all(seq);
  return [...payloads.flatMap((one) => payloadParts(one, settled)), ...rowParts(events, texts, documents)];
}

function isBroken(key: Uint8Array, owner: string, places: Part['places'], row: Row): boolean {
  return Object.entries(places).some(([column, place]) =>
    isDamaged(openedOr(key, owner, place, row[column])),
  );
}

/** Only what is still as it was when it was looked at. */
function write({ store }: TransferMeans, part: Part, whole: Row, own: string): boolean {
  const { table, key, seal, places, here } = part;
  const columns = Object.keys(places);
  const set = [seal, ...columns].map((column) => `${column} = ?`).join(', ');
  const still = columns.map((column) => `${column} IS ?`).join(' AND ');
  const values: SQLInputValue[] = [
    own,
    ...columns.map((column) => whole[column] ?? null),
    key.value,
    ...columns.map((column) => here[column] ?? null),
  ];
  const statement = `UPDATE ${table} SET ${set} WHERE ${key.column} = ? AND ${still}`;
  return Number(store.sql(statement).run(...values).changes) > 0;
}

/** What is damaged of orders that are here, and whole in a backup, comes from there; nothing else of them changes. */
export class Mender {
  readonly #means: TransferMeans;
  readonly #copy: DatabaseSync;
  readonly #with: Resealing;
  /** One that is gone is looked for once: other windows are asked for it, and waited for. */
  readonly #keys = new Map<string, Uint8Array | null>();

  constructor(means: TransferMeans, copy: DatabaseSync, resealing: Resealing) {
    this.#means = means;
    this.#copy = copy;
    this.#with = resealing;
  }

  /** True where something is whole again. @param row of `orders` in the copy */
  async order(row: Row): Promise<boolean> {
    const { store } = this.#means;
    const { own } = this.#with;
    const owner = String(row.id);
    const broken = await this.#broken(owner, await store.read(() => partsOf(this.#means, row)));
    if (broken.length === 0) return false;
    const backup = await prepareOrder(this.#copy, row, this.#with);
    const found = broken.flatMap((part) => {
      const whole = part.there(backup);
      // What the backup could open is sealed with our own key by now; what is damaged there, too, helps nobody.
      return whole === null || whole[part.seal] !== own.id || isBroken(own.key, owner, part.places, whole)
        ? []
        : [{ part, whole }];
    });
    if (found.length === 0) return false;
    return store.write(() => {
      rememberSeal(store, own.id);
      return found.map(({ part, whole }) => write(this.#means, part, whole, own.id)).includes(true);
    });
  }

  async #broken(owner: string, parts: readonly Part[]): Promise<Part[]> {
    const broken: Part[] = [];
    for (const part of parts) {
      const key = await this.#keyOf(String(part.here[part.seal]));
      if (key !== null && isBroken(key, owner, part.places, part.here)) broken.push(part);
    }
    return broken;
  }

  async #keyOf(seal: string): Promise<Uint8Array | null> {
    const known = this.#keys.get(seal);
    if (known !== undefined) return known;
    const key = await this.#means.sealing.find(seal);
    this.#keys.set(seal, key);
    return key;
  }
}
