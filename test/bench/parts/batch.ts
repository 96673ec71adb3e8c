import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Planner } from '../../../src/calls/batch/planner.ts';
import { maxRows, type RowSource } from '../../../src/calls/batch/reading.ts';
import { batchId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { batchReader } from '../../../src/tables/batch.ts';
import { simulateBatch } from '../../support/simulatedBatch.ts';
import type { Row } from '../table.ts';

const mib = 1024 * 1024;
const startAt = Date.UTC(2026, 10, 21, 6);
const key = { id: 'bench', key: new Uint8Array(32).fill(7) };

async function withLedger<T>(folder: string, name: string, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  let ids = 0;
  const ledger = await openLedger({
    folder: join(folder, name),
    sealing: { current: async () => key, find: async () => key.key },
    now: () => startAt,
    newId: () => `id-${++ids}`,
  });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

/** Shares of the allowed rate, in simulated time. */
async function measureRates(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [operation, calls, answerMs, concurrency] of [
    ['aadhaar-pan-link', 60, 2000, 1],
    ['email-bulk', 500, 150, 1],
    ['email-bulk', 500, 900, 4],
    ['rc-advanced', 300, 500, 1],
  ] as const) {
    const rate = await withLedger(folder, `rate-${rows.length}`, (ledger) =>
      simulateBatch({ ledger, operation, calls, answerMs, concurrency, startAt }),
    );
    const what = `${operation}, ${rate.perMinute} a minute, ${concurrency} at once, answers in ${answerMs}-${2 * answerMs} ms, ${rate.throttled} × 429`;
    rows.push({ what, unit: '%', values: [rate.kept * 100], aim: 95 });
  }
  return rows;
}

async function writeRows(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write('Reg. No.;note\n');
  for (let row = 0; row < maxRows; row += 1) {
    const plate = `XX${String(row % 100).padStart(2, '0')}AA${String(row).padStart(6, '0')}`;
    if (!out.write(`${plate};"a note of row ${row}"\n`)) {
      await new Promise<void>((resolve) => out.once('drain', () => resolve()));
    }
  }
  await new Promise<void>((resolve) => out.end(() => resolve()));
}

/** What lives in the heap after a collection, MiB. */
function heapMiB(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / mib;
}

/** Reading and planning the largest batch there is: the heap after each tenth of it, and the time of all. */
async function measureReading(folder: string): Promise<Row[]> {
  const file = join(folder, 'rows.csv');
  await writeRows(file);
  const source: RowSource = { name: 'rows.csv', format: 'csv', file, open: () => createReadStream(file) };
  return withLedger(folder, 'reading', async (ledger) => {
    const { batches } = ledger;
    const operation = operationById('rc-advanced');
    const id = batchId('b');
    const place = 'https://api.example.invalid';
    await batches.create({
      id,
      operation: operation.id,
      environment: 'e',
      identity: 'name:e',
      kind: 'live',
      origin: place,
      baseUrl: place,
      source: 'rows.csv',
      createdAt: startAt,
      fields: operation.requestFields,
    });
    const planner = new Planner(
      {
        store: batches,
        fingerprint: (of, body) => ledger.fingerprint(of, body),
        inputPrint: (of, body) => ledger.inputPrint(of, body),
      },
      {
        batch: id,
        operation,
        place,
        map: { rc_number: { column: 0 } },
        width: 2,
        chunk: 1,
      },
    );
    const shape = await batchReader.look(source);
    const start = performance.now();
    const before = heapMiB();
    const heaps: number[] = [];
    let count = 0;
    for await (const row of batchReader.rows(source, shape)) {
      if (count > 0) await planner.add(row);
      count += 1;
      if (count % (maxRows / 10) === 0) heaps.push(heapMiB() - before);
    }
    await planner.end();
    return [
      {
        what: `${maxRows} rows: heap above the start, after each tenth`,
        unit: 'MiB',
        values: heaps,
        aim: 10,
      },
      {
        what: `${maxRows} rows read, checked, sealed and written`,
        unit: 'ms',
        values: [performance.now() - start],
      },
    ];
  });
}

/** In plain Node: engine, ledger and reader as they are. */
export async function measureBatches(folder: string): Promise<readonly Row[]> {
  return [...(await measureRates(folder)), ...(await measureReading(folder))];
}
