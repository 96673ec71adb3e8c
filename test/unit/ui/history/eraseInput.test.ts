import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import type { HeldElsewhere } from '../../../../src/calls/ports/erasurePorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { reset, world } from '../../../support/plainVscode.ts';
import { aLedger, bytes, ids, newOrder, noon, pending, place } from '../../ledger/aLedger.ts';

const { eraseInputs, eraseOrders } = await import('../../../../src/ui/history/erase.ts');

beforeEach(reset);

const fingerprint = 'print of an input';
const nothing: HeldElsewhere = {
  orders: 0,
  open: 0,
  underWay: 0,
  shared: 0,
  untold: 0,
  paid: 0,
  quotes: 0,
  waiting: 0,
};

/** What is asked before everything about the input of the order `settled` is erased. */
async function asked(
  t: TestContext,
  second: 'settled' | 'pending' | 'recorded' | 'quoting' | null,
): Promise<string> {
  const { ledger } = await aLedger(t);
  await place(ledger, 'settled', { order: { fingerprint } });
  if (second !== null)
    await place(ledger, 'other', {
      order: { fingerprint },
      settlement: second === 'settled' || second === 'quoting' ? {} : pending,
    });
  if (second === 'recorded')
    await ledger.resolve(orderId('other'), { at: noon, outcome: 'verified', note: '', pasted: null });
  if (second === 'quoting') Object.assign(ledger, { heldElsewhere: async () => ({ ...nothing, quotes: 1 }) });
  await eraseInputs({ ledger: async () => ledger } as never, [orderId('settled')]);
  const [question, options] = world.shown[0]?.given ?? [];
  return `${String(question)} ${(options as { readonly detail: string }).detail}`;
}

const openToo = /Open ones are erased too\./;

test('before everything about an input is erased, open orders are spoken of where one of them is open', async (t) => {
  assert.match(await asked(t, 'pending'), openToo);
});

test('one that is under way is kept, and the question says so', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'settled', { order: { fingerprint } });
  await ledger.begin(newOrder('other', { fingerprint }));
  world.choices.push(() => 'Erase');
  await eraseInputs({ ledger: async () => ledger } as never, [orderId('settled')]);
  const question = JSON.stringify(world.shown[0]?.given[1]);
  assert.match(question, /Orders under way are kept: 1\./);
  assert.doesNotMatch(question, openToo);
  assert.equal((await ledger.get(orderId('other')))?.state, 'in-flight');
  assert.equal(await ledger.get(orderId('settled')), null);
});

test('an order that is under way is not erased, and nobody is asked whether it should be', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.begin(newOrder('other', { fingerprint }));
  await assert.rejects(
    eraseOrders({ ledger: async () => ledger } as never, [orderId('other')]),
    /^Error: This order is still under way\. Erase it when it has ended\.$/,
  );
  assert.deepEqual(world.shown, []);
});

test('they are not where all are settled, or what came of them was recorded', async (t) => {
  for (const second of [null, 'settled', 'recorded'] as const) {
    reset();
    const said = await asked(t, second);
    assert.match(
      said,
      /^Erase .* with the input .*cannot be undone\. (Without it|Live and billed, or perhaps: 2\. Without them) the same input is sent with no warning\.$/,
    );
    assert.doesNotMatch(said, openToo, String(second));
  }
});

test('what other orders hold of it is told in a sentence of its own', async (t) => {
  const said = await asked(t, 'quoting');
  assert.match(
    said,
    /with no warning\. Notes and texts of support of other orders that quote the input are erased too: 1\.$/,
  );
});

test('orders of other requests that hold the same number are counted in the question, and in what is told afterwards', async (t) => {
  const { ledger } = await aLedger(t);
  const { whole } = await ledger.inputPrint('rc-advanced', bytes('{"rc_number":"XX00OK0200"}'));
  const put = (id: string, more: string, print: string, settlement = {}) => {
    const requestBody = bytes(`{"rc_number":"XX00OK0200"${more}}`);
    const order = { requestBody, fingerprint: print, maskedInput: 'XX••••••00' };
    return place(ledger, id, { order, settlement });
  };
  await put('settled', '', whole);
  await put('again', '', whole);
  await put('beside', ',"consent":"Y"', 'another print', pending);
  world.choices.push(() => 'Erase');
  await eraseInputs({ ledger: async () => ledger } as never, [orderId('settled')]);
  const [question, options] = world.shown[0]?.given ?? [];
  assert.equal(question, 'Erase all 3 orders with the input XX••••••00?');
  assert.match(
    (options as { readonly detail: string }).detail,
    /undone\. Open ones are erased too\. Among them are orders of other requests that hold the same number or address: 1\. Only the Same Request leaves those, and whatever else holds it\. Live and billed, or perhaps: 3\. Without them the same input is sent with no warning\.$/,
  );
  assert.deepEqual(await ids(ledger), []);
  assert.deepEqual(world.shown[1]?.given[0], '3 orders erased.');
});

