import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { anOrder } from '../calls/orders.ts';
import { envelope } from '../contract/answers.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

let order = anOrder({ outcome: 'pending', billing: 'unknown' });
const sent: { at: number; body: Uint8Array | null }[] = [];
const services = {
  now: () => 0,
  ledger: async () => ({
    get: async () => order,
    payloads: async () => null,
    followUps: { texts: async () => sent },
  }),
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

  const asked = (): string => (told.shown.at(-1) as [unknown, { readonly prompt: string }])[1].prompt;

  it('are as many as are asked: an answer to keep is a step only where the clipboard may hold one', async () => {
    assert.equal(await shownTitle('KA00MJ3111'), 'Record Outcome (1/2)');
    assert.equal(await shownTitle('{"message_code":"OK"}'), 'Record Outcome (1/3)');
  });

  it('take nothing but a whole JSON object or list for an answer, and say what to copy otherwise', async () => {
    for (const other of ['', '[see the mail] of support', '{"message_code":"OK"', '42', '"OK"', 'null']) {
      assert.equal(await shownTitle(other), 'Record Outcome (1/2)', other);
      assert.match(asked(), / To keep its answer, too, copy its JSON and run this again\.$/, other);
    }
    for (const whole of ['\uFEFF{"message_code":"OK"}', ' [{}]\n']) {
      assert.equal(await shownTitle(whole), 'Record Outcome (1/3)', whole);
      assert.match(asked(), /what did the service say\?$/, whole);
    }
  });

  it('offer what support sent of the order, the newest that may be an answer', async () => {
    const text = (at: number, said: string) => ({ at, body: new TextEncoder().encode(said) });
    const newest = JSON.stringify(envelope('NO_RECORD_FOUND'));
    sent.push(text(1, JSON.stringify(envelope('OK'))), text(2, newest), text(3, 'as said on the phone'));
    sent.push({ at: 4, body: null });
    told.answers.splice(0, told.answers.length, 'Negative');
    assert.equal(await shownTitle('KA00MJ3111'), 'Record Outcome (2/3)');
    const [items] = told.shown.at(-1) as [readonly { label: string; description?: string }[], unknown];
    assert.deepEqual(
      items.map(({ label }) => label),
      ['No answer to keep', 'Keep what support sent'],
    );
    assert.match(items[1]?.description ?? '', /reads as: negative · NO_RECORD_FOUND/);
    sent.length = 0;
  });

  it('say what the clipboard holds before it is kept: it may be of another order, or say another outcome', async () => {
    told.answers.splice(0, told.answers.length, 'Negative');
    await shownTitle(JSON.stringify(envelope('OK')));
    const [items] = told.shown.at(-1) as [readonly { readonly description?: string }[], unknown];
    assert.match(items[1]?.description ?? '', /reads as: verified · OK · of another order: \S+$/);
  });

  it('have a choice for what was never billed, and say how it is counted', async () => {
    order = anOrder({ outcome: 'unknown', billing: 'unknown', orderId: null });
    told.shown.length = 0;
    told.answers.splice(0, told.answers.length, 'Not billed');
    told.clipboard = '';
    await recordOutcome(services, [order.id]);
    const [choice, note] = told.shown as [[unknown, { prompt: string }], [{ prompt: string }]];
    const asked = `Order ${order.maskedInput}: what did the service say?`;
    assert.ok(choice[1].prompt.startsWith(asked), choice[1].prompt);
    assert.match(
      note[0].prompt,
      /Spend and budgets count the order as you record it, where the answer leaves that open\.$/,
    );
  });
});
