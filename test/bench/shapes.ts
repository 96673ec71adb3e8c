/**
 * What learning costs: beside a settle, from older orders, and when it is read.
 * `node test/bench/shapes.ts [orders]`
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { draftId, orderId } from '../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder, Settlement } from '../../src/calls/ports/ports.ts';
import { operationById } from '../../src/contract/operations.ts';
import { plain } from '../../src/contract/words.ts';
import { Teaching } from '../../src/ledger/learning/teaching.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { openFile } from '../../src/ledger/openFile.ts';
import { Store } from '../../src/ledger/store.ts';
import { shapeWriter } from '../../src/shapes/export/exports.ts';
import type { LearnedShape, Observed } from '../../src/shapes/model.ts';
import { observed } from '../../src/shapes/observed.ts';
import { inputReader } from '../../src/ui/panels/keptInputs.ts';
import { median, type Row, table } from './table.ts';

const rounds = 201;
const key = { id: 'bench-key', key: new Uint8Array(32).fill(1) };
/** As the runtime hands it over. */
const inputs = async () => inputReader(operationById);
const sealing = { current: async () => key, find: async () => key.key };
const utf8 = new TextEncoder();

/** A usual answer: some forty fields, one of them an enumeration, a short list. */
function smallResult(n: number): object {
  const texts = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `field_${'abcdefghijklmnopqrstuvwxyzABCD'[at]}`,
      `value ${n} of ${at}`,
    ]),
  );
  const challans = Array.from({ length: n % 4 }, (_, at) => ({
    amount: at * 100,
    date: '2026-11-21',
    state: 'KA',
  }));
  return {
    ...texts,
    status: n % 3 === 0 ? 'ACTIVE' : 'EXPIRED',
    year: 2000 + (n % 20),
    financed: n % 2 === 0,
    challans,
  };
}

/** Some ten million characters. */
function largeResult(n: number): object {
  return { rows: Array.from({ length: 60_000 }, (_, at) => ({ ...smallResultOf(at), at: n + at })) };
}

function smallResultOf(at: number): object {
  return {
    name: `somebody ${at}`,
    address: `${at} Invented Lane, Nowhere`,
    amount: at / 4,
    paid: at % 2 === 0,
    note: null,
    tag: 'x'.repeat(60),
  };
}

/** Two thousand paths; an input has most of them. */
function wideResult(n: number): object {
  const field = (at: number): string =>
    `${['owner', 'vehicle', 'policy', 'permit'][at % 4]}_${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('_')}`;
  return Object.fromEntries(
    Array.from({ length: 1990 }, (_, at) => [field(at), at % 7 === n % 7 ? null : at]),
  );
}

function bodyOf(result: object): Uint8Array {
  const data = { order_id: 'ORD-1', error_code: '', result };
  return utf8.encode(
    JSON.stringify({ status: 'SUCCESS', status_code: 200, charged: true, message_code: 'OK', data }),
  );
}

function requestOf(n: number): Uint8Array {
  return utf8.encode(JSON.stringify({ rc_number: `XX00AB${n}` }));
}

function observedOf(n: number, answer: Uint8Array, messageCode = 'OK'): Observed {
  const reading = { shape: 'envelope', messageCode } as const;
  return observed({
    operation: operationById('rc-advanced'),
    request: requestOf(n),
    reading,
    answer,
    headers: [],
    receivedAt: 0,
  });
}

function orderOf(n: number): NewOrder {
  const id = randomUUID();
  return {
    id: orderId(id),
    draftId: draftId(`draft ${id}`),
    operation: 'rc-advanced',
    environment: 'acme-prod',
    identity: 'name:acme-prod',
    place: 'https://api.example.invalid',
    keyHash: 'hash of 9f3a',
    kind: 'live',
    origin: 'https://api.example.invalid',
    keyTail: '9f3a',
    machine: 'bench',
    begunAt: Date.now(),
    deadlineAt: Date.now() + 60_000,
    maskedInput: 'XX••••••0001',
    fingerprint: `print of ${n} ${id}`,
    parts: [],
    day: '2026-11-21',
    session: 'session',
    price: null,
    batch: null,
    requestBody: requestOf(n),
    aadhaar: [],
  };
}

function settlementOf(body: Uint8Array, seen: Observed | null): Settlement {
  const timing = { connectedMs: 20, firstByteMs: 800, totalMs: 812 };
  return {
    settledAt: Date.now(),
    outcome: 'verified',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 200,
    messageCode: 'OK',
    orderId: 'ORD-1',
    failureCode: null,
    totalMs: 812,
    coolDown: null,
    answer: {
      head: { status: 200, statusText: '', headers: [] },
      timing,
      wireBytes: body.length,
      body,
      failure: null,
    },
    observed: seen,
  };
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Begins, then settles; the settle alone is timed. */
async function settles(
  ledger: Ledger,
  count: number,
  result: (n: number) => object,
  learns: boolean,
): Promise<number[]> {
  const values: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const order = orderOf(n);
    await ledger.begin(order);
    const body = bodyOf(result(n));
    values.push(
      await timed(async () =>
        ledger.settle(order.id, settlementOf(body, learns ? observedOf(n, body) : null)),
      ),
    );
  }
  return values;
}

function observing(count: number, result: (n: number) => object): number[] {
  return Array.from({ length: count }, (_, n) => {
    const body = bodyOf(result(n));
    const start = performance.now();
    observedOf(n, body);
    return performance.now() - start;
  });
}

