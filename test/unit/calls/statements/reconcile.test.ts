import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Big } from 'big.js';
import fc from 'fast-check';
import { markdownCell } from '../../../../src/calls/orders/markdownCell.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { nearMs, type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { reconcileCsv } from '../../../../src/calls/statements/reconcileRows.ts';
import type { StatementLine } from '../../../../src/calls/statements/statement.ts';

const noon = Date.UTC(2026, 10, 21, 12);

function line(changes: Partial<StatementLine> = {}): StatementLine {
  return { row: 2, orderId: null, at: noon, amount: '4', charged: true, operation: null, ...changes };
}

type Changes = Partial<Omit<OwnOrder, 'id'>> & { readonly id?: string };

function own({ id = 'a', ...changes }: Changes = {}): OwnOrder {
  return {
    id: orderId(id),
    ...{ orderId: null, operation: 'rc-advanced', begunAt: noon, outcome: 'verified' },
    ...{ billing: 'billed', price: '4', messageCode: 'OK' },
    ...changes,
  };
}

test('the same order_id is the same order, however far the clocks are apart', () => {
  const { pairs, onlyTheirs, onlyOurs, timeOffset } = reconcile(
    [line({ orderId: 'X', at: noon + 5_000_000 })],
    [own({ orderId: 'X' })],
  );
  assert.deepEqual([pairs[0]?.by, pairs[0]?.findings, timeOffset], ['order_id', [], 5_000_000]);
  assert.deepEqual([onlyTheirs, onlyOurs], [[], []]);
});

test('each disagreement about money is told', () => {
  const cases: readonly (readonly [Partial<StatementLine>, Changes, readonly string[]])[] = [
    [{}, { billing: 'free', outcome: 'rejected' }, ['billed-but-free']],
    [{}, { billing: 'refunded', outcome: 'refunded' }, ['billed-but-refunded']],
    [{}, { billing: 'unknown', outcome: 'unknown' }, ['now-known-billed']],
    [{ charged: false, amount: '0' }, { billing: 'unknown' }, ['now-known-free']],
    [{ charged: false, amount: '0' }, {}, ['free-but-billed']],
    [{ amount: '4.01' }, {}, ['amount-differs']],
    [{ amount: '4.00' }, {}, []],
    [{ amount: '9' }, { price: null }, []],
    [{ charged: false, amount: '0' }, { billing: 'free' }, []],
  ];
  for (const [theirs, ours, findings] of cases) {
    const { pairs } = reconcile([line({ orderId: 'X', ...theirs })], [own({ orderId: 'X', ...ours })]);
    assert.deepEqual(pairs[0]?.findings, findings, JSON.stringify([theirs, ours]));
  }
});

test('by time only where one pair is possible, within two minutes', () => {
  const one = reconcile([line({ at: noon + nearMs })], [own()]);
  assert.equal(one.pairs[0]?.by, 'time');
  assert.equal(reconcile([line({ at: noon + nearMs + 1 })], [own()]).pairs.length, 0);
  const two = reconcile([line()], [own({ id: 'a' }), own({ id: 'b', begunAt: noon + 1000 })]);
  assert.deepEqual([two.pairs.length, two.onlyTheirs[0]?.why, two.onlyOurs.length], [0, 'ambiguous', 2]);
});

test('an order that lost its answer has no order_id and is found by time; another order_id never is', () => {
  const lost = own({ outcome: 'unknown', billing: 'unknown', messageCode: null });
  assert.deepEqual(reconcile([line({ orderId: 'X' })], [lost]).pairs[0]?.findings, ['now-known-billed']);
  assert.equal(reconcile([line({ orderId: 'X' })], [own({ orderId: 'Y' })]).pairs.length, 0);
});

test('amount and operation make an ambiguous time clear; what never left is on no statement', () => {
  const orders = [own({ id: 'a', price: '4' }), own({ id: 'b', price: '9', operation: 'email-bulk' })];
  const byAmount = reconcile([line({ amount: '9.00' })], orders);
  assert.equal(byAmount.pairs[0]?.order.id, 'b');
  const byOperation = reconcile([line({ amount: null, operation: 'email-bulk' })], orders);
  assert.equal(byOperation.pairs[0]?.order.id, 'b');
  assert.equal(reconcile([line()], [own({ outcome: 'not-sent', billing: 'free' })]).pairs.length, 0);
});

