import type { SQLInputValue } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { isDamaged } from '../../calls/ports/damaged.ts';
import { type BatchId, batchId, type OrderId } from '../../calls/ports/ids.ts';
import { candidates } from '../../contract/aadhaar/numbers.ts';
import { reducedBody, reducedText } from '../../contract/aadhaar/reducing.ts';
import { hasVerhoeffCheckDigit } from '../../contract/hints.ts';
import { pastedOf, sealPasted, sealWords, wordsOf } from '../events.ts';
import { textPlace } from '../followUps.ts';
import { bytesOf, openPayloads, sealAnswer, sealedColumns } from '../payloads.ts';
import { inputColumn, inputOwner } from '../quotedRows.ts';
import { open, type SealingKeys, seal, unlessBroken } from '../sealing.ts';
import type { Store } from '../store.ts';
import { rememberSeal } from '../writing.ts';

type Row = Readonly<Record<string, unknown>>;
export type Change = readonly [sql: string, ...values: SQLInputValue[]];

/** Everything of one order that may hold a number, reduced and sealed anew, to be written in one transaction. */
export interface Rewriting {
  readonly seq: number;
  /** Of the rows it was made from. */
  readonly stamp: string;
  readonly changes: readonly Change[];
  readonly sealId: string;
  /** About what is written. */
  readonly bytes: number;
}

export interface OrderPlace {
  readonly seq: number;
  readonly id: OrderId;
}

const rowsOfBatch =
  'SELECT batch, row, seal_id, input FROM batch_rows WHERE order_ref = ? AND input IS NOT NULL';

/** Changes with everything that is sealed of an order: what was made ready from other rows must not be written. */
export function sealedStamp(store: Store, { seq, id }: OrderPlace): string {
  const row = store
    .sql(
      `SELECT json_array(o.state, o.settled_at, o.aadhaar_reduced_at, (SELECT 1 FROM payloads WHERE seq = o.seq),
         (SELECT json_group_array(json_array(id, at)) FROM events WHERE seq = o.seq),
         (SELECT json_group_array(json_array(id, at)) FROM support_texts WHERE seq = o.seq),
         (SELECT count(*) FROM batch_rows WHERE order_ref = ? AND input IS NOT NULL)) AS stamp
       FROM orders o WHERE o.seq = ?`,
    )
    .get(id, seq);
  return String(row?.stamp ?? 'gone');
}

/** The numbers of an order; null where nobody can open them. */
type Numbers = readonly string[] | null;

/** What to cover in a text: where nothing tells the order's own, what is somebody's number by its check digit. */
function soughtIn(text: string | Uint8Array, numbers: Numbers): readonly string[] {
  if (numbers !== null) return numbers;
  const read = typeof text === 'string' ? text : new TextDecoder().decode(text);
  return candidates(read).filter(hasVerhoeffCheckDigit);
}

/** A value of JSON with the numbers covered in all its texts. */
export function reducedValue<T>(value: T, numbers: Numbers): T {
  const text = JSON.stringify(value);
  const reduced = reducedText(text, soughtIn(text, numbers), 'json');
  return reduced === text ? value : JSON.parse(reduced);
}

class Rewriter {
  readonly #sealing: SealingKeys;
  readonly #place: OrderPlace;
  readonly #numbers: Numbers;
  readonly #sealId: string;
  readonly #key: Uint8Array;
  readonly changes: Change[] = [];
  bytes = 0;

  constructor(
    sealing: SealingKeys,
    place: OrderPlace,
    numbers: Numbers,
    current: { readonly id: string; readonly key: Uint8Array },
  ) {
    this.#sealing = sealing;
    this.#place = place;
    this.#numbers = numbers;
    this.#sealId = current.id;
    this.#key = current.key;
  }

