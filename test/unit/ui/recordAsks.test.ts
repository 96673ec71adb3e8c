import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { OrderSummary } from '../../../src/calls/ports/ports.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

function servicesOf(order: OrderSummary): never {
  const resolve = async (): Promise<never> => {
    throw new Error('the ledger is asked in vain');
  };
  const followUps = { texts: async () => [] };
  return { now: () => 0, ledger: async () => ({ get: async () => order, resolve, followUps }) } as never;
}

describe('recording an outcome of one order', () => {
  let told: Told;
  let recordOutcome: typeof import('../../../src/ui/history/record.ts').recordOutcome;
  before(async () => {
    told = await standInForVscode();
    ({ recordOutcome } = await import('../../../src/ui/history/record.ts'));
  });

  const refused: readonly (readonly [what: string, order: OrderSummary, says: RegExp])[] = [
    [
      'that the service settled for good',
      anOrder({ state: 'settled', outcome: 'verified', billing: 'billed' }),
      /^This order is settled: there is no outcome to record\.$/,
    ],
    [
      'that is still under way',
      anOrder({ state: 'in-flight' }),
      /^This order is still under way: its outcome is recorded when it ends\.$/,
    ],
  ];
  for (const [what, order, says] of refused) {
    it(`${what} is refused with a sentence before anything is asked`, async () => {
      told.shown.length = 0;
      await assert.rejects(recordOutcome(servicesOf(order), [order.id]), ({ message }: Error) =>
        says.test(message),
      );
      assert.deepEqual(told.shown, []);
    });
  }

  it('that the service left open is asked about', async () => {
    told.shown.length = 0;
    const open = anOrder({ state: 'settled', outcome: 'pending', billing: 'billed' });
    await recordOutcome(servicesOf(open), [open.id]);
    assert.equal(told.shown.length, 1);
  });
});
