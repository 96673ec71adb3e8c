import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Spend } from '../../../../src/calls/ports/guardPorts.ts';
import { meters, nothingSpent, someContext, someFacts } from '../../calls/guard/facts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const budget = { kind: 'set', warnAt: 0.8, limits: { day: { calls: 10, money: '100' } } } as const;

describe('the summary of a review', () => {
  let summaryView: typeof import('../../../../src/ui/batch/reviewState.ts').summaryView;
  before(async () => {
    await standInForVscode();
    ({ summaryView } = await import('../../../../src/ui/batch/reviewState.ts'));
  });

  /** Of as much of a review and of its check as it is drawn from. */
  function summaryOf(day: Spend, rows = 2) {
    const counts = { ready: { rows, sent: 1 } };
    const review = { counts, calls: 1, rows: Array(rows).fill({}), normalised: [] };
    const context = someContext();
    const facts = someFacts({ meters: meters(0, 0), spent: { session: nothingSpent, day, month: day } });
    const environment = { ...context.environment, budget };
    const limits = [
      { ms: 60_000, most: null, used: 0 },
      { ms: 86_400_000, most: null, used: 0 },
    ];
    const check = {
      context,
      facts,
      to: { environment },
      price: '4.00',
      limits,
      obstacles: [],
      warning: null,
    };
    return summaryView(review as never, check as never);
  }

  it('says how many of the rows are sent', () => {
    assert.equal(summaryOf(nothingSpent, 5).rows, '1 of 5 rows');
    assert.equal(summaryOf(nothingSpent, 1).rows, '1 of 1 row');
  });

  it('says of the rupees left how many calls they know nothing of', () => {
    const priced = { price: '4.00', calls: 2 };
    assert.equal(summaryOf({ calls: 2, byPrice: [priced] }).budget, '8 calls today · ₹92.00 today');
    assert.equal(
      summaryOf({ calls: 3, byPrice: [priced, { price: null, calls: 1 }] }).budget,
      '7 calls today · ₹92.00 today (1 call without a price is not counted)',
    );
    assert.equal(
      summaryOf({ calls: 2, byPrice: [{ price: null, calls: 2 }] }).budget,
      '8 calls today · ₹100.00 today (2 calls without a price are not counted)',
    );
  });
});
