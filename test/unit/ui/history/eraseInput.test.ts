import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { reset, world } from '../../../support/plainVscode.ts';
import { aLedger, newOrder, noon, pending, place } from '../../ledger/aLedger.ts';

const { eraseInputs, eraseOrders } = await import('../../../../src/ui/history/erase.ts');

beforeEach(reset);

const fingerprint = 'print of an input';

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
  if (second === 'quoting') Object.assign(ledger, { quotedElsewhere: async () => 1 });
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
    assert.match(said, /^Erase .* with the input .*cannot be undone\.$/);
    assert.doesNotMatch(said, openToo, String(second));
  }
});

test('what other orders hold of it is told in a sentence of its own', async (t) => {
  const said = await asked(t, 'quoting');
  assert.match(
    said,
    /undone\. Notes and texts of support of other orders that quote the input are erased too: 1\.$/,
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
  assert.match(await said(), /It is still open or may have been billed\.$/);
  await ledger.resolve(orderId('other'), { at: noon, outcome: 'verified', note: '', pasted: null });
  assert.match(await said(), /This cannot be undone\.$/);
});
