import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsStamp } from '../../../../src/calls/batch/planned.ts';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import type { Question } from '../../../../src/calls/sending/ports.ts';
import type { RequestField } from '../../../../src/contract/shapes.ts';
import { answer, b } from '../batch/aRun.ts';
import { aBatch, aSteppedBatch, owned, SteppedBatch, told } from './aSender.ts';
import { aWorld, key, otherKey, otherWindow, type World } from './aSending.ts';

const elsewhere = 'https://elsewhere.example.invalid';
const usedUp = { kind: 'set', limits: { day: { calls: 0, money: null } }, warnAt: 0.8 } as const;

function corrected(world: World): readonly RequestField[] {
  const [first, ...others] = world.ports.settings.operation('rc-advanced').requestFields;
  assert.ok(first !== undefined);
  return [{ ...first, name: 'registration', path: ['registration'] }, ...others];
}

test('a row leaves after one reading of the guard, with the body it was planned with, kept once', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  const call = await batch.next();
  assert.equal(told(await batch.step()), 'left');
  assert.deepEqual([world.guarded.length, world.admissions, world.asked.length], [0, 1, 0]);
  const [order] = (await world.real.batches.callRows(b, 0)).map((row) => row.order);
  const kept = await world.real.payloads(orderId(String(order)));
  assert.ok(kept.kind === 'open');
  const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body);
  assert.equal(text(kept.requestBody), text(world.requests[0]?.body));
  assert.deepEqual([batch.ended.map(({ call: of }) => of), call.call], [[0], 0]);
});

test('its end is told once its answer is on disk and written into the results', async (t) => {
  const batch = await aSteppedBatch(t);
  const attempted = await batch.sender.attempt(await batch.next(), 0, () => true);
  assert.ok(attempted.kind === 'left');
  const end = await attempted.end;
  assert.deepEqual(end, {
    ...{ outcome: 'verified', messageCode: 'OK', httpStatus: 200, connectedMs: 1 },
    headline: { text: 'Verified' },
  });
  assert.equal(batch.ended.length, 1);
  assert.equal((await batch.world.real.batches.callRows(b, 0))[0]?.state, 'done');
});

type Change = (world: World) => void;

/** What a change in the settings does to a batch: what stops it, or who gets the next row. */
const changes: readonly (readonly [
  what: string,
  change: Change,
  came: string | RegExp,
  to?: Partial<Environment>,
])[] = [
  [
    'its budget is set to nothing',
    (world) => world.change({ budget: usedUp }, owned),
    /^stop: The budget of \{0\}/,
  ],
  ['its key is removed', (world) => world.setKey(null, owned), /^stop: No API key is set/],
  ['it is deleted', (world) => (world.environments = []), /^not-begun: .*no longer in the settings/],
  [
    'it is moved',
    (world) => world.change({ baseUrl: elsewhere }, owned),
    /^not-begun: .*now points to \{1\}/,
  ],
  ['it is renamed', (world) => world.change({ name: 'acme-new' }, owned), 'left', { name: 'acme-new' }],
  ['its price is changed', (world) => world.change({ prices: { 'rc-advanced': '7' } }, owned), 'left'],
  [
    'its request fields are corrected',
    (world) => void world.fields.set('rc-advanced', corrected(world)),
    /The request fields changed after this batch was planned/,
  ],
];

for (const [what, change, came, to] of changes) {
  for (const moment of ['before the next row', 'while the ledger waits for its lock']) {
    test(`a running batch, ${moment}: ${what}`, async (t) => {
      const batch = await aSteppedBatch(t);
      const { world } = batch;
      assert.equal(told(await batch.step()), 'left');
      if (moment.startsWith('before')) change(world);
      else world.whileLocked = () => change(world);
      const attempted = told(await batch.step());
      if (typeof came !== 'string') {
        assert.match(attempted, came);
        assert.deepEqual([world.requests.length, (await batch.next()).call], [1, 1]);
        return;
      }
      assert.equal(attempted, came);
      assert.deepEqual(world.sentWith, [key, key]);
      const [row] = await world.real.batches.callRows(b, 1);
      const order = await world.real.get(orderId(String(row?.order)));
      assert.equal(order?.environment, to?.name ?? owned.name);
      assert.equal(order?.price, world.environments[0]?.prices?.['rc-advanced'] ?? null);
      assert.deepEqual(new Set(world.requests.map(({ url }) => url)).size, 1);
    });
  }
}

