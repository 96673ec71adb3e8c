import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { reset, world } from '../../../support/plainVscode.ts';
import { aLedger, aSettlement, newOrder, noon } from '../../ledger/aLedger.ts';
import { first, reconciled } from './aReconciler.ts';

beforeEach(reset);

const own: Environment = { name: 'acme-live', id: 'own', baseUrl: 'https://api.example.in', kind: 'live' };

type Item = Readonly<Record<'label' | 'description' | 'detail', string>>;

/** What the question offered, the first of all being the statement's source. */
const offered = (question: number): readonly Item[] =>
  (world.shown[question]?.given[0] ?? []) as readonly Item[];

/** Orders begun so many ms after noon of 21 November 2026, UTC, each billed. @returns the document of a comparison */
async function aHistory(t: TestContext, begun: Readonly<Record<string, number>>) {
  const { ledger } = await aLedger(t);
  for (const [id, after] of Object.entries(begun)) {
    await ledger.begin(
      newOrder(id, { environment: own.name, identity: 'id:own', begunAt: noon + after, price: null }),
    );
    await ledger.settle(orderId(id), aSettlement({ orderId: `ORD-${id}`, settledAt: noon + after + 1000 }));
  }
  return async (csv: string, ...answers: readonly ((given: readonly unknown[]) => unknown)[]) => {
    reset();
    return reconciled(ledger, own, csv, ...answers);
  };
}

test('a statement is read below its titles, in whatever columns they would have', async (t) => {
  const reconciled = await aHistory(t, { a: 0, b: 60_000 });
  const titled = [
    'Wallet statement, all amounts in INR, Nobody Ltd',
    'Period;01/11/2026;30/11/2026',
    '',
    'Txn Date;Time;Order ID;Amount',
    '21-Nov-2026;5:30 PM IST;="ORD-a";1,250.50',
    '21-Nov-2026;5:31 PM IST;="ORD-b";1,250.50',
  ].join('\n');
  const text = await reconciled(titled);
  assert.match(text, /\| In both \| 2 \| ₹2,501\.00 \|/);
  assert.match(text, /\| Whole statement \| 2 \|/);
  assert.match(text, /Lines above the table, left out: 2\./);
  assert.doesNotMatch(text, /could not be read|matched by order_id alone/);
});

test('a comparison by time names the time it was about, and what of the history lies outside of it', async (t) => {
  const day = 24 * 3_600_000;
  const reconciled = await aHistory(t, { a: 0, b: 60_000, c: 3 * day, d: -90 * day });
  // No order_ids, and of a day later than all that it lists: its year is one too late.
  const later = 'Time,Amount\n2027-11-21T12:00:00Z,4.50\n2027-11-21T12:01:00Z,4.50\n';
  const text = await reconciled(later);
  assert.match(text, /\| Only in the order history \| 0 \|/);
  assert.match(
    text,
    /Compared: orders from [^\n]*2027[^\n]* to [^\n]*2027[^\n]*, and those that the statement names\./,
  );
  assert.match(text, /Others that were billed or may have been: 4\./);
  const there = await reconciled('Time,Amount\n2026-11-21T12:00:00Z,4.50\n2026-11-21T12:01:00Z,4.50\n');
  assert.match(there, /Others that were billed or may have been: 2\./);
  const minute = 60_000;
  const [from, to] = [noon - 2 * minute, noon + 3 * minute].map((at) =>
    new Date(at).toLocaleTimeString('en').replace(/\u202f/g, ' '),
  );
  assert.match(
    there.replaceAll('\u202f', ' '),
    new RegExp(`Compared: orders from [^\n]*${from} to [^\n]*${to}, and`),
  );
  assert.doesNotMatch(await reconciled('Order ID,Amount\nORD-a,4.50\n'), /Others that were billed/);
});

test('commas within dates and amounts part no columns where tabs do', async (t) => {
  const reconciled = await aHistory(t, { a: 0 });
  const rows = [
    '21/11/2026, 12:00 UTC\t1,250.50',
    '22/11/2026, 12:00 UTC\t1,250.50',
    '23/11/2026, 12:00 UTC\t1,250.50',
  ];
  assert.match(await reconciled(['Time\tAmount', ...rows].join('\n')), /\| In both \| 1 \| ₹1,250\.50 \|/);
});

test('the order_ids are looked for in the column that has those of the history, whatever the others are called', async (t) => {
  const reconciled = await aHistory(t, { 1: 0, 2: 60_000 });
  const txns = (...ids: readonly string[]): string =>
    ['Txn ID,Txn Date,Debit (INR),Credit (INR),Reference', ...ids].join('\n');
  const guess = (): Item | undefined => offered(1)[0];
  const strange = txns('T1001,2025-01-01T12:00:00Z,4.50,,A-9');
  await reconciled(strange);
  // Nothing of it is known: it goes by names, and is remembered so.
  assert.partialDeepStrictEqual(guess(), { description: 'order_id: Txn ID · time: Txn Date' });
  const known = txns('T1001,2025-01-01T12:00:00Z,4.50,,ORD-1', 'T1002,2025-01-02T12:00:00Z,4.50,,ORD-2');
  assert.match(await reconciled(known), /\| In both \| 2 \|/);
  assert.partialDeepStrictEqual(guess(), {
    description: 'order_id: Reference · time: Txn Date',
    detail: 'amount: Debit (INR) · refunded: Credit (INR) · charged: – · operation: –',
  });
});

test('who chooses each column reads which one has order_ids of the history', async (t) => {
  const reconciled = await aHistory(t, { 1: 0 });
  const nth = (at: number) => (given: readonly unknown[]) => (given[0] as readonly unknown[])[at];
  const rest = Array.from({ length: 7 }, () => first);
  const asking = reconciled('Txn ID,Reference\nT1001,ORD-1', ...rest);
  // Instead of the columns as they were guessed.
  world.choices[0] = nth(1);
  await asking;
  assert.deepEqual(
    offered(2).map(({ description }) => description),
    ['ORD-1 · found in the order history: 1', 'T1001', ''],
  );
});
