import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import type { StatementLine } from '../../../../src/calls/statements/statement.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const line = (row: number, amount: string | null): StatementLine => ({
  ...{ row, orderId: `X${row}`, at: null, amount, charged: true, operation: null },
});

describe('a statement beside the order history', () => {
  let reconcileText: typeof import('../../../../src/ui/usage/reconcileText.ts').reconcileText;
  before(async () => {
    await standInForVscode();
    ({ reconcileText } = await import('../../../../src/ui/usage/reconcileText.ts'));
  });
  const text = (
    lines: readonly StatementLine[],
    orders: readonly OwnOrder[] = [],
    dayFirst: string | null = null,
  ): string =>
    reconcileText({
      ...{ environment: 'acme', statement: 'may.csv', above: 0, span: null, zone: null, erased: 0 },
      ...{
        reading: { lines, unreadable: [], skipped: [], dayFirst, minusTaken: false },
        result: reconcile(lines, orders),
      },
    });

  it('says no sum of a statement without amounts: what it comes to is not known, and not nothing', () => {
    const without = text([line(2, null), line(3, null)]);
    assert.match(without, /\| Only on the statement \| 2 \| no amounts \|/);
    assert.match(without, /\| Whole statement \| 2 \| no amounts \|/);
    assert.match(without, /\| In both \| 0 \| ₹0\.00 \|/);
  });

  it('says in which line a charge was taken back', () => {
    const order: OwnOrder = {
      ...{ id: orderId('a'), orderId: 'X2', operation: 'rc-advanced', begunAt: 0, outcome: 'refunded' },
      ...{ billing: 'refunded', price: null, messageCode: 'REQUEST_FAILED' },
    };
    const found = text([line(2, '4.00'), { ...line(7, '-4.00'), orderId: 'X2', charged: false }], [order]);
    assert.match(found, /\| 2 \| X2 \| {2}\| charged ₹4\.00 · reversed in line 7 \|/);
    assert.doesNotMatch(found, /What differs/);
  });

  it('says that lines of one bulk call may be its addresses, and of another call nothing', () => {
    const words = /Several lines with the order_id of one bulk call may be one charge for each address/;
    const order = (operation: OperationId): OwnOrder => ({
      ...{ id: orderId('a'), orderId: 'X2', operation, begunAt: 0, outcome: 'verified' },
      ...{ billing: 'billed', price: '4.00', messageCode: 'OK' },
    });
    const twice = [line(2, '4.00'), { ...line(3, '4.00'), orderId: 'X2' }];
    assert.match(text(twice, [order('email-bulk')]), words);
    assert.doesNotMatch(text(twice, [order('rc-advanced')]), words);
    assert.doesNotMatch(text(twice.slice(1), [order('email-bulk')]), words);
  });

  it('covers what is personal in a cell that could not be read, and nothing else of it', () => {
    const quoted = (unread: string): string =>
      reconcileText({
        ...{ environment: 'acme', statement: 'may.csv', above: 0, span: null, zone: null, erased: 0 },
        reading: {
          ...{ lines: [], skipped: [], dayFirst: null, minusTaken: false },
          unreadable: [{ row: 3, column: 'charged', text: unread }],
        },
        result: reconcile([], []),
      });
    assert.match(quoted('refund to invented.person@example.invalid'), /line 3: refund to ••••••\./);
    assert.match(quoted('INR 1.234,50 on 2026/11/21'), /line 3: INR 1\.234,50 on 2026\/11\/21\./);
  });

  it('says of each order that could not be billed that it was simulated: others of its environment may be real', () => {
    const real: OwnOrder = {
      ...{ id: orderId('a'), orderId: 'X2', operation: 'rc-advanced', begunAt: 0, outcome: 'verified' },
      ...{ billing: 'billed', price: null, messageCode: 'OK' },
    };
    const found = text(
      [line(2, '4.00')],
      [real, { ...real, id: orderId('b'), orderId: 'X3', simulated: true }],
    );
    assert.match(found, /\| X2 \|[^\n]*\| billed · OK \|/);
    assert.match(found, /\| X3 \|[^\n]*\| billed, simulated · OK \|/);
  });

  it('covers nothing of an order_id that is ours, and gives no id of its own for one', () => {
    // By itself its end would look like an Aadhaar number.
    const ours = 'sandbox-order-c39da536-81eb-4f02-9f3b-100000002658';
    const order: OwnOrder = {
      ...{ id: orderId('local'), orderId: ours, operation: 'rc-advanced', begunAt: 0, outcome: 'verified' },
      ...{ billing: 'billed', price: null, messageCode: 'OK' },
    };
    assert.match(text([{ ...line(2, '4.00'), orderId: ours }], [order]), new RegExp(`\\| 2 \\| ${ours} \\|`));
    assert.doesNotMatch(text([{ ...line(2, '4.00'), orderId: ours }]), new RegExp(ours));
    const unknown: OwnOrder = { ...order, orderId: null, outcome: 'unknown', billing: 'unknown' };
    assert.match(text([], [unknown]), /\| none \(here: local\) \|/);
    // Who finds no order_id finds the order by what was asked about.
    assert.match(text([], [{ ...unknown, maskedInput: 'XX••••••03' }]), /\(here: local\) \| XX••••••03 \|/);
  });

  it('says what stands in the way of a match, and that money came in', () => {
    const order: OwnOrder = {
      ...{ id: orderId('a'), orderId: null, operation: 'rc-advanced', begunAt: 0, outcome: 'unknown' },
      ...{ billing: 'unknown', price: null, messageCode: null },
    };
    const near = (row: number): StatementLine => ({ ...line(row, '4.50'), orderId: null, at: 1000 });
    const two = text([near(2), near(3)], [order]);
    assert.match(two, /\| 2 \|[^\n]*line 3 matches the same order within two minutes/);
    assert.match(two, /\| 3 \|[^\n]*line 2 matches the same order within two minutes/);
    const orders = [order, { ...order, id: orderId('b'), begunAt: 2000 }];
    assert.match(text([near(2)], orders), /\| several orders match within two minutes \|/);
    const recharge = { ...line(7, '-1000.00'), charged: false };
    assert.match(text([recharge]), /\| money that came in ₹1,000\.00 \| no order matches \|/);
  });

  it('says that a date was read with the day first, where it could be the month', () => {
    assert.match(
      text([line(2, '4')], [], '3/4/2026'),
      /Dates such as 3\/4\/2026 were read with the day first\./,
    );
    assert.doesNotMatch(text([line(2, '4')]), /day first/);
  });

  it('sums the amounts that stand there', () => {
    assert.match(text([line(2, '4.00'), line(3, null)]), /\| Whole statement \| 2 \| ₹4\.00 \|/);
    assert.match(text([line(2, '0')]), /\| Whole statement \| 1 \| ₹0\.00 \|/);
  });
});
