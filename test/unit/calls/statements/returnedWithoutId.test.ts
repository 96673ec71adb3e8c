import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import { answered } from '../sending/aWorld.ts';

const at = Date.UTC(2026, 10, 21, 12);
const hours = 3_600_000;

/** As REQUEST_FAILED is answered: placed, failed for good, and without an order_id, as all free errors that are shown. */
function failed(changes: Partial<OwnOrder> = {}): OwnOrder {
  const exchange = answered('REQUEST_FAILED', 400, false);
  assert.ok(exchange.kind === 'answered');
  const reading = readAnswer(operationById('rc-advanced'), { status: 400 }, exchange.body);
  const { billing, outcome, messageCode, orderId: theirs } = reading;
  assert.deepEqual([outcome, billing, theirs], ['refunded', 'refunded', null]);
  return {
    ...{ id: orderId('ours'), orderId: theirs, operation: 'rc-advanced', begunAt: at, price: '4.50' },
    ...{ outcome, billing, messageCode },
    ...changes,
  };
}

const lost = (changes: Partial<OwnOrder> = {}): OwnOrder =>
  failed({ outcome: 'unknown', billing: 'unknown', messageCode: null, ...changes });

type Row = readonly [id: string, after: number, debit: string, credit: string];

function findings(rows: readonly Row[], ...orders: readonly OwnOrder[]) {
  const header = ['Order ID', 'Date Time', 'Debit', 'Credit', 'Service'];
  const cells = rows.map(([id, after, ...amounts], row) => ({
    line: row + 2,
    cells: [id, new Date(at + after).toISOString(), ...amounts, 'RC Details Advanced'],
  }));
  const { lines } = readStatement(cells, guessStatementColumns(header), 'utc');
  const { pairs, onlyTheirs, onlyOurs, sums } = reconcile(lines, orders);
  assert.equal(Number(sums.matched) + Number(sums.onlyTheirs), Number(sums.statement));
  return {
    pairs: pairs.map(({ line, returned, order, findings: found }) => [
      ...[line.row, returned?.row ?? null, order.id],
      ...found,
    ]),
    theirs: onlyTheirs.map(({ line, why }) => [line.row, why]),
    ours: onlyOurs.map(({ id }) => id),
  };
}

const charge: Row = ['TXN-77', 1000, '4.50', ''];
const credit = (after: number): Row => ['TXN-77', after, '', '4.50'];

for (const after of [4 * hours, 30_000, 1000])
  test(`a refunded call without an order_id agrees with a charge that is taken back ${after} ms later`, () => {
    assert.deepEqual(findings([charge, credit(after)], failed()), {
      ...{ pairs: [[2, 3, 'ours']], theirs: [], ours: [] },
    });
  });

test('an order that lost its answer is not told as charged where the statement gave the money back', () => {
  assert.deepEqual(findings([charge, credit(4 * hours)], lost()), {
    ...{ pairs: [[2, 3, 'ours', 'now-known-free']], theirs: [], ours: [] },
  });
});

test('nor is one that was told to be billed', () => {
  const billed = failed({ outcome: 'verified', billing: 'billed', messageCode: 'OK' });
  assert.deepEqual(findings([charge, credit(4 * hours)], billed).pairs, [[2, 3, 'ours', 'free-but-billed']]);
});

test('what is taken back is the refunded call rather than the lost one beside it, which has its own charge', () => {
  const other: Row = ['TXN-78', 2000, '4.50', ''];
  const both = [failed(), lost({ id: orderId('lost'), begunAt: at + 1000 })];
  assert.deepEqual(findings([charge, other, credit(4 * hours)], ...both), {
    pairs: [
      [2, 4, 'ours'],
      [3, null, 'lost', 'now-known-billed'],
    ],
    ...{ theirs: [], ours: [] },
  });
});

test('of two refunded calls nobody knows which is meant', () => {
  const two = [failed(), failed({ id: orderId('other'), begunAt: at + 1000 })];
  assert.deepEqual(findings([charge, credit(4 * hours)], ...two), {
    pairs: [],
    theirs: [
      [2, 'ambiguous'],
      [3, 'repeated-order-id'],
    ],
    ours: [],
  });
});

test('what was charged twice and given back once was charged', () => {
  const again: Row = ['TXN-77', 2000, '4.50', ''];
  assert.deepEqual(findings([charge, again, credit(4 * hours)], failed()), {
    pairs: [[2, null, 'ours', 'billed-but-refunded']],
    theirs: [
      [3, 'repeated-order-id'],
      [4, 'repeated-order-id'],
    ],
    ours: [],
  });
});

test('neither a part of it nor a credit under another order_id takes it back', () => {
  for (const other of [
    ['TXN-77', 4 * hours, '', '4.00'],
    ['TXN-79', 4 * hours, '', '4.50'],
  ] as const)
    assert.deepEqual(findings([charge, other], failed()).pairs, [[2, null, 'ours', 'billed-but-refunded']]);
});

test('one word for all lines in the place of the order_id, as a wallet’s own, takes nothing back', () => {
  const rows: readonly Row[] = [0, 1, 2].map((n) => ['WALLET', n * hours, '4.50', '']);
  assert.deepEqual(findings([...rows, ['WALLET', 5 * hours, '', '4.50']], failed()).pairs, [
    [2, null, 'ours', 'billed-but-refunded'],
  ]);
});