test('what stays of an input is counted by why it stays', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'settled', { order: { fingerprint } });
  const held = { ...nothing, orders: 3, underWay: 2, paid: 1200, shared: 4, untold: 1234, waiting: 5 };
  Object.assign(ledger, { heldElsewhere: async () => held });
  await eraseInputs({ ledger: async () => ledger } as never, [orderId('settled')]);
  const [question, options] = world.shown[0]?.given ?? [];
  assert.match(String(question), /^Erase all 4 orders/);
  assert.match(
    (options as { readonly detail: string }).detail,
    /whatever else holds it\. Live and billed, or perhaps: 1,201\. Without them the same input is sent with no warning\. Rows of batches that wait are never sent then, with the other rows of their calls: 5\. Orders under way are kept: 2\. Calls that ask about others as well are kept, with what they hold of it: 4\. Orders that look the same are kept where what they asked is no longer known: 1,234\.$/,
  );
});

test('an order is called open when it is erased alone, until what came of it is recorded', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'other', { order: { fingerprint }, settlement: pending });
  const said = async (): Promise<string> => {
    reset();
    await eraseOrders({ ledger: async () => ledger } as never, [orderId('other')]);
    const [, options] = world.shown[0]?.given ?? [];
    return (options as { readonly detail: string }).detail;
  };
  assert.match(
    await said(),
    /It is still open or may have been billed\. Without it the same input is sent with no warning\.$/,
  );
  await ledger.resolve(orderId('other'), { at: noon, outcome: 'verified', note: '', pasted: null });
  assert.match(await said(), /This cannot be undone\. Without it the same input is sent with no warning\.$/);
});

test('that a warning goes with what was billed is said of live orders alone, and counted of several', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'paid', { order: { fingerprint } });
  await place(ledger, 'paid too', { order: { begunAt: noon - 1 } });
  await place(ledger, 'simulated', { order: { kind: 'sandbox' } });
  const said = async (...ids: readonly string[]): Promise<string> => {
    reset();
    await eraseOrders({ ledger: async () => ledger } as never, ids.map(orderId));
    const [, options] = world.shown[0]?.given ?? [];
    return (options as { readonly detail: string }).detail;
  };
  assert.match(await said('simulated'), /This cannot be undone\.$/);
  assert.match(
    await said('paid', 'paid too', 'simulated'),
    / Live and billed, or perhaps: 2\. Without them /,
  );
});

test('where orders of other requests would go, too, the same request alone may be chosen; elsewhere it is not offered', async (t) => {
  const { ledger } = await aLedger(t);
  const { whole } = await ledger.inputPrint('rc-advanced', bytes('{"rc_number":"XX00OK0200"}'));
  const put = (id: string, body: string, print: string) =>
    place(ledger, id, { order: { requestBody: bytes(body), fingerprint: print } });
  await put('settled', '{"rc_number":"XX00OK0200"}', whole);
  await put('beside', '{"rc_number":"XX00OK0200","consent":"Y"}', 'another print');
  await put('other', '{"rc_number":"XX00OK7777"}', 'a third print');
  world.choices.push(() => 'Only the Same Request');
  await eraseInputs({ ledger: async () => ledger } as never, [orderId('settled')]);
  assert.deepEqual(world.shown[0]?.given.slice(2), ['Erase', 'Only the Same Request', 'Learn More']);
  assert.deepEqual(await ids(ledger), ['other', 'beside']);
  assert.equal(world.shown[1]?.given[0], '1 order erased.');
  reset();
  await eraseInputs({ ledger: async () => ledger } as never, [orderId('other')]);
  assert.deepEqual(world.shown[0]?.given.slice(2), ['Erase', 'Learn More']);
});