test('free orders are not missed on a statement, and a second line of one order_id is told', () => {
  const { pairs, onlyTheirs, onlyOurs, freeUnlisted } = reconcile(
    [line({ orderId: 'X' }), line({ row: 3, orderId: 'X' })],
    [own({ orderId: 'X' }), own({ id: 'f', billing: 'free', begunAt: noon - 9_999_999 })],
  );
  assert.deepEqual(
    [pairs.length, onlyTheirs[0]?.why, onlyOurs.length, freeUnlisted],
    [1, 'repeated-order-id', 0, 1],
  );
});

test('a charge that the statement takes back under the same order_id is one order that was not charged', () => {
  const taken = line({ orderId: 'X' });
  const back = line({ row: 3, orderId: 'X', at: noon + 3_600_000, amount: '-4.00', charged: false });
  const cases: readonly (readonly [Changes, readonly string[]])[] = [
    [{ billing: 'refunded', outcome: 'refunded' }, []],
    [{}, ['free-but-billed']],
    [{ billing: 'unknown', outcome: 'unknown' }, ['now-known-free']],
  ];
  for (const [ours, findings] of cases) {
    const result = reconcile([back, taken], [own({ orderId: 'X', ...ours })]);
    const { pairs, onlyTheirs, sums } = result;
    assert.deepEqual(
      pairs.map((pair) => [pair.line.row, pair.returned?.row, pair.findings]),
      [[2, 3, findings]],
    );
    assert.deepEqual([onlyTheirs, sums.matched, sums.statement], [[], '0', '0']);
    assert.match(reconcileCsv(result), /,statement_credit_line,kind\r\nboth,.*,3,live\r\n$/);
  }
});

test('what is credited otherwise than as it was charged, or of an order sent twice, is no charge taken back', () => {
  const taken = line({ orderId: 'X' });
  const part = line({ row: 3, orderId: 'X', amount: '-1', charged: false });
  const one = reconcile([taken, part], [own({ orderId: 'X' })]);
  assert.deepEqual([one.pairs[0]?.returned, one.onlyTheirs[0]?.why], [null, 'repeated-order-id']);
  const nothing = reconcile(
    [line({ orderId: 'X', amount: '0' }), { ...part, amount: '0' }],
    [own({ orderId: 'X' })],
  );
  assert.equal(nothing.pairs[0]?.returned, null);
  const unnamed = { ...part, amount: '-4', orderId: null };
  const unsaid = reconcile([line(), { ...unnamed, at: null }, { ...unnamed, row: 4, at: null }], [own()]);
  assert.equal(unsaid.pairs[0]?.returned, null);
  // What is taken back of a charge beside the order's own stays beside it, too.
  const other = [{ ...taken, amount: '9' }, line({ row: 5, orderId: 'X' })];
  const back = [3, 4].map((row) => ({ ...part, row, amount: '-4' }));
  const beside = reconcile([...other, ...back], [own({ orderId: 'X', price: '9' })]);
  assert.deepEqual(
    beside.onlyTheirs.map(({ why }) => why),
    ['repeated-order-id', 'repeated-order-id', 'repeated-order-id'],
  );
  const whole = { ...part, amount: '-4' };
  const doubled = reconcile([taken, line({ row: 4, orderId: 'X' }), whole], [own({ orderId: 'X' })]);
  assert.deepEqual(
    [doubled.pairs[0]?.findings, doubled.onlyTheirs.length, doubled.sums.matched],
    [[], 2, '4'],
  );
  const two = reconcile([taken, whole], [own({ orderId: 'X' }), own({ id: 'b', orderId: 'X' })]);
  assert.deepEqual(
    two.pairs.map(({ returned }) => returned),
    [null, null],
  );
});

const id = fc.option(fc.constantFrom('A', 'B', 'C', 'D'), { nil: null });
const money = fc.integer({ min: -500, max: 100_000 }).map((paise) => Big(paise).div(100).toFixed());
const at = fc.integer({ min: 0, max: 20 }).map((steps) => noon + steps * 30_000);
const lines = fc.array(
  fc.record({
    orderId: id,
    at: fc.option(at, { nil: null }),
    amount: fc.option(fc.oneof(money, fc.constantFrom('4', '-4', '9.99', '-9.99')), { nil: null }),
    charged: fc.boolean(),
    operation: fc.constantFrom('rc-advanced' as const, 'email-bulk' as const, null),
  }),
  { maxLength: 25 },
);
const orders = fc.array(
  fc.record({
    orderId: id,
    begunAt: at,
    billing: fc.constantFrom('billed' as const, 'free' as const, 'unknown' as const, 'refunded' as const),
    price: fc.option(fc.constantFrom('4', '0.10', '9.99'), { nil: null }),
    operation: fc.constantFrom('rc-advanced' as const, 'email-bulk' as const),
  }),
  { maxLength: 25 },
);

