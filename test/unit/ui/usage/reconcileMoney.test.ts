import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { type OwnOrder, reconcile } from '../../../../src/calls/statements/reconcile.ts';
import { guessStatementColumns, readStatement } from '../../../../src/calls/statements/statement.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const time = '2026-11-21T12:00:00Z';

function own(id: string, changes: Partial<OwnOrder> = {}): OwnOrder {
  return {
    ...{ id: orderId(id), orderId: id, operation: 'rc-advanced', begunAt: noon, outcome: 'verified' },
    ...{ billing: 'billed', price: '4', messageCode: 'OK', ...changes },
  };
}

function compared(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  orders: readonly OwnOrder[],
) {
  const body = rows.map((cells, at) => ({ line: at + 2, cells }));
  const reading = readStatement(body, guessStatementColumns(header), 'utc');
  return { reading, result: reconcile(reading.lines, orders) };
}

describe('money of a statement beside the order history', () => {
  let reconcileText: typeof import('../../../../src/ui/usage/reconcileText.ts').reconcileText;
  before(async () => {
    await standInForVscode();
    ({ reconcileText } = await import('../../../../src/ui/usage/reconcileText.ts'));
  });
  const text = (parts: ReturnType<typeof compared>): string =>
    reconcileText({
      ...{ environment: 'acme', statement: 'may.csv', above: 0, span: null, zone: null, erased: 0 },
      ...parts,
    });
  const header = ['Order ID', 'Time', 'Amount'];

  it('says of our sum how many billed calls are not in it, for they left without a price', () => {
    const rows = ['A', 'B', 'C'].map((id) => [id, time, '4.00']);
    const orders = [own('A'), own('B', { price: null }), own('C', { price: null })];
    const line = text(compared(header, rows, orders))
      .split('\n')
      .find((one) => one.startsWith('| In both'));
    assert.match(line ?? '', /without a price/, line);
  });

  it('misses no price where nothing could be billed', () => {
    const summed = (...orders: readonly OwnOrder[]): string =>
      text(
        compared(
          header,
          [
            ['A', time, '4.00'],
            ['B', time, '4.00'],
          ],
          orders,
        ),
      )
        .split('\n')
        .find((one) => one.startsWith('| In both')) ?? '';
    const simulated = { price: null, simulated: true } as const;
    assert.match(summed(own('A', simulated), own('B', simulated)), /simulated, nothing is billed/);
    assert.match(summed(own('A', simulated), own('B', { price: null })), /no price set/);
  });

  it('does not say that orders which may have been billed come to nothing', () => {
    const orders = [own('B', { orderId: null, billing: 'unknown', outcome: 'unknown' })];
    const line = text(compared(header, [['A', '2026-11-01T12:00:00Z', '4.00']], orders))
      .split('\n')
      .find((one) => one.startsWith('| Only in the order history'));
    assert.doesNotMatch(line ?? '', /\| 1 \|.*₹0\.00/, line);
  });

  it('a dash in the column of what is given back is nothing that could not be read', () => {
    const { reading, result } = compared(
      ['Order ID', 'Time', 'Debit', 'Credit'],
      [
        ['A', time, '4.00', '-'],
        ['B', time, '4.00', '-'],
      ],
      [own('A'), own('B')],
    );
    assert.deepEqual(
      result.pairs.map(({ findings }) => findings),
      [[], []],
    );
    assert.deepEqual(reading.unreadable, []);
  });

  it('a charge whose amount cannot be read is not said to be uncharged for the dash beside it', () => {
    const { result } = compared(
      ['Order ID', 'Time', 'Debit', 'Credit'],
      [['A', time, '4,50', '-']],
      [own('A', { price: '4.5' })],
    );
    assert.deepEqual(
      result.pairs.map(({ findings }) => findings),
      [[]],
    );
  });

  it('a wallet that writes charges with a minus, and a status that says they were made, took money', () => {
    const { result } = compared(
      ['Order ID', 'Time', 'Status', 'Amount'],
      [
        ['A', time, 'SUCCESS', '-4.00'],
        ['B', time, 'Charged', '-4.00'],
      ],
      [own('A'), own('B')],
    );
    assert.deepEqual(
      result.pairs.map(({ findings }) => findings),
      [[], []],
    );
    assert.equal(result.sums.statement, '8');
  });

  it('a wallet that writes charges with a minus and has no other column did charge', () => {
    const { result } = compared(
      header,
      [
        ['A', time, '-4.00'],
        ['B', time, '-4.00'],
      ],
      [own('A'), own('B')],
    );
    assert.deepEqual(
      result.pairs.map(({ findings }) => findings),
      [[], []],
    );
  });

  it('says where no more than a minus makes a charge of a line', () => {
    const said = (...rows: readonly (readonly string[])[]): boolean =>
      /Amounts with a minus or in brackets were read as charges\./.test(
        text(compared(['Order ID', 'Time', 'Amount', 'Type'], rows, [])),
      );
    assert.ok(said(['A', time, '-4.00', '']));
    assert.ok(!said(['A', time, '-4.00', 'Debit']));
    assert.ok(!said(['A', time, '4.00', ''], ['B', time, '-4.00', '']));
  });

  it('a recharge of the wallet is no part of what calls came to', () => {
    const { result } = compared(
      ['Order ID', 'Time', 'Type', 'Amount'],
      [
        ['A', time, 'Debit', '4.00'],
        ['', '2026-11-21T09:00:00Z', 'Credit', '500.00'],
      ],
      [own('A')],
    );
    assert.equal(result.sums.statement, '4');
  });

  it('an amount with its minus behind it, as SAP writes one, is not said to be charged', () => {
    const { reading } = compared(
      header,
      [
        ['A', time, '4.00'],
        ['B', time, '4.00-'],
      ],
      [own('A'), own('B')],
    );
    assert.equal(reading.lines[1]?.charged, false);
  });
});
