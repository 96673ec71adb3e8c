import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import type { BatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { b } from '../batch/aRun.ts';
import { owned, told } from './aSender.ts';
import { aWorld, key, plain } from './aSending.ts';

/** What the service turned out to take, as *Edit Request Fields…* writes it: a report goes by mobile number and PAN. */
const fields = readRequestFields({
  'credit-report': [
    {
      name: 'mobile',
      type: 'string',
      required: true,
      check: 'mobile',
      confirmed: true,
    },
    {
      name: 'pan',
      type: 'string',
      required: true,
      check: 'pan',
      confirmed: true,
    },
  ],
});
const operation = withRequestFields(operationById('credit-report'), fields);

async function aWindow(t: TestContext) {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  world.fields.set('credit-report', operation.requestFields);
  return world;
}

test('two persons of a batch with one mobile number are two requests: neither is left out for what the other paid', async (t) => {
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
  const map = { mobile: { column: 0 }, pan: { column: 1 } };
  const to = {
    batch: b,
    operation,
    place: placeOf(owned),
    map,
    width: 2,
    chunk: 50,
  };
  const planner = new Planner({ store: batches, ...prints }, to);
  await planner.add({ line: 2, cells: ['0000000001', 'ZZZXZ9999Z'] });
  await planner.add({ line: 3, cells: ['0000000001', 'ZZZXZ8888Z'] });
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
  for (
    let call = await batches.nextCall(b, 0);
    call !== null && came.length < 3;
    call = await batches.nextCall(b, 0)
  ) {
    const attempted = await sender.attempt(call, 0, () => true);
    if (attempted.kind === 'left') await attempted.end;
    came.push(told(attempted).replace(/:.*/, ''));
    if (attempted.kind === 'held-back' && attempted.verdict.kind === 'aside') {
      const { state, why, twins } = attempted.verdict;
      await batches.setAside(b, call.call, state, why, twins);
    }
  }
  const { rows } = await batches.rows(b, null, 10);
  const shown = ({ masked, state, why, earlierOrderId }: BatchRow) => ({
    masked,
    state,
    why,
    earlierOrderId,
  });
  assert.deepEqual(
    [came, rows.map(shown)],
    [
      ['left', 'left'],
      rows.map(({ masked }) => ({
        masked,
        state: 'done',
        why: null,
        earlierOrderId: null,
      })),
    ],
  );
});

test('a form with the second person is not told that this input was paid for', async (t) => {
  const world = await aWindow(t);
  const send = (body: string) => world.send({ operation, body });
  world.answers = [plain];
  assert.equal((await send('{"mobile":"0000000001","pan":"ZZZXZ9999Z"}')).kind, 'settled');
  world.answers = [() => undefined];
  await send('{"mobile":"0000000001","pan":"ZZZXZ8888Z"}');
  const kinds = world.asked.at(-1)?.choices.map(({ kind }) => kind) ?? [];
  assert.ok(!kinds.includes('open-order'), kinds.join());
});

/** The user added a field that says which bureau is asked. */
function startingWith(bureau: string) {
  const read = readRequestFields({
    'credit-report': [
      { name: 'number', required: true },
      { name: 'bureau', choices: ['cibil', 'experian'], default: bureau },
    ],
  });
  assert.deepEqual(read.problems, []);
  return withRequestFields(operationById('credit-report'), read);
}

async function aBureau(t: TestContext) {
  const world = await aWorld(t);
  const send = (start: string, bureau: string) => {
    const of = startingWith(start);
    world.fields.set('credit-report', of.requestFields);
    return world.send({ operation: of, body: `{"number":"ZZZXZ9999Z","bureau":"${bureau}"}` });
  };
  /** Whether the question before the send leads to an order that was paid for. */
  const isTold = async (start: string, bureau: string): Promise<boolean> => {
    world.answers = [() => undefined];
    await send(start, bureau);
    return world.asked.at(-1)?.choices.some(({ kind }) => kind === 'open-order') === true;
  };
  return { world, send, isTold };
}

test('a request is no other one for holding what its field starts with, where that was changed since', async (t) => {
  const { world, send, isTold } = await aBureau(t);
  world.answers = [plain];
  assert.equal((await send('cibil', 'cibil')).kind, 'settled');
  assert.equal(await isTold('cibil', 'experian'), false, 'typed');
  assert.equal(await isTold('experian', 'experian'), false, 'started with');
  assert.equal(await isTold('experian', 'cibil'), true, 'the very one');
});

test('what was paid for before a field was added is asked about where it holds what it starts with', async (t) => {
  const { world, isTold } = await aBureau(t);
  world.answers = [plain];
  const before = operationById('credit-report');
  assert.equal((await world.send({ operation: before, body: '{"number":"ZZZXZ9999Z"}' })).kind, 'settled');
  assert.equal(await isTold('cibil', 'cibil'), true);
  assert.equal(await isTold('cibil', 'experian'), false);
});
