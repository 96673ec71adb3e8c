/**
 * The ledger at 100,000 and 1,000,000 invented orders: medians in ms of what the extension asks while somebody waits.
 * `node test/bench/ledger.ts [orders …]`
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { GuardQuestion } from '../../src/calls/ports/guardPorts.ts';
import { draftId, orderId } from '../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder, Settlement } from '../../src/calls/ports/ports.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { beginAllToday, fillLedger, fingerprintOf, orderIdOf } from './ledgerFill.ts';
import { median, type Row, table } from './table.ts';

const rounds = 101;
const sizes = [100_000, 1_000_000];
const mib = 1024 * 1024;

/** Milliseconds; what waits on the disk is aimed at in `measureOne`. */
async function measure(
  what: string,
  work: (round: number) => Promise<unknown>,
  aim: { readonly aim?: number } = { aim: 20 },
): Promise<Row> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work(round);
    values.push(performance.now() - start);
  }
  return { what, unit: 'ms', values, ...aim };
}

function newOrder(now: number): NewOrder {
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
    begunAt: now,
    deadlineAt: now + 60_000,
    maskedInput: 'XX••••••0001',
    fingerprint: fingerprintOf(1),
    parts: [],
    day: '2026-11-21',
    session: 'session',
    price: null,
    batch: null,
    requestBody: new TextEncoder().encode('{"rc_number":"XX00AB0001"}'),
    aadhaar: [],
  };
}

function settlement(id: string, now: number): Settlement {
  const timing = { connectedMs: 20, firstByteMs: 800, totalMs: 812 };
  return {
    settledAt: now,
    outcome: 'negative',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 422,
    messageCode: 'NO_RECORD_FOUND',
    orderId: `ORD-${id}`,
    failureCode: null,
    totalMs: 812,
    coolDown: null,
    observed: null,
    answer: { head: null, timing, wireBytes: 1500, body: new Uint8Array(1500), failure: null },
  };
}

async function beginAndSettle(ledger: Ledger): Promise<void> {
  const order = newOrder(Date.now());
  await ledger.begin(order);
  await ledger.settle(order.id, settlement(order.id, Date.now()));
}

/** What the disk itself takes for two durable writes of an order's size. */
function twoFsyncs(folder: string): () => Promise<void> {
  const file = openSync(join(folder, 'bare'), 'a');
  const record = new Uint8Array(2048);
  process.once('exit', () => closeSync(file));
  return async () => {
    for (let n = 0; n < 2; n += 1) {
      writeSync(file, record);
      fsyncSync(file);
    }
  };
}

/** What is asked before a call leaves, with an input that was sent before. */
function question(round: number, count: number, now: number): GuardQuestion {
  return {
    operation: 'rc-advanced',
    place: 'https://api.example.invalid',
    keyHash: 'hash of 9f3a',
    spenders: ['name:acme-prod'],
    input: { whole: fingerprintOf(1 + ((round * 7919) % (count - 1))), parts: [] },
    now,
    day: new Date(now).toISOString().slice(0, 10),
    session: 'session',
    windows: [
      { ms: 60_000, most: null, learns: false },
      { ms: 86_400_000, most: round % 2 === 0 ? null : 5000, learns: false },
    ],
  };
}

async function figuresOf(ledger: Ledger, folder: string, count: number, now: number): Promise<Row[]> {
  const at = (round: number): number => 1 + ((round * 7919) % (count - 1));
  const page = { limit: 100, after: null };
  const month = 30 * 24 * 3_600_000;
  const two = { operations: ['credit-report'], outcomes: ['held'] } as const;
  const common = { environments: ['acme-prod'], billings: ['billed'] } as const;
  const bare = await measure('two bare fsyncs', twoFsyncs(folder), {});
  return [
    await measure('first page: all', () => ledger.list({ group: 'all', ...page })),
    await measure('first page: needs attention', () => ledger.list({ group: 'attention', ...page })),
    await measure('first page of a month', (n) =>
      ledger.list({
        group: 'rest',
        filter: { from: now - (n % 30) * month, to: now - ((n % 30) - 1) * month },
        ...page,
      }),
    ),
    await measure('needs attention, counted', () => ledger.attentionCount()),
    await measure('find by order_id', (n) => ledger.find(`see order ${orderIdOf(at(n))}, please`, 100)),
    await measure('filter by two criteria, many', () =>
      ledger.list({ group: 'all', filter: common, ...page }),
    ),
    await measure('filter by two criteria, few', () => ledger.list({ group: 'all', filter: two, ...page })),
    await measure('filter by two criteria, none', () =>
      ledger.list({ group: 'all', filter: { outcomes: ['held'], billings: ['free'] }, ...page }),
    ),
    await measure('same input', (n) => ledger.sameInput(fingerprintOf(at(n)), 20)),
    await measure('preflight reading', (n) => ledger.guard(question(n, count, now)), { aim: 5 }),
    await measure('usage of a month', () => {
      const [from, to] = [now - month, now].map((at) => new Date(at).toISOString().slice(0, 10));
      return ledger.usage({ from: from ?? '', to: to ?? '', environment: null });
    }),
    bare,
    await measure('begin and settle', () => beginAndSettle(ledger), { aim: 3 * median(bare.values) }),
  ];
}

async function measureOne(parent: string, count: number): Promise<Row[]> {
  const folder = mkdtempSync(join(parent, 'ledger-'));
  const now = Date.now();
  const key = new Uint8Array(32).fill(1);
  const sealing = { current: async () => ({ id: 'bench-key', key }), find: async () => key };
  const options = { folder, sealing, now: Date.now, newId: randomUUID };
  try {
    await (await openLedger(options)).close();
    fillLedger(folder, count, now);
    const size = statSync(join(folder, 'orders.sqlite')).size / mib;
    const before = process.memoryUsage.rss();
    const opening = performance.now();
    const ledger = await openLedger(options);
    const opened = performance.now() - opening;
    const figures = await figuresOf(ledger, folder, count, now);
    beginAllToday(folder, now);
    const crowded = await measure(
      'preflight reading, all begun today',
      (n) => ledger.guard(question(n, count, now)),
      { aim: 5 },
    );
    const rows = [...figures, crowded];
    const grown = (process.memoryUsage.rss() - before) / mib;
    await ledger.close();
    return [
      { what: 'file', unit: 'MiB', values: [size] },
      { what: 'open', unit: 'ms', values: [opened], aim: 20 },
      ...rows,
      { what: 'memory grown', unit: 'MiB', values: [grown] },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The figures of ledgers of these sizes, one after the other, in plain Node. */
export async function measureLedger(parent: string, counts: readonly number[] = sizes): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const size = count.toLocaleString('en');
    for (const row of await measureOne(parent, count)) rows.push({ ...row, what: `${size}: ${row.what}` });
  }
  return rows;
}

if (import.meta.main) {
  const counts = process.argv.slice(2).map(Number);
  const rows = await measureLedger(tmpdir(), counts.length > 0 ? counts : sizes);
  console.log(table('The ledger in plain Node', rows));
}
