import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Damaged } from '../../../src/calls/ports/damaged.ts';
import type { DocumentFacts } from '../../../src/calls/ports/documentPorts.ts';
import type { KeyGone } from '../../../src/calls/ports/erasurePorts.ts';
import type { GuardQuestion } from '../../../src/calls/ports/guardPorts.ts';
import { draftId, type OrderId, orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder, Settlement } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import type { KeyHome } from '../../../src/ledger/sealing.ts';
import { inputReader } from '../../../src/ui/panels/keptInputs.ts';
import { aNewOrder } from '../calls/orders.ts';

export const noon = Date.UTC(2026, 10, 21, 12);

/** A folder of the test's own, removed when it ends. */
export function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-test-'));
  t.after(() => {
    // A test may have forbidden writing there.
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Sealing keys that a test can lose: `keys[0]` seals, all of them open. */
export function keyRing(...names: readonly string[]): KeyHome & { names: string[] } {
  const keyOf = (name: string) => new Uint8Array(createHash('sha256').update(name).digest());
  const ring = {
    names: [...names],
    current: async () => {
      const [first] = ring.names;
      if (first === undefined) throw new Error('the secret store is locked');
      return { id: first, key: keyOf(first) };
    },
    find: async (id: string) => (ring.names.includes(id) ? keyOf(id) : null),
  };
  return ring;
}

/** What opening makes of a folder in which nothing was kept yet. */
async function madeEmpty(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-empty-'));
  const { db, names } = await openFile(folder, noon);
  db.close();
  const file = readFileSync(names.orders);
  rmSync(folder, { recursive: true });
  return file;
}

let empty: Promise<Uint8Array> | undefined;

/** All steps of the schema cost 20 ms of a processor: once for a process instead of once for a test. */
async function placeEmpty(folder: string): Promise<void> {
  empty ??= madeEmpty();
  const file = await empty;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length === 0) writeFileSync(join(folder, 'orders.sqlite'), file, { mode: 0o600 });
}

/** The same ledger as any other window of this folder sees it; closed when the test ends. */
export async function aWindow(
  t: TestContext,
  folder: string,
  sealing: KeyHome = keyRing('a-key'),
  changes: Partial<LedgerOptions> = {},
): Promise<Ledger> {
  let ids = 0;
  await placeEmpty(folder);
  const ledger = await openLedger({
    folder,
    sealing,
    now: () => noon,
    newId: () => `id-${++ids}`,
    inputs: async () => inputReader(operationById),
    pollMs: 20,
    // A key that another window has is waited for two seconds; here nobody is slower than a tenth of that.
    wait: (ms) => setTimeout(ms / 10),
    ...changes,
  });
  t.after(() => ledger.close());
  return ledger;
}

export async function aLedger(t: TestContext): Promise<{ readonly ledger: Ledger; readonly folder: string }> {
  const folder = aFolder(t);
  return { ledger: await aWindow(t, folder), folder };
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Fails where it cannot be opened. */
export const text = (body: Uint8Array | Damaged | KeyGone): string => {
  assert.ok(body instanceof Uint8Array, 'it cannot be opened');
  return new TextDecoder().decode(body);
};

/** Where a test looks for nothing damaged. */
export const damages = { met: (part: string, of: string): void => assert.fail(`damaged: ${part} of ${of}`) };

/** Counted to the identity of its environment's name. */
export function newOrder(id: string, changes: Partial<NewOrder> = {}): NewOrder {
  return aNewOrder({
    id: orderId(id),
    draftId: draftId(`draft of ${id}`),
    identity: `name:${changes.environment ?? 'acme-prod'}`,
    requestBody: bytes(`{"rc_number":"typed for ${id}"}`),
    ...changes,
  });
}

export function aSettlement(changes: Partial<Settlement> = {}): Settlement {
  return {
    settledAt: noon + 812,
    outcome: 'negative',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 422,
    messageCode: 'NO_RECORD_FOUND',
    orderId: 'ORD-INVENTED-1',
    failureCode: null,
    totalMs: 800,
    coolDown: null,
    observed: null,
    answer: {
      head: { status: 422, statusText: '', headers: [['x-a', 'b']] },
      timing: { connectedMs: 20, firstByteMs: 790, totalMs: 800 },
      wireBytes: 17,
      body: bytes('{"answered":true}'),
      failure: null,
    },
    ...changes,
  };
}

export const pending: Partial<Settlement> = {
  outcome: 'pending',
  httpStatus: 202,
  messageCode: 'ACCEPTED',
  orderId: 'ORD-PENDING-1',
};

export function aDocument(changes: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    at: noon,
    field: 'data.result.pdf_url',
    host: 'files.example.invalid',
    contentType: 'application/pdf',
    format: 'pdf',
    size: 8,
    sha256: '00',
    ...changes,
  };
}

/** The calendar day there where the tests run. */
export function localDay(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What is asked before one more call like newOrder's, at noon. */
export function question(changes: Partial<GuardQuestion> = {}): GuardQuestion {
  return {
    operation: 'rc-advanced',
    place: 'https://api.example.invalid',
    keyHash: 'hash of 9f3a',
    spenders: ['name:acme-prod'],
    input: null,
    now: noon,
    day: '2026-11-21',
    session: 'session',
    windows: [{ ms: 60_000, most: 5, learns: false }],
    ...changes,
  };
}

export interface Placed {
  readonly order?: Partial<NewOrder>;
  readonly settlement?: Partial<Settlement>;
}

/** Begins and settles. */
export async function place(ledger: Ledger, id: string, { order, settlement }: Placed = {}): Promise<void> {
  await ledger.begin(newOrder(id, order));
  await ledger.settle(orderId(id), aSettlement(settlement));
}

export async function ids(ledger: Ledger, group: 'all' | 'attention' | 'rest' = 'all'): Promise<OrderId[]> {
  const page = await ledger.list({ group, limit: 1000, after: null });
  return page.orders.map((order) => order.id);
}

/** Files of the folder that hold these bytes anywhere. */
export function filesHolding(folder: string, wanted: Uint8Array): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(Buffer.from(wanted)));
}

/** Puts in-flight orders into a ledger's file at once, one for each millisecond from noon on. */
export function addMany(folder: string, count: number): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.prepare(
    `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, machine, begun_at, deadline_at, masked_input,
       state, outcome, billing, evidence)
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
     SELECT 'many ' || n, 'many ' || n, 'rc-advanced', 'acme-prod', 'live', 'o', 'm', ? + n, ? + n, 'm', 'in-flight', 'unknown',
       'unknown', 'not-known' FROM n`,
  ).run(count, noon, noon);
  db.close();
}

/** Orders that are over, many at once. @param ms how long before noon the first was begun */
export function addSettled(folder: string, count: number, ms = 0): void {
  addMany(folder, count);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  const over = `state = 'settled', outcome = 'verified', billing = 'billed'`;
  db.prepare(`UPDATE orders SET ${over}, begun_at = begun_at - ?`).run(ms);
  db.close();
}
