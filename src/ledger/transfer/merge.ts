import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { Restored } from '../../calls/ports/transferPorts.ts';
import { keyUnreadable } from '../faults.ts';
import { askAgain } from '../keeping.ts';
import type { SealingKey } from '../sealing.ts';
import type { Store } from '../store.ts';
import type { TransferMeans } from './means.ts';
import { Mender } from './mend.ts';
import { writeOrder } from './mergeOrder.ts';
import { prepareOrder, type Row } from './reseal.ts';
import { takeLearned } from './takeLearned.ts';
import { takeLate } from './takeRecord.ts';

/** Orders written in one transaction, or fewer that hold so many bytes: some tens of milliseconds. */
const batch = { orders: 50, bytes: 4 << 20 } as const;

/** Orders of the copy from the oldest on, a batch at a time. */
function* ordersIn(db: DatabaseSync): Generator<Row> {
  let after = { begun: Number.MIN_SAFE_INTEGER, seq: Number.MIN_SAFE_INTEGER };
  const next = db.prepare(
    `SELECT * FROM orders WHERE (begun_at, seq) > (?, ?) ORDER BY begun_at, seq LIMIT ${batch.orders}`,
  );
  for (;;) {
    const rows = next.all(after.begun, after.seq);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    after = { begun: Number(end.begun_at), seq: Number(end.seq) };
  }
}

/** Whether the copy holds orders whose Aadhaar numbers wait for their user's word, see schemaAadhaar.ts. */
function holdsUnasked(copy: DatabaseSync): boolean {
  return copy.prepare('SELECT state FROM aadhaar_old').get()?.state === 'due';
}

/** Those orders are asked about here, too. Within the transaction that adds them. */
function askAfter(store: Store, last: number): void {
  store
    .sql(
      `UPDATE aadhaar_old SET after_seq = iif(state = 'done', ?, after_seq), state = 'due',
         until_seq = (SELECT coalesce(max(seq), 0) FROM orders) WHERE state <> 'keep'`,
    )
    .run(last);
}

/**
 * Adds what is not here, in small transactions: cut off in between, what was added stays whole, and the next try adds the rest.
 * An order that is here, by its id or its draft's, stays as it is, but for an answer that it never got, an outcome that
 * was never recorded, and what is damaged of it. Drafts and batches stay behind: two computers would
 * otherwise hold the same rows to send.
 * @param keys hexadecimal, by seal
 */
export async function merge(
  means: TransferMeans,
  copy: DatabaseSync,
  keys: Readonly<Record<string, string>>,
): Promise<Restored> {
  const { store, sealing, hashes } = means;
  const own = await sealing.current().catch((error: unknown) => {
    throw keyUnreadable(error);
  });
  const known = new Map<string, SealingKey>();
  for (const [id, hex] of Object.entries(keys))
    known.set(id, { id, key: new Uint8Array(Buffer.from(hex, 'hex')) });
  const isHere = store.sql('SELECT 1 FROM orders WHERE id = ? OR draft_id = ?');
  const isUnasked = holdsUnasked(copy);
  const last = await store.read(() =>
    Number(store.sql('SELECT max(seq) AS last FROM orders').get()?.last ?? 0),
  );
  let [added, here, sealed, completed, mended] = [0, 0, 0, 0, 0];
  let waiting: Awaited<ReturnType<typeof prepareOrder>>[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    const some = waiting;
    [waiting, bytes] = [[], 0];
    const done = await store.write(() => {
      const written = some.map((order) => writeOrder(store, order, own.id));
      if (isUnasked && written.includes(true)) askAfter(store, last);
      if (written.includes(true)) askAgain(store);
      return written;
    });
    added += done.filter((one) => one).length;
    here += done.filter((one) => !one).length;
    sealed += some.filter((order, n) => done[n] === true && order.isSealed).length;
    await turn();
  };
  const mender = new Mender(means, copy, { own, known, hashes });
  for (const row of ordersIn(copy)) {
    if ((await store.read(() => isHere.get(String(row.id), String(row.draft_id)))) !== undefined) {
      here += 1;
      if (await takeLate(means, copy, row, { own, known })) completed += 1;
      if (await mender.order(row)) mended += 1;
      continue;
    }
    const order = await prepareOrder(copy, row, { own, known, hashes });
    waiting.push(order);
    bytes += order.bytes;
    if (waiting.length >= batch.orders || bytes >= batch.bytes) await write();
  }
  await write();
  await takeLearned(store, copy, own, known);
  hashes.lookAgain();
  return {
    ...{ added, known: here, sealed },
    ...(completed > 0 ? { completed } : {}),
    ...(mended > 0 ? { mended } : {}),
  };
}
