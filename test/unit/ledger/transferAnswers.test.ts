import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { owedBy } from '../../../src/calls/orders/attention.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, OrderSummary, Settlement } from '../../../src/calls/ports/ports.ts';
import { aFolder, aSettlement, aWindow, bytes, keyRing, newOrder, noon, pending, text } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered, keptOf, reducedAnswer, reducedRequest } from './anAadhaarOrder.ts';

/* An older backup was made while a call was out, a newer one once its answer was there. */

const passphrase = 'a passphrase of these tests';
const cheap = { passphraseCost: 1 << 10 } as const;
const nextDay = noon + 24 * 3_600_000;
const body = '{"paid":"for"}';
const id = orderId('paid');

async function backedUp(t: TestContext, ledger: Ledger): Promise<string> {
  const file = join(aFolder(t), 'orders.backup');
  await ledger.transfer.backUp(file, passphrase);
  return file;
}

async function backups(
  t: TestContext,
  settlement: Partial<Settlement> = {},
): Promise<{ readonly early: string; readonly late: string }> {
  const old = await aWindow(t, aFolder(t), keyRing('a-key'), cheap);
  await old.begin(newOrder('paid', { requestBody: bytes('{"rc_number":"XX00AA0001"}') }));
  const early = await backedUp(t, old);
  await old.settle(
    id,
    aSettlement({ ...settlement, answer: { ...aSettlement().answer, body: bytes(body) } }),
  );
  return { early, late: await backedUp(t, old) };
}

function facts(order: OrderSummary | null): readonly unknown[] {
  return [order?.state, order?.billing, order?.messageCode, order?.orderId, order?.settledAt];
}

const settled = ['settled', 'billed', 'NO_RECORD_FOUND', 'ORD-INVENTED-1', noon + 812];
const unknown = [null, null, null];

async function answerOf(ledger: Ledger): Promise<string | null> {
  const payloads = await ledger.payloads(id);
  assert.ok(payloads.kind === 'open');
  return payloads.answer === null ? null : text(payloads.answer.body);
}

for (const key of ['a-key', 'another-key']) {
  for (const state of ['in-flight', 'lost'] as const) {
    it(`an order that came ${state} gets its answer from a newer backup, sealed with ${key}`, async (t) => {
      const { early, late } = await backups(t);
      const ledger = await aWindow(t, aFolder(t), keyRing(key), { ...cheap, now: () => nextDay });
      await ledger.transfer.restore(early, passphrase);
      if (state === 'lost') await ledger.recover(nextDay);
      assert.equal((await ledger.get(id))?.state, state);
      await ledger.note(id, 'written here', nextDay);
      assert.deepEqual(await ledger.transfer.restore(late, passphrase), {
        ...{ added: 0, known: 1, sealed: 0 },
        completed: 1,
      });
      assert.equal(await answerOf(ledger), body);
      assert.deepEqual(facts(await ledger.get(id)), settled);
      assert.equal(await ledger.readNote(id), 'written here');
      // The older one takes nothing back.
      await ledger.transfer.restore(early, passphrase);
      assert.deepEqual(facts(await ledger.get(id)), settled);
    });
  }
}

for (const [what, answer, recordedAt, settlement] of [
  ['counts where the answer is older and not final', 'older', nextDay, pending],
  ['gives way where the answer is later', 'later', noon + 811, pending],
  ['gives way to a final answer, of which nobody records anything', 'final', nextDay, {}],
] as const)
  it(`an outcome that was recorded before a backup brought the answer ${what}`, async (t) => {
    const { early, late } = await backups(t, settlement);
    const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), { ...cheap, now: () => nextDay });
    await ledger.transfer.restore(early, passphrase);
    await ledger.recover(nextDay);
    await ledger.resolve(id, { at: recordedAt, outcome: 'refunded', note: 'told by mail', pasted: null });
    await ledger.transfer.restore(late, passphrase);
    assert.equal(await answerOf(ledger), body);
    const order = await ledger.get(id);
    assert.ok(order !== null);
    assert.equal(order.messageCode, settlement.messageCode ?? 'NO_RECORD_FOUND');
    assert.equal(order.resolved, answer === 'older' ? 'refunded' : null);
    assert.equal(owedBy(order), answer === 'later' ? 'outcome' : null);
    assert.ok(
      (await ledger.events(id)).some(({ kind }) => kind === 'resolved'),
      'the word stays',
    );
  });

it('an order whose call may still be out stays as it is', async (t) => {
  const { early, late } = await backups(t);
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), cheap);
  await ledger.transfer.restore(early, passphrase);
  await ledger.transfer.restore(late, passphrase);
  assert.deepEqual(facts(await ledger.get(id)), ['in-flight', 'unknown', ...unknown]);
});

it('another order of the same name stays as it is', async (t) => {
  const { late } = await backups(t);
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), { ...cheap, now: () => nextDay });
  await ledger.begin(newOrder('paid', { begunAt: noon + 1 }));
  await ledger.transfer.restore(late, passphrase);
  assert.deepEqual(facts(await ledger.get(id)), ['in-flight', 'unknown', ...unknown]);
});

it('an order that its answer closes is reduced like any other', async (t) => {
  const old = await aKeeper(t, aFolder(t), cheap);
  await old.begin(aadhaarOrder('done'));
  const early = await backedUp(t, old);
  await old.settle(orderId('done'), answered());
  const late = await backedUp(t, old);
  const sealing = keyRing('another-key');
  const ledger = await aKeeper(t, aFolder(t), { ...cheap, sealing, now: () => nextDay });
  await ledger.transfer.restore(early, passphrase);
  await ledger.transfer.restore(late, passphrase);
  const { request, answer, reducedAt } = await keptOf(ledger, 'done');
  assert.deepEqual([request, answer], [reducedRequest, reducedAnswer]);
  assert.notEqual(reducedAt, null);
});

for (const [what, settlement, recordedAt] of [
  ['closes it', {}, nextDay],
  ['leaves it closed', pending, nextDay],
  ['opens it again', pending, noon + 811],
] as const)
  it(`an answer in a backup is reduced as the order was that its user closed meanwhile, where it ${what}`, async (t) => {
    const old = await aKeeper(t, aFolder(t), cheap);
    await old.begin(aadhaarOrder('done'));
    const early = await backedUp(t, old);
    await old.settle(orderId('done'), answered(settlement));
    const late = await backedUp(t, old);
    const ledger = await aKeeper(t, aFolder(t), { ...cheap, now: () => nextDay });
    await ledger.transfer.restore(early, passphrase);
    await ledger.recover(nextDay);
    await ledger.resolve(orderId('done'), { at: recordedAt, outcome: 'refunded', note: '', pasted: null });
    await ledger.transfer.restore(late, passphrase);
    const { request, answer, header } = await keptOf(ledger, 'done');
    assert.deepEqual([request, answer, header], [reducedRequest, reducedAnswer, 'XXXXXXXX0124']);
  });