for (const moment of ['before the next row', 'while the ledger waits for its lock']) {
  test(`with a key that was replaced ${moment} it goes on, and the old one is never used again`, async (t) => {
    const batch = await aSteppedBatch(t);
    const { world } = batch;
    await batch.step();
    const replace = () => world.setKey(otherKey, owned);
    if (moment.startsWith('before')) replace();
    else world.whileLocked = replace;
    for (let row = 0; row < 3; row += 1) assert.equal(told(await batch.step()), 'left');
    assert.deepEqual(world.sentWith, [key, otherKey, otherKey, otherKey]);
  });
}

test('a budget that is raised lets it go on, once the user resumes it or not', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  world.change({ budget: usedUp }, owned);
  assert.match(told(await batch.step()), /^stop: The budget/);
  // Resuming accepts no budget.
  batch.goOn();
  assert.match(told(await batch.step()), /^stop: The budget/);
  const most = { calls: 2, money: null };
  world.change({ budget: { kind: 'set', limits: { day: most }, warnAt: 0.1 } }, owned);
  assert.deepEqual([told(await batch.step()), told(await batch.step())], ['left', 'left']);
  assert.match(told(await batch.step()), /^stop: The budget/);
  assert.equal(world.requests.length, 2);
});

test('without a key it goes on only once the user has read that', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  world.setKey(null, owned);
  assert.match(told(await batch.step()), /^stop: No API key/);
  assert.match(told(await batch.step()), /^stop: No API key/);
  batch.goOn();
  assert.equal(told(await batch.step()), 'left');
  assert.deepEqual(world.sentWith, [null]);
});

test('a refusal that was told of at the start does not stop it', async (t) => {
  const { world } = await aSteppedBatch(t);
  world.setKey(null, owned);
  const known: Obstacle = {
    kind: 'refusal',
    id: 'refusal:MISSING_API_KEY',
    repair: 'set-key',
    what: { text: 'x' },
  };
  const batch = await world.real.batches.get(b, 'window', world.now);
  assert.ok(batch !== null);
  assert.equal(told(await new SteppedBatch(world, batch, [known]).step()), 'left');
});

test('corrected request fields stop it; resumed, its rows leave as they were planned', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  world.fields.set('rc-advanced', corrected(world));
  assert.match(told(await batch.step()), /^stop: .*changed after this batch was planned/);
  const again = await batch.step();
  assert.ok(again.kind === 'held-back' && again.verdict.kind === 'stop');
  assert.equal(again.verdict.remedy, null, 'there is no wait to be lifted');
  // Known at once: the ledger need not be locked for it.
  assert.equal(world.admissions, 0);
  batch.goOn();
  assert.equal(told(await batch.step()), 'left');
  assert.deepEqual(JSON.parse(new TextDecoder().decode(world.requests[0]?.body)), {
    rc_number: 'XX00AA1000',
  });
});

test('fields that were corrected before it is run stop it, unless its user agreed to just those', async (t) => {
  const { world } = await aSteppedBatch(t);
  const batch = await world.real.batches.get(b, 'window', world.now);
  assert.ok(batch !== null);
  world.fields.set('rc-advanced', corrected(world));
  assert.match(
    told(await new SteppedBatch(world, batch).step()),
    /^stop: .*changed after this batch was planned/,
  );
  const sender = (fields: readonly RequestField[]) =>
    new BatchSender(world.sending, batch, [], async () => undefined, fieldsStamp(fields));
  const call = await world.real.batches.nextCall(b, 0);
  assert.ok(call !== null);
  const planned = await sender(batch.fields ?? []).attempt(call, 0, () => true);
  assert.match(told(planned), /^stop: .*changed after this batch was planned/);
  assert.equal(world.requests.length, 0);
  const resumed = await sender(corrected(world)).attempt(call, 0, () => true);
  assert.ok(resumed.kind === 'left');
  await resumed.end;
});

test('rows of a batch that kept no fields leave only as they were planned', async (t) => {
  const { world } = await aSteppedBatch(t);
  const batch = await world.real.batches.get(b, 'window', world.now);
  assert.ok(batch !== null);
  const old = { ...batch, fields: null };
  assert.equal(told(await new SteppedBatch(world, old).step()), 'left');
  world.fields.set('rc-advanced', corrected(world));
  assert.match(
    told(await new SteppedBatch(world, old).step()),
    /^not-begun: .*would differ from what was planned/,
  );
  assert.equal(world.requests.length, 1);
});

test('a pause that comes while a row is on its way keeps it back', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  let goesOn = true;
  world.whileLocked = () => {
    goesOn = false;
  };
  assert.match(told(await batch.step(() => goesOn)), /paused or stopped/);
  assert.deepEqual([world.requests, (await batch.next()).call], [[], 0]);
});

