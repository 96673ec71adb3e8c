import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { reconcile } from '../../../../src/calls/statements/reconcile.ts';
import type { StatementLine } from '../../../../src/calls/statements/statement.ts';
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
  const text = (lines: readonly StatementLine[]): string =>
    reconcileText({
      ...{ environment: 'acme', statement: 'may.csv', hasTimes: false, zone: null },
      ...{ reading: { lines, unreadable: [], skipped: [] }, result: reconcile(lines, []) },
    });

  it('says no sum of a statement without amounts: what it comes to is not known, and not nothing', () => {
    const without = text([line(2, null), line(3, null)]);
    assert.match(without, /\| Only on the statement \| 2 \| no amounts \|/);
    assert.match(without, /\| Whole statement \| 2 \| no amounts \|/);
    assert.match(without, /\| In both \| 0 \| ₹0\.00 \|/);
  });

  it('sums the amounts that stand there', () => {
    assert.match(text([line(2, '4.00'), line(3, null)]), /\| Whole statement \| 2 \| ₹4\.00 \|/);
    assert.match(text([line(2, '0')]), /\| Whole statement \| 1 \| ₹0\.00 \|/);
  });
});