/** What learning takes of the transaction that settles, without the disk. */
async function inTransaction(
  folder: string,
  ledger: Ledger,
  count: number,
  result: (n: number) => object,
  code?: string,
): Promise<number[]> {
  const file = await openFile(folder, Date.now());
  const store = new Store(file.db, file.names);
  const failed: unknown[] = [];
  const teaching = new Teaching(store, (error) => failed.push(error));
  const values: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const order = orderOf(n);
    await ledger.begin(order);
    const seen = observedOf(n, bodyOf(result(n)), code);
    await store.write(() => {
      const start = performance.now();
      teaching.settled(order.id, seen, Date.now(), key);
      values.push(performance.now() - start);
    });
    teaching.confirm();
  }
  file.db.close();
  if (failed.length > 0) throw failed[0];
  return values;
}

/** Settles orders that have taught nothing, quickly: the file is not synced meanwhile. */
async function fillOld(folder: string, count: number): Promise<void> {
  const ledger = await openLedger({ folder, sealing, inputs, now: Date.now, newId: randomUUID });
  for (let n = 0; n < Math.min(count, 500); n += 1) {
    const order = orderOf(n);
    await ledger.begin(order);
    await ledger.settle(order.id, settlementOf(bodyOf(smallResult(n)), null));
  }
  await ledger.close();
}

async function measureOld(parent: string, count: number): Promise<Row[]> {
  const folder = mkdtempSync(join(parent, 'shapes-old-'));
  await fillOld(folder, count);
  const values: number[] = [];
  let looked = 0;
  // The same five hundred again and again, each time as other inputs: the time goes by orders, and a disk is spared.
  while (looked < count) {
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.prepare(`UPDATE orders SET taught = 0, fingerprint = fingerprint || ?`).run(` ${looked}`);
    db.close();
    const ledger = await openLedger({ folder, sealing, inputs, now: Date.now, newId: randomUUID });
    const took = await timed(async () => {
      const done = await ledger.learning.learnOld(
        () => undefined,
        () => false,
      );
      if (done.learned !== done.looked) throw new Error('an order taught nothing');
      looked += done.looked;
    });
    values.push(took);
    await ledger.close();
  }
  rmSync(folder, { recursive: true, force: true });
  const all = values.reduce((sum, one) => sum + one, 0);
  return [
    { what: `learning from ${count.toLocaleString('en')} older orders`, unit: 'ms', values: [all] },
    { what: 'the same, for each order', unit: 'ms', values: [all / looked], aim: 1 },
  ];
}

function documentOf(shapes: readonly LearnedShape[]): void {
  const text = shapeWriter.document({
    operation: operationById('rc-advanced'),
    code: 'NO_RECORD_FOUND',
    place: 'bench',
    shapes,
    asOf: null,
    counts: true,
    beside: {},
    say: plain,
  });
  if (text.split('\n').length < 1990) throw new Error('the document is too short');
}

/** The figures of learning, in plain Node. */
export async function measureShapes(parent: string, orders = 10_000): Promise<Row[]> {
  const folder = mkdtempSync(join(parent, 'shapes-'));
  const ledger = await openLedger({ folder, sealing, inputs, now: Date.now, newId: randomUUID });
  const without = await settles(ledger, rounds, smallResult, false);
  const learning = await settles(ledger, rounds, smallResult, true);
  const rows: Row[] = [
    { what: 'settle, small answer, learning nothing', unit: 'ms', values: without },
    {
      what: 'settle, small answer, observing and learning',
      unit: 'ms',
      values: learning,
      aim: median(without) + 1.5,
    },
    { what: 'of it: observing', unit: 'ms', values: observing(rounds, smallResult), aim: 0.5 },
    {
      what: 'of it: in the transaction',
      unit: 'ms',
      values: await inTransaction(folder, ledger, rounds, smallResult),
      aim: 1,
    },
    {
      what: 'settle, 10 MB, learning nothing',
      unit: 'ms',
      values: await settles(ledger, 5, largeResult, false),
    },
    {
      what: 'settle, 10 MB, observing and learning',
      unit: 'ms',
      values: await settles(ledger, 5, largeResult, true),
    },
    { what: 'of it: observing', unit: 'ms', values: observing(5, largeResult) },
    {
      what: 'of it: in the transaction',
      unit: 'ms',
      values: await inTransaction(folder, ledger, 5, largeResult, 'ACCEPTED'),
      aim: 1,
    },
    {
      what: '2,000 paths: in the transaction',
      unit: 'ms',
      values: await inTransaction(folder, ledger, 151, wideResult, 'NO_RECORD_FOUND'),
    },
  ];
  const reading: number[] = [];
  for (let round = 0; round < 11; round += 1) reading.push(await timed(() => ledger.learning.shapes({})));
  const paths = (await ledger.learning.shapes({})).reduce((sum, shape) => sum + shape.paths.length, 0);
  if (paths < 1990) throw new Error(`only ${paths} paths`);
  const shapes = await ledger.learning.shapes({});
  const writing: number[] = [];
  for (let round = 0; round < 11; round += 1) writing.push(await timed(() => documentOf(shapes)));
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
  return [
    ...rows,
    { what: `reading ${paths.toLocaleString('en')} paths`, unit: 'ms', values: reading, aim: 100 },
    { what: 'writing its document', unit: 'ms', values: writing, aim: 100 },
    ...(await measureOld(parent, orders)),
  ];
}

if (import.meta.main) {
  const rows = await measureShapes(tmpdir(), Number(process.argv[2] ?? 10_000));
  console.log(table('Learning, in plain Node', rows));
}
