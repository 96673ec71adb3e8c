import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const order = anOrder({ outcome: 'pending', billing: 'unknown' });
const services = { now: () => 0, ledger: async () => ({ get: async () => order }) } as never;

describe('the steps of recording an outcome', () => {
  let told: Told;
  let recordOutcome: typeof import('../../../src/ui/history/record.ts').recordOutcome;
  before(async () => {
    told = await standInForVscode();
    ({ recordOutcome } = await import('../../../src/ui/history/record.ts'));
  });

  const shownTitle = async (clipboard: string): Promise<unknown> => {
    told.clipboard = clipboard;
    await recordOutcome(services, [order.id]);
    const [, options] = told.shown.at(-1) as [unknown, { readonly title: string }];
    return options.title;
  };

  it('are as many as are asked: an answer to keep is a step only where the clipboard may hold one', async () => {
    assert.equal(await shownTitle('KA00MJ3111'), 'Record Outcome (1/2)');
    assert.equal(await shownTitle('{"message_code":"OK"}'), 'Record Outcome (1/3)');
  });
});