test('each line and each order is used at most once, none is lost, and no sum is off by a paisa', () => {
  fc.assert(
    fc.property(lines, orders, (theirs, ours) => {
      const statement = theirs.map((one, index) => line({ ...one, row: index + 2 }));
      const ledger = ours.map((one, index) => own({ ...one, id: String(index) }));
      const { pairs, onlyTheirs, onlyOurs, freeUnlisted, sums } = reconcile(statement, ledger);
      const rows = [
        ...pairs.flatMap(({ line: of, returned }) => (returned === null ? [of.row] : [of.row, returned.row])),
        ...onlyTheirs.map((one) => one.line.row),
      ];
      assert.deepEqual(
        rows.toSorted((a, b) => a - b),
        statement.map(({ row }) => row),
      );
      const ids = [...pairs.map(({ order }) => order.id), ...onlyOurs.map((order) => order.id)];
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(ids.length + freeUnlisted, ledger.length);
      const paise = (amount: string | null) =>
        BigInt(
          Big(amount ?? 0)
            .times(100)
            .toFixed(),
        );
      // A credit of no operation, whose order_id neither a charge nor an order of ours has, came into the wallet.
      const called = new Set([
        ...statement.flatMap((one) => (one.charged ? [one.orderId] : [])),
        ...pairs.map((pair) => pair.line.orderId),
      ]);
      const isOfCall = (one: (typeof statement)[number]) =>
        (one.orderId !== null && called.has(one.orderId)) || one.operation !== null;
      const taken = statement.filter((one) => one.charged || (isOfCall(one) && Big(one.amount ?? 0).lt(0)));
      const exact = taken.reduce((total, { amount }) => total + paise(amount), 0n);
      assert.equal(paise(sums.statement), exact);
      assert.equal(paise(sums.matched) + paise(sums.onlyTheirs), exact);
      for (const { line: of, order, by } of pairs) {
        if (by === 'order_id') assert.equal(of.orderId, order.orderId);
        else assert.ok(of.at !== null && Math.abs(of.at - order.begunAt) <= nearMs);
      }
    }),
    { numRuns: 500 },
  );
});

test('which line stands where makes no difference', () => {
  fc.assert(
    fc.property(lines, orders, fc.integer(), (theirs, ours, turn) => {
      const statement = theirs.map((one, index) => line({ ...one, row: index + 2 }));
      const ledger = ours.map((one, index) => own({ ...one, id: String(index).padStart(2, '0') }));
      const cut = statement.length === 0 ? 0 : Math.abs(turn) % statement.length;
      const turned = [...statement.slice(cut), ...statement.slice(0, cut)];
      const found = (result: ReturnType<typeof reconcile>) =>
        result.pairs.map(({ line: of, order }) => `${of.row} ${order.begunAt}`);
      assert.deepEqual(found(reconcile(turned, ledger)), found(reconcile(statement, ledger)));
    }),
  );
});

test('the CSV has a row for every line and every order that is missed, and disarms formulas', () => {
  const result = reconcile(
    [line({ orderId: 'X' }), line({ row: 3, orderId: '=1+1', at: null })],
    [own({ orderId: 'X', billing: 'free' }), own({ id: 'b', begunAt: noon - 9_999_999 })],
  );
  const rows = reconcileCsv(result).trimEnd().split('\r\n');
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(0, 5).join(',')),
    [
      'where,findings,matched_by,statement_line,statement_order_id',
      'both,billed-but-free,order_id,2,X',
      "only-statement,,,3,'=1+1",
      'only-history,,,,',
    ],
  );
});

test('what a statement holds is no markup in the document', () => {
  assert.equal(markdownCell('a|b\n<img src=x>'), 'a&#124;b &#60;img src=x&#62;');
  assert.equal(markdownCell('[x](https://e.invalid)').includes('://'), false);
  assert.equal(markdownCell('y'.repeat(200)).length, 80);
});
