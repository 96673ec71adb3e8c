import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

describe('a row of the orders page', () => {
  let RowWords: typeof import('../../../src/ui/history/ordersPageColumns.ts').RowWords;
  before(async () => {
    await standInForVscode();
    ({ RowWords } = await import('../../../src/ui/history/ordersPageColumns.ts'));
  });

  it('says of simulated money that it is simulated, and of real money nothing more', () => {
    const billing = (kind: 'sandbox' | 'live') =>
      new RowWords(0).row(anOrder({ kind, billing: 'billed', state: 'settled' }), ['billing'], 'none').cells;
    assert.deepEqual(billing('sandbox'), ['billed, simulated']);
    assert.deepEqual(billing('live'), ['billed']);
  });
});
