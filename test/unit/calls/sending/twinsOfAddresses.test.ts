import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { Review } from '../../../../src/calls/batch/review.ts';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import type { Decision } from '../../../../src/calls/ports/batchPorts.ts';
import type { BatchId } from '../../../../src/calls/ports/ids.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { owned, told } from './aSender.ts';
import { anyway, aWorld, key, plain, said, type World } from './aSending.ts';

const operation = operationById('email-bulk');
const body = (...emails: readonly string[]) => bodyFromFields(operation, { emails: emails.join('\n') });

async function aMailWorld(t: Parameters<typeof aWorld>[0]): Promise<World> {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  return world;
}

async function started(world: World, name: string, cells: readonly string[], sendsPaid: boolean, chunk = 50) {
  const { real } = world;
  const id: BatchId = batchId(name);
  const place = placeOf(owned);
  const options = { operation, place, map: { emails: { column: 0 } }, width: 1, chunk };
  const prints = {
    fingerprint: real.fingerprint.bind(real),
    inputPrint: real.inputPrint.bind(real),
  };
  const rows = cells.map((cell, index) => ({ line: index + 2, cells: [cell] }));
  const review = await Review.of(
    { ...prints, twins: (at, inputs) => real.batches.twins(at, inputs), turn: async () => undefined },
    options,
    rows,
    noChoices,
    () => true,
  );
  assert.ok(review !== null);
  review.chooseGroup('paid', sendsPaid);
  await real.batches.create({
    id,
    operation: 'email-bulk',
    environment: owned.name,
    identity: identityOf(owned),
    kind: owned.kind,
    origin: originOf(owned),
    baseUrl: owned.baseUrl,
    source: 'mails.csv',
    createdAt: world.now,
    fields: operation.requestFields,
  });
  const planner = new Planner({ store: real.batches, ...prints }, { ...options, batch: id });
  for (const row of review.rows) {
    const { accepted, wish } = review.wishFor(row);
    await planner.add({ line: row.line, cells: row.cells }, accepted, wish);
  }
  await planner.end();
  await real.batches.start(id, { sendFlawed: true, sendPaid: false, results: null, insteadOf: null });
  const batch = await real.batches.get(id, 'window', world.now);
  assert.ok(batch !== null);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const step = async () => {
    const call = await real.batches.nextCall(id, 0);
    assert.ok(call !== null);
    const attempted = await sender.attempt(call, 0, () => true);
    if (attempted.kind === 'left') await attempted.end;
    if (attempted.kind === 'held-back' && attempted.verdict.kind === 'aside') {
      const { state, why, twins } = attempted.verdict;
      await real.batches.setAside(id, call.call, state, why, twins);
    }
    return told(attempted);
  };
  const states = async () =>
    (await real.batches.rows(id, null, 10)).rows.map(({ state, why }) => `${state} ${why ?? ''}`.trim());
  const decide = async (what: Decision['what']) =>
    real.batches.decide(id, [{ why: 'paid', what, drafts: await real.batches.undecided(id, 'paid') }]);
  return { review, step, states, decide };
}

test('an address that was paid for alone and again beside others leaves once its user sends it anyway', async (t) => {
  const world = await aMailWorld(t);
  world.answers = [plain, anyway];
  assert.equal(said(await world.send({ operation, body: body('a@x.invalid') })), 'settled verified');
  world.now += 1000;
  assert.equal(
    said(await world.send({ operation, body: body('a@x.invalid', 'z@x.invalid') })),
    'settled verified',
  );
  world.now += 120_000;
  const { review, step } = await started(world, 'again', ['a@x.invalid'], true);
  assert.deepEqual([review.counts.paid.rows, review.counts.paid.sent], [1, 1]);
  assert.equal(await step(), 'left');
});

test('an order of the address that came after its user said so is passed by nobody', async (t) => {
  const world = await aMailWorld(t);
  world.answers = [plain, anyway];
  assert.equal(said(await world.send({ operation, body: body('a@x.invalid') })), 'settled verified');
  world.now += 120_000;
  const { review, step } = await started(world, 'again', ['a@x.invalid'], true);
  assert.deepEqual([review.counts.paid.rows, review.counts.paid.sent], [1, 1]);
  const more = { operation, body: body('a@x.invalid', 'z@x.invalid') };
  assert.equal(said(await world.send(more)), 'settled verified');
  world.now += 120_000;
  assert.match(await step(), /^aside skipped paid: /);
});

const three = ['a@x.invalid', 'b@x.invalid', 'c@x.invalid'];

/** A chunk of three, of which one address is paid for after the start. */
async function overtaken(t: Parameters<typeof aWorld>[0]) {
  const world = await aMailWorld(t);
  const batch = await started(world, 'chunk', three, false);
  world.answers = [plain];
  assert.equal(said(await world.send({ operation, body: body('a@x.invalid') })), 'settled verified');
  world.now += 120_000;
  assert.match(await batch.step(), /^aside undecided paid: /);
  assert.deepEqual(await batch.states(), Array(3).fill('undecided paid'));
  assert.equal(world.requests.length, 1, 'nothing leaves without a word');
  return { world, ...batch };
}

test('a chunk of which one address was paid for after the start leaves once its user says so, and not before', async (t) => {
  const { world, step, states, decide } = await overtaken(t);
  await decide('again');
  assert.deepEqual(await states(), Array(3).fill('waiting'));
  assert.equal(await step(), 'left');
  assert.equal(world.requests.length, 2);
});

test('such a chunk that its user leaves is never sent, and nothing says that all of it was paid for', async (t) => {
  const { states, decide } = await overtaken(t);
  await decide('leave');
  assert.deepEqual(await states(), Array(3).fill('skipped left'));
});

test('an order that comes after the word on such a chunk is asked about anew', async (t) => {
  const { world, step, states, decide } = await overtaken(t);
  await decide('again');
  world.answers = [plain];
  assert.equal(said(await world.send({ operation, body: body('b@x.invalid') })), 'settled verified');
  world.now += 120_000;
  assert.match(await step(), /^aside undecided paid: /);
  assert.deepEqual(await states(), Array(3).fill('undecided paid'));
});

test('an address beside another in a cell is not asked about again in a later call of its batch', async (t) => {
  const world = await aMailWorld(t);
  const { step, states } = await started(
    world,
    'cells',
    ['a@x.invalid\nb@x.invalid', 'b@x.invalid'],
    false,
    1,
  );
  assert.equal(await step(), 'left');
  world.now += 120_000;
  assert.match(await step(), /^aside skipped paid: /);
  assert.deepEqual(await states(), ['done', 'skipped paid']);
  assert.equal(world.requests.length, 1);
});