  /** False when they cannot be opened, or are gone. */
  async payloads(row: Row | undefined): Promise<boolean> {
    const { seq, id } = this.#place;
    const payloads = await openPayloads(this.#sealing, id, row);
    if (payloads.kind !== 'open') return false;
    const request = await this.#reduced(payloads.requestBody);
    if (request !== null) {
      const body = seal(this.#key, id, sealedColumns.request, request);
      this.#change('UPDATE payloads SET request_seal = ?, request_body = ? WHERE seq = ?', [body], seq);
    }
    const { answer } = payloads;
    if (answer === null) return true;
    const body = (await this.#reduced(answer.body)) ?? answer.body;
    const { head, failure } = reducedValue({ head: answer.head, failure: answer.failure }, this.#numbers);
    if (body === answer.body && head === answer.head) return true;
    const sealed = await sealAnswer(this.#key, id, { ...answer, head, failure, body });
    this.#change(
      'UPDATE payloads SET answer_seal = ?, answer_head = ?, answer_body = ? WHERE seq = ?',
      [sealed.head, sealed.body],
      seq,
    );
    return true;
  }

  async event(row: Row): Promise<void> {
    const { id } = this.#place;
    const at = Number(row.at);
    const kind = row.kind === 'resolved' ? 'resolved' : 'noted';
    const words = await wordsOf(this.#sealing, id, kind, row);
    if (words === null || isDamaged(words)) return;
    const pasted = await pastedOf(this.#sealing, id, row);
    // Written anew, the two are sealed with one key: what is damaged stays with its own.
    if (isDamaged(pasted)) return;
    const shorter = reducedText(words, soughtIn(words, this.#numbers));
    const covered = pasted === null ? null : ((await this.#reduced(pasted)) ?? pasted);
    if (shorter === words && covered === pasted) return;
    this.#change(
      'UPDATE events SET seal_id = ?, words = ?, pasted = ? WHERE id = ?',
      [
        sealWords(this.#key, id, kind, shorter, at),
        covered === null ? null : sealPasted(this.#key, id, covered, at),
      ],
      Number(row.id),
    );
  }

  async supportText(row: Row): Promise<void> {
    const where = textPlace(Number(row.at));
    const body = await this.#opened(row.seal_id, this.#place.id, where, row.body);
    const reduced = body === null ? null : await this.#reduced(body);
    if (reduced === null) return;
    const sealed = seal(this.#key, this.#place.id, where, reduced);
    this.#change('UPDATE support_texts SET seal_id = ?, body = ? WHERE id = ?', [sealed], Number(row.id));
  }

  async batchRow(row: Row): Promise<void> {
    const change = await reducedRow(this.#sealing, { id: this.#sealId, key: this.#key }, row, this.#numbers);
    if (change !== null) this.changes.push(change);
  }

  /**
   * What stands in clear beside them: an order_id may repeat a number, too. Where nothing tells which is one it stays: what was paid
   * for is reconciled by it.
   */
  words(row: Row | undefined): void {
    const numbers = this.#numbers;
    if (numbers === null) return;
    for (const column of ['order_id', 'message_code'] as const) {
      const text = row?.[column];
      if (typeof text !== 'string') continue;
      const reduced = reducedText(text, numbers);
      if (reduced === text) continue;
      this.changes.push([`UPDATE orders SET ${column} = ? WHERE seq = ?`, reduced, this.#place.seq]);
    }
  }

  /** Null where no number stands in it. */
  async #reduced(body: Uint8Array): Promise<Uint8Array | null> {
    const reduced = await reducedBody(body, soughtIn(body, this.#numbers), turn);
    return reduced === body ? null : reduced;
  }

  async #opened(sealId: unknown, owner: string, column: string, body: unknown): Promise<Uint8Array | null> {
    const sealed = bytesOf(body);
    const key = sealed === null ? null : await this.#sealing.find(String(sealId));
    return key === null || sealed === null ? null : open(key, owner, column, sealed);
  }

  #change(sql: string, blobs: readonly (Uint8Array | null)[], where: number): void {
    this.changes.push([sql, this.#sealId, ...blobs, where]);
    for (const blob of blobs) this.bytes += blob?.byteLength ?? 0;
  }
}

/** The kept cells of a batch's row with the numbers covered; null where there are none, or nobody can open them. */
export async function reducedRow(
  sealing: SealingKeys,
  current: { readonly id: string; readonly key: Uint8Array },
  row: Row,
  numbers: Numbers,
): Promise<Change | null> {
  const batch: BatchId = batchId(String(row.batch));
  const owner = inputOwner(batch, Number(row.row));
  const input = bytesOf(row.input);
  const key = input === null ? null : await sealing.find(String(row.seal_id));
  if (key === null || input === null) return null;
  const before = open(key, owner, inputColumn, input);
  const after = await reducedBody(before, soughtIn(before, numbers), turn);
  if (after === before) return null;
  const sealed = seal(current.key, owner, inputColumn, after);
  return [
    'UPDATE batch_rows SET seal_id = ?, input = ? WHERE batch = ? AND row = ? AND input IS NOT NULL',
    current.id,
    sealed,
    batch,
    Number(row.row),
  ];
}

/**
 * An order with these numbers reduced wherever it has them: request, answer, notes, what was pasted or came from support,
 * and the cells of its rows in a batch. Null when its payloads are gone or nobody can open them; another part that was
 * damaged stays as it is.
 * @param leaving the payloads are about to go: all else is reduced, whether these can be opened or not
 */
export async function prepareRewriting(
  store: Store,
  sealing: SealingKeys,
  place: OrderPlace,
  numbers: Numbers,
  leaving = false,
): Promise<Rewriting | null> {
  const { seq, id } = place;
  const found = await store.snapshot(() => ({
    stamp: sealedStamp(store, place),
    payloads: store.sql('SELECT * FROM payloads WHERE seq = ?').get(seq),
    order: store.sql('SELECT order_id, message_code FROM orders WHERE seq = ?').get(seq),
    events: store.sql('SELECT * FROM events WHERE seq = ? AND seal_id IS NOT NULL').all(seq),
    texts: store.sql('SELECT id, at, seal_id, body FROM support_texts WHERE seq = ?').all(seq),
    rows: store.sql(rowsOfBatch).all(id),
  }));
  const current = await sealing.current();
  const rewriter = new Rewriter(sealing, place, numbers, current);
  if (!(await rewriter.payloads(found.payloads)) && !leaving) return null;
  rewriter.words(found.order);
  for (const row of found.events) await rewriter.event(row);
  for (const row of found.texts) await unlessBroken(() => rewriter.supportText(row));
  for (const row of found.rows) await unlessBroken(() => rewriter.batchRow(row));
  const { changes, bytes } = rewriter;
  return { seq, stamp: found.stamp, changes, bytes, sealId: current.id };
}

export function runChanges(store: Store, changes: readonly Change[]): void {
  for (const [sql, ...values] of changes) store.sql(sql).run(...values);
}

/** Within a transaction that writes. */
export function writeRewriting(store: Store, { seq, changes, sealId }: Rewriting, at: number): void {
  runChanges(store, changes);
  rememberSeal(store, sealId);
  store.sql('DELETE FROM aadhaar_numbers WHERE seq = ?').run(seq);
  store
    .sql('UPDATE orders SET aadhaar_reduced_at = coalesce(aadhaar_reduced_at, ?) WHERE seq = ?')
    .run(at, seq);
}
