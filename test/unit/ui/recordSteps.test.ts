import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { anOrder } from '../calls/orders.ts';
import { envelope } from '../contract/answers.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const order = anOrder({ outcome: 'pending', billing: 'unknown' });
const services = {
  now: () => 0,
  ledger: async () => ({ get: async () => order, payloads: async () => null }),
  operation: operationById,
} as never;

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

  it('say what the clipboard holds before it is kept: it may be of another order, or say another outcome', async () => {
    told.answers.splice(0, told.answers.length, 'Negative');
    await shownTitle(JSON.stringify(envelope('OK')));
    const [items] = told.shown.at(-1) as [readonly { readonly description?: string }[], unknown];
    assert.match(items[1]?.description ?? '', /reads as: verified · OK · of another order: \S+$/);
  });
});
