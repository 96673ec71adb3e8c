import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { nearMs, type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { reconcileCsv } from '../../../../src/calls/statements/reconcileRows.ts';
import type { StatementLine } from '../../../../src/calls/statements/statement.ts';

const noon = Date.UTC(2026, 10, 21, 12);

function line(changes: Partial<StatementLine> = {}): StatementLine {
  return { row: 2, orderId: null, at: noon, amount: '4', charged: true, operation: null, ...changes };
}

function own(id: string, changes: Partial<Omit<OwnOrder, 'id'>> = {}): OwnOrder {
  return {
    id: orderId(id),
    ...{ orderId: null, operation: 'rc-advanced', begunAt: noon, outcome: 'verified' },
    ...{ billing: 'billed', price: '4', messageCode: 'OK' },
    ...changes,
  };
}

/** Which order stands beside which row. */
function pairsOf(lines: readonly StatementLine[], orders: readonly OwnOrder[]): string[] {
  return reconcile(lines, orders).pairs.map((pair) => `${pair.line.row} ${pair.order.id} ${pair.by}`);
}

test('two minutes are near, on both sides, and a millisecond more is not', () => {
  for (const side of [-1, 1]) {
    assert.deepEqual(pairsOf([line({ at: noon + side * nearMs })], [own('a')]), ['2 a time']);
    assert.deepEqual(pairsOf([line({ at: noon + side * (nearMs + 1) })], [own('a')]), []);
  }
});

test('lines and orders of one order_id stand beside each other by their times, those without a time first', () => {
  const orders = [
    own('late', { orderId: 'X', begunAt: noon + 60_000 }),
    own('early', { orderId: 'X' }),
    own('other', { orderId: 'Y' }),
  ];
  const [first, second] = [line({ row: 3, orderId: 'X' }), line({ row: 2, orderId: 'X', at: noon + 1 })];
  assert.deepEqual(pairsOf([second, first], orders), ['2 late order_id', '3 early order_id']);
  // At the same time by their rows.
  const same = [line({ row: 3, orderId: 'X' }), line({ row: 2, orderId: 'X' })];
  assert.deepEqual(pairsOf(same, orders), ['2 early order_id', '3 late order_id']);
  const timeless = line({ row: 3, orderId: 'X', at: null });
  assert.deepEqual(pairsOf([second, timeless], orders), ['2 late order_id', '3 early order_id']);
});

test('a line whose order_id was used up is told as a repeated one, and is nobody’s by its time', () => {
  const lines = [line({ orderId: 'X' }), line({ row: 3, orderId: 'X' })];
  const { pairs, onlyTheirs, onlyOurs } = reconcile(lines, [own('a', { orderId: 'X' }), own('lost')]);
  assert.deepEqual([pairs.length, onlyTheirs[0]?.why, onlyOurs[0]?.id], [1, 'repeated-order-id', 'lost']);
  // One that is not known at all is not repeated, however often it stands there.
  const unknown = reconcile([line({ orderId: 'Z' })], [own('a', { orderId: 'X' })]);
  assert.deepEqual(
    unknown.onlyTheirs.map(({ why }) => why),
    ['none'],
  );
});

test('of several orders at one time the billed one of that amount is it, then the billed, then any', () => {
  const [billed, other] = [own('billed'), own('other', { price: '9' })];
  const free = own('free', { billing: 'free' });
  assert.deepEqual(pairsOf([line()], [free, other, billed]), ['2 billed time']);
  assert.deepEqual(pairsOf([line({ amount: null })], [free, own('maybe', { billing: 'unknown' })]), [
    '2 maybe time',
  ]);
  assert.deepEqual(pairsOf([line({ amount: null })], [free]), ['2 free time']);
  assert.deepEqual(pairsOf([line({ amount: null })], [own('none', { price: null }), billed]), []);
  // An order that one line has by its amount is no other line's.
  assert.deepEqual(pairsOf([line(), line({ row: 3, amount: '9' })], [billed]), ['2 billed time']);
});

test('two lines that could be one order are both in doubt; one beside another order is not', () => {
  const lines = [line(), line({ row: 3, at: noon + 1 }), line({ row: 4, at: noon + 10 * nearMs })];
  const later = own('later', { begunAt: noon + 10 * nearMs });
  const { pairs, onlyTheirs } = reconcile(lines, [own('a'), later]);
  assert.deepEqual(
    pairs.map(({ order }) => order.id),
    ['later'],
  );
  assert.deepEqual(
    onlyTheirs.map(({ line: { row }, why }) => [row, why]),
    [
      [2, 'ambiguous'],
      [3, 'ambiguous'],
    ],
  );
});

test('what is billed on either side alone, and on both, is summed; of ours by its prices', () => {
  const { sums } = reconcile(
    [line({ orderId: 'X', amount: '4.10' }), line({ row: 3, orderId: 'Y', amount: '-1' })],
    [
      own('a', { orderId: 'X' }),
      own('b', { orderId: 'Z', price: '0.30' }),
      own('c', { orderId: 'W', price: null }),
      own('d', { orderId: 'V', billing: 'unknown', price: '7' }),
    ],
  );
  assert.deepEqual(sums, {
    ...{ statement: '3.1', matched: '4.1', onlyTheirs: '-1' },
    ...{ ownMatched: '4', onlyOurs: '0.3' },
  });
});

test('how far the clocks are apart is the middle of what order_ids show', () => {
  const shown = (offsets: readonly (number | null)[], more: Partial<StatementLine> = {}): number | null =>
    reconcile(
      offsets.map((off, row) =>
        line({ row, orderId: `X${row}`, at: off === null ? null : noon + off, ...more }),
      ),
      offsets.map((_, row) => own(String(row), { orderId: `X${row}` })),
    ).timeOffset;
  assert.equal(shown([9, -2, 5]), 5);
  assert.equal(shown([9, null, 5, 100]), 9);
  assert.equal(shown([1, 2, 3, 4, 5]), 3);
  assert.equal(shown([null]), null);
  assert.equal(shown([5], { day: '2026-11-21' }), null);
  // Who was found by the time says nothing of it.
  assert.equal(reconcile([line({ at: noon + 7 })], [own('a')]).timeOffset, null);
});

test('the CSV tells of each pair, and of what stands on one side alone, all that is known', () => {
  const lines = [
    line({ orderId: 'X', amount: '4.01' }),
    line({ row: 3, orderId: 'Z', day: '2026-11-21', amount: null, operation: 'email-bulk' }),
    line({ row: 4, at: null, orderId: 'X', charged: false }),
    line({ row: 5, orderId: 'W', amount: '9' }),
  ];
  const ours = own('b', {
    orderId: 'Y',
    begunAt: noon - 9_999_999,
    messageCode: null,
    price: null,
    simulated: true,
  });
  const free = own('c', { orderId: 'W', billing: 'free' });
  const found = reconcile(lines, [own('a', { orderId: 'X', begunAt: noon + 1 }), free, ours]);
  assert.deepEqual(reconcileCsv(found).split('\r\n'), [
    'where,findings,matched_by,statement_line,statement_order_id,statement_time,statement_amount,statement_charged,id,order_id,begun_at,operation,message_code,billing,price_estimated,statement_credit_line,kind',
    'both,amount-differs,order_id,2,X,2026-11-21T12:00:00.000Z,4.01,true,a,X,2026-11-21T12:00:00.001Z,rc-advanced,OK,billed,4,,live',
    'both,billed-but-free amount-differs,order_id,5,W,2026-11-21T12:00:00.000Z,9,true,c,W,2026-11-21T12:00:00.000Z,rc-advanced,OK,free,4,,live',
    'only-statement,,,3,Z,2026-11-21,,true,,,,email-bulk,,,,,',
    'only-statement,repeated-order-id,,4,X,,4,false,,,,,,,,,',
    'only-history,,,,,,,,b,Y,2026-11-21T09:13:20.001Z,rc-advanced,,billed,,,sandbox',
    '',
  ]);
});
