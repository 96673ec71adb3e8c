import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { InputPrint } from '../../calls/ports/guardPorts.ts';
import { comparedBody } from '../../contract/comparedBody.ts';
import { readingsOf } from '../../contract/readings.ts';
import type { OperationId } from '../../contract/words.ts';
import { documentPlaces } from '../documents.ts';
import type { Hashes } from '../hashes.ts';
import { sealedColumns } from '../payloads.ts';
import { open, type SealingKey, seal } from '../sealing.ts';
import { written } from '../written.ts';
import { assumedPrints } from './assumedPrints.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

export interface Resealing {
  readonly own: SealingKey;
  /** Keys that came with the backup. */
  readonly known: ReadonlyMap<string, SealingKey>;
  readonly hashes: Pick<Hashes, 'inputPrint'>;
}

/** An order as it is written here, and all that belongs to it. */
export interface PreparedOrder {
  readonly order: Row;
  readonly print: InputPrint | null;
  /** As this history counts its API key. */
  readonly keyHash: string;
  readonly payloads: Row | null;
  /** How its answer departed from what was learned; nothing of it is sealed. */
  readonly drifts: Row | null;
  /** Aadhaar numbers that are reduced when the order closes, see schemaAadhaar.ts. */
  readonly numbers: Row | null;
  readonly events: readonly Row[];
  readonly texts: readonly Row[];
  /** Kept behind links of the answer. */
  readonly documents: readonly Row[];
  /** Something in it cannot be opened: its key is gone, or it was damaged before it was backed up. */
  readonly isSealed: boolean;
  /** What it takes, roughly. */
  readonly bytes: number;
}

/** Sealed parts of one order, opened with the key that came along and sealed with this history's own. */
class Parts {
  readonly #with: Resealing;
  readonly #id: string;
  isSealed = false;
  bytes = 0;

  constructor(means: Resealing, id: string) {
    this.#with = means;
    this.#id = id;
  }

