import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { Review } from '../../../../src/calls/batch/review.ts';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
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

async function started(world: World, name: string, cells: readonly string[], sendsPaid: boolean) {
  const { real } = world;
  const id: BatchId = batchId(name);
  const place = placeOf(owned);
  const options = { operation, place, map: { emails: { column: 0 } }, width: 1, chunk: 50 };
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
    return attempted;
  };
  return { review, step, id };
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
  assert.equal(told(await step()), 'left');
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
  assert.match(told(await step()), /^aside skipped paid: /);
});
