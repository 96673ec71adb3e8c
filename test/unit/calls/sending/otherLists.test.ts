import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { bodyOfRows } from '../../../../src/calls/batch/rows.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { bulkEntries } from '../../../../src/contract/bulk.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { b } from '../batch/aRun.ts';
import { owned, told } from './aSender.ts';
import { aWorld, key, plain } from './aSending.ts';

/** A service that is told which checks it is to make, in a list of their names. */
const read = readRequestFields({
  'email-bulk': [
    {
      name: 'emails',
      type: 'string-list',
      required: true,
      check: 'emails',
      confirmed: true,
    },
    {
      name: 'checks',
      type: 'string-list',
      default: ['syntax', 'mx'],
      personal: 'none',
      confirmed: true,
    },
  ],
});
const operation = withRequestFields(operationById('email-bulk'), read);
const checks = 'syntax\nmx';

async function aWindow(t: TestContext) {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  world.fields.set('email-bulk', operation.requestFields);
  return world;
}

test('other addresses with the same checks are another input: a form is not told that they were paid for', async (t) => {
  assert.deepEqual(read.problems, []);
  const world = await aWindow(t);
  const send = (emails: string) =>
    world.send({
      operation,
      body: bodyOfRows(operation, [{ emails, checks }]),
    });
  world.answers = [plain];
  assert.equal((await send('one@example.com')).kind, 'settled');
  world.answers = [() => undefined];
  await send('two@example.com');
  const kinds = world.asked.at(-1)?.choices.map(({ kind }) => kind) ?? [];
  assert.ok(!kinds.includes('open-order'), kinds.join());
});

test('the second call of a batch of addresses is not kept from leaving by the first', async (t) => {
  const world = await aWindow(t);
  const ledger = world.real;
  const { batches } = ledger;
  await batches.create({
    ...{
      id: b,
      operation: operation.id,
      environment: owned.name,
      identity: identityOf(owned),
      kind: owned.kind,
    },
    ...{
      origin: originOf(owned),
      baseUrl: owned.baseUrl,
      source: 'rows.csv',
      createdAt: world.now,
    },
    fields: operation.requestFields,
  });
  const prints = {
    fingerprint: (...of: Parameters<typeof ledger.fingerprint>) => ledger.fingerprint(...of),
    inputPrint: (...of: Parameters<typeof ledger.inputPrint>) => ledger.inputPrint(...of),
  };
  const map = { emails: { column: 0 }, checks: { value: checks } };
  const planner = new Planner(
    { store: batches, ...prints },
    { batch: b, operation, place: placeOf(owned), map, width: 1, chunk: 2 },
  );
  for (const [at, name] of ['one', 'two', 'three', 'four'].entries())
    await planner.add({ line: at + 2, cells: [`${name}@example.com`] });
  await planner.end();
  await batches.start(b, {
    sendFlawed: true,
    sendPaid: false,
    results: null,
    insteadOf: null,
  });
  const batch = await batches.get(b, 'window', world.now);
  assert.ok(batch !== null);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const came: string[] = [];
  for (const from of [0, 1]) {
    const call = await batches.nextCall(b, from);
    assert.ok(call !== null);
    const attempted = await sender.attempt(call, 0, () => true);
    if (attempted.kind === 'left') await attempted.end;
    came.push(told(attempted).replace(/:.*/, ''));
  }
  assert.deepEqual(came, ['left', 'left']);
});

test('an item that says which check failed is joined to its address', () => {
  const rows = ['one@example.com', 'two@example.com'].map((emails) => ({
    emails,
    checks,
  }));
  const results = [
    { email: 'one@example.com', valid: false, failed: 'mx' },
    { email: 'two@example.com', valid: true, failed: '' },
  ];
  const body = JSON.stringify({
    data: { order_id: 'ORD-1', error_code: '', result: { results } },
  });
  const asked = bulkEntries('email-bulk', bodyOfRows(operation, rows));
  const ofRows = resultsOf(operation, rows, body, false, asked).map((one) => one.of);
  assert.deepEqual(ofRows, ['row', 'row']);
});