/** Another window sends the first row's input, whatever stands in the way. */
async function meanwhile(world: World, code: string, status: number): Promise<string> {
  const window = otherWindow(world);
  window.environments = [owned];
  window.chosen = world.chosen;
  window.setKey(key, owned);
  window.serviceAnswers = () => answer(code, status, true);
  const sends = ({ choices }: Question) => choices.find(({ kind }) => kind === 'send');
  window.answers = [sends, sends];
  const result = await window.send({ body: '{"rc_number":"XX00AA1000"}' });
  assert.ok(result.kind === 'settled');
  return result.order.id;
}

test('a row that accepted an open order by name is set aside for another one', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  const first = orderId(await meanwhile(world, 'ACCEPTED', 202));
  assert.equal(told(await batch.step()), `aside undecided pending: ${first}`);
  const second = await meanwhile(world, 'ACCEPTED', 202);
  const acceptedOpen = [first];
  assert.equal(told(await batch.step(undefined, { acceptedOpen })), `aside undecided pending: ${second}`);
  assert.deepEqual(world.requests, []);
});

test('an open order that was accepted and is paid by now is passed; one accepted as paid is not passed as open', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  const first = orderId(await meanwhile(world, 'ACCEPTED', 202));
  assert.equal(
    told(await batch.step(undefined, { acceptedPaid: [first] })),
    `aside undecided pending: ${first}`,
  );
  await world.real.resolve(first, { at: world.now, outcome: 'verified', note: '', pasted: null });
  assert.equal(told(await batch.step()), `aside skipped paid: ${first}`);
  assert.equal(told(await batch.step(undefined, { acceptedOpen: [first] })), 'left');
});

test('a doubtful wait stops it until the user lifts it', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  const throttled = answer('RATE_LIMITED', 429, false);
  assert.ok(throttled.kind === 'answered');
  const head = { ...throttled.head, headers: [['Retry-After', '200000']] as const };
  world.serviceAnswers = () => ({ ...throttled, head });
  await batch.step();
  world.serviceAnswers = () => answer('OK', 200, true);
  const stopped = await batch.step();
  assert.ok(
    stopped.kind === 'held-back' &&
      stopped.verdict.kind === 'stop' &&
      stopped.verdict.remedy?.kind === 'lift',
  );
  batch.goOn();
  assert.match(told(await batch.step()), /^stop: .*more than a day/);
  await batch.sender.lift();
  batch.goOn();
  assert.equal(told(await batch.step()), 'left');
});

test('an ordinary cool-down is waited for', async (t) => {
  const batch = await aSteppedBatch(t);
  const { world } = batch;
  world.serviceAnswers = () => answer('RATE_LIMITED', 429, false);
  await batch.step();
  assert.equal(told(await batch.step()), `wait ${world.now + 60_000}`);
});

test('in the sandbox no refusal and no budget stops it, unless it is rehearsed', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  const planned = await aBatch(world, sandboxEnvironment);
  const batch = new SteppedBatch(world, planned);
  world.serviceAnswers = () => answer('INVALID_API_KEY', 401, false);
  assert.equal(told(await batch.step()), 'left');
  world.serviceAnswers = () => answer('OK', 200, true);
  assert.equal(told(await batch.step()), 'left');
  assert.deepEqual(world.sentWith, ['sandbox-key', 'sandbox-key']);
  world.serviceAnswers = () => answer('INVALID_API_KEY', 401, false);
  assert.equal(told(await batch.step()), 'left');
  world.rehearses = true;
  const other = new SteppedBatch(world, planned);
  assert.match(told(await other.step()), /^stop: The last answer was INVALID_API_KEY/);
});

test('in the sandbox, too, an input that is open is not sent again unasked', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  const batch = new SteppedBatch(world, await aBatch(world, sandboxEnvironment));
  world.serviceAnswers = () => answer('ACCEPTED', 202, true);
  const first = await world.send({ body: '{"rc_number":"XX00AA1000"}' });
  assert.ok(first.kind === 'settled');
  assert.equal(told(await batch.step()), `aside undecided pending: ${first.order.id}`);
  assert.equal(world.requests.length, 1);
});

test('what the ledger cannot write is a reason to pause, not a fault', async (t) => {
  const batch = await aSteppedBatch(t);
  batch.world.breakLedger({
    begin: async () => {
      throw new Error('the disk is full');
    },
  });
  assert.match(told(await batch.step()), /^not-begun: .*could not be recorded/);
});
