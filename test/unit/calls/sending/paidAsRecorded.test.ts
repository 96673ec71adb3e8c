import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { billingAsRecorded } from '../../../../src/calls/orders/attention.ts';
import { type OrderId, orderId } from '../../../../src/calls/ports/ids.ts';
import type { Ledger, Resolution } from '../../../../src/calls/ports/ports.ts';
import { aFolder, aWindow } from '../../ledger/aLedger.ts';
import { plain, World } from './aSending.ts';
import { answered } from './aWorld.ts';

const cheap = { passphraseCost: 1 << 10 } as const;

/** Held at the provider, and said to be free: the documents know no such answer. Its user has looked into the wallet since. */
async function recorded(
  t: TestContext,
  outcome: Resolution['outcome'],
): Promise<{ readonly world: World; readonly id: OrderId }> {
  const world = new World(await aWindow(t, aFolder(t), undefined, cheap));
  world.serviceAnswers = () => answered('ACCEPTED', 202, false);
  world.answers = [plain];
  const sent = await world.send();
  assert.ok(sent.kind === 'settled');
  assert.deepEqual([sent.settlement.outcome, sent.settlement.billing], ['pending', 'free']);
  await world.real.resolve(sent.order.id, { at: world.now + 1000, outcome, note: '', pasted: null });
  return { world, id: sent.order.id };
}

/** What is said of the same input, a minute later. */
async function saidOf(world: World, body?: string): Promise<readonly string[] | undefined> {
  world.now += 60_000;
  world.answers = [undefined];
  await world.send(body === undefined ? {} : { body });
  return world.asked.at(-1)?.obstacles.map(({ kind }) => kind);
}

test('an input that its user recorded as billed without a result is asked about as one that was paid for', async (t) => {
  const { world, id } = await recorded(t, 'no-result');
  const order = await world.real.get(id);
  assert.ok(order !== null);
  assert.equal(billingAsRecorded(order), 'billed', 'spend and lists count it as billed');
  assert.deepEqual(await saidOf(world), ['paid-twin']);
  assert.deepEqual(
    await saidOf(world, '{"rc_number":"xx 00 ab 0001"}'),
    ['paid-twin'],
    'in whatever spelling',
  );
  assert.deepEqual(await saidOf(world, '{"rc_number":"XX00AB0002"}'), []);
});

test('one that they recorded as not billed is none, nor one that is said to be open once it is', async (t) => {
  const { world, id } = await recorded(t, 'not-billed');
  assert.deepEqual(await saidOf(world), []);
  const record = (outcome: Resolution['outcome']) =>
    world.real.resolve(id, { at: world.now, outcome, note: '', pasted: null });
  await record('still-open');
  assert.deepEqual(await saidOf(world), ['pending-twin']);
  await record('no-result');
  assert.deepEqual(await saidOf(world), ['paid-twin']);
  await record('not-billed');
  assert.deepEqual(await saidOf(world), []);
});

/** The ledger of another computer, which has this history out of a backup. */
async function restored(t: TestContext, from: Ledger): Promise<Ledger> {
  const file = join(aFolder(t), 'orders.backup');
  await from.transfer.backUp(file, 'seven invented words for one test');
  const other = await aWindow(t, aFolder(t), undefined, cheap);
  await other.transfer.restore(file, 'seven invented words for one test');
  return other;
}

test('it is one in another window, and on another computer that restores it', async (t) => {
  const { world, id } = await recorded(t, 'no-result');
  const there = new World(await restored(t, world.real));
  there.now = world.now;
  assert.deepEqual(await saidOf(there), ['paid-twin']);
  assert.deepEqual(await saidOf(new World(world.real)), ['paid-twin']);
  await world.real.erase([orderId(id)]);
  assert.deepEqual(await saidOf(world), [], 'as with every order that is erased');
});