  opened(sealId: unknown, column: string, body: unknown): Uint8Array | null {
    if (!(body instanceof Uint8Array)) return null;
    const { own, known } = this.#with;
    const key = sealId === own.id ? own : known.get(String(sealId));
    try {
      if (key !== undefined) return open(key.key, this.#id, column, body);
    } catch {
      // It was damaged before it was backed up. It stays as it is, and must not keep the other orders out.
    }
    this.isSealed = true;
    return null;
  }

  /** The columns sealed anew with the id of their seal; as they were where nothing opens them, or nothing has to. */
  anew(row: Row, sealColumn: string, places: Readonly<Record<string, string>>): Row {
    const { own } = this.#with;
    for (const name of Object.keys(places)) {
      const body = row[name];
      if (body instanceof Uint8Array) this.bytes += body.length;
    }
    if (row[sealColumn] === null || row[sealColumn] === own.id) return row;
    const changed: Record<string, SQLOutputValue> = { [sealColumn]: own.id };
    for (const [name, place] of Object.entries(places)) {
      const opened = this.opened(row[sealColumn], place, row[name]);
      if (opened !== null) changed[name] = Buffer.from(seal(own.key, this.#id, place, opened));
      else if (row[name] !== null) return row;
    }
    return { ...row, ...changed };
  }
}

/**
 * Prints are keyed: they are made anew from the request, where it is kept and can be opened.
 * @param from what it was sealed with; null = a key that did not come along
 */
async function printOf(
  copy: DatabaseSync,
  row: Row,
  request: Uint8Array,
  from: SealingKey | null,
  { hashes, own }: Resealing,
): Promise<InputPrint | null> {
  if (row.fingerprint === null) return null;
  const operation = written<OperationId>(row.operation);
  const text = new TextDecoder().decode(request);
  const printed = (body: string): Promise<InputPrint> =>
    hashes.inputPrint(operation, new TextEncoder().encode(comparedBody({ id: operation }, body)));
  const readings = readingsOf(text);
  const read = await Promise.all(readings.map(printed));
  const one = await printed(text);
  const print = { ...one, parts: [...new Set([...one.parts, ...read.map(({ whole }) => whole)])] };
  const prints = new Set(partsIn(copy, row));
  if (from === null || prints.size === 0) return print;
  if (from.id === own.id) return { ...print, parts: [...new Set([...print.parts, ...prints])] };
  const others = [text, ...readings].flatMap((one) =>
    assumedPrints({ operation, request: one, prints }, from, own),
  );
  return { ...print, parts: [...new Set([...print.parts, ...others])] };
}

function partsIn(copy: DatabaseSync, row: Row): readonly string[] {
  const parts = copy.prepare('SELECT fingerprint FROM input_parts WHERE seq = ?').all(Number(row.seq));
  return parts.map(({ fingerprint }) => String(fingerprint));
}

/**
 * Of a request whose Aadhaar number was reduced, that is not kept, or that nothing opens the print cannot be made anew: it holds
 * where the same key made it. With another key the order is no twin of a later one; see README.
 */
function keptPrint(copy: DatabaseSync, row: Row, sameKey: boolean): InputPrint | null {
  if (!sameKey || row.fingerprint === null) return null;
  return { whole: String(row.fingerprint), parts: partsIn(copy, row) };
}

/** What was counted by a hash under another key is counted by the API key's last characters until it is used, see adopting.ts. */
function keyHashOf(row: Row, sameKey: boolean): string {
  const hash = String(row.key_hash);
  if (sameKey || hash === '' || hash.startsWith('tail:')) return hash;
  return `tail:${row.key_tail === null ? '' : String(row.key_tail)}`;
}

function resealEvent(parts: Parts, event: Row): Row {
  const at = Number(event.at);
  const kind = String(event.kind);
  return parts.anew(event, 'seal_id', { words: `events.${kind}.${at}`, pasted: `events.pasted.${at}` });
}

/** What cannot be opened is taken over as it is. */
export async function prepareOrder(copy: DatabaseSync, order: Row, means: Resealing): Promise<PreparedOrder> {
  const seq = Number(order.seq);
  const parts = new Parts(means, String(order.id));
  const found = copy.prepare('SELECT * FROM payloads WHERE seq = ?').get(seq);
  const request =
    found === undefined ? null : parts.opened(found.request_seal, sealedColumns.request, found.request_body);
  const from = found === undefined ? null : (means.known.get(String(found.request_seal)) ?? null);
  const sameKey = found === undefined ? means.known.has(means.own.id) : found.request_seal === means.own.id;
  const half = found && parts.anew(found, 'request_seal', { request_body: sealedColumns.request });
  const whole =
    half &&
    parts.anew(half, 'answer_seal', { answer_head: sealedColumns.head, answer_body: sealedColumns.body });
  const events = copy.prepare('SELECT * FROM events WHERE seq = ? ORDER BY id').all(seq);
  const texts = copy.prepare('SELECT * FROM support_texts WHERE seq = ? ORDER BY id').all(seq);
  const documents = copy.prepare('SELECT * FROM documents WHERE seq = ? ORDER BY id').all(seq);
  const numbers = copy.prepare('SELECT * FROM aadhaar_numbers WHERE seq = ?').get(seq);
  const isKept = request === null || order.aadhaar_reduced_at !== null;
  return {
    order,
    print: isKept ? keptPrint(copy, order, sameKey) : await printOf(copy, order, request, from, means),
    keyHash: keyHashOf(order, sameKey),
    payloads: whole ?? null,
    drifts: copy.prepare('SELECT * FROM order_drifts WHERE seq = ?').get(seq) ?? null,
    numbers: numbers === undefined ? null : parts.anew(numbers, 'seal_id', { body: sealedColumns.aadhaar }),
    events: events.map((event) => resealEvent(parts, event)),
    texts: texts.map((text) => parts.anew(text, 'seal_id', { body: `support.${Number(text.at)}` })),
    documents: documents.map((one) => parts.anew(one, 'seal_id', documentPlaces(Number(one.at)))),
    isSealed: parts.isSealed,
    bytes: parts.bytes,
  };
}
