import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import type { Batch, BatchCall, BatchChoice } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { answered, aWorld, type World } from './aWorld.ts';

const live = { name: 'acme-prod', baseUrl: 'https://api.example.invalid', kind: 'live' };
const noResults = { sendFlawed: true, sendPaid: false, results: null };

/** Plans the values as `Batches.plan` does, and starts. */
async function planned(
  world: World,
  id: string,
  operation: Operation,
  values: readonly string[],
  results: Batch['results'] = null,
  insteadOf: BatchChoice['insteadOf'] = null,
): Promise<Batch> {
  const { ledger } = world;
  const batch = batchId(id);
  const environment = world.sending.ports.settings.current();
  await ledger.batches.create({
    id: batch,
    operation: operation.id,
    environment: environment.name,
    identity: identityOf(environment),
    kind: environment.kind,
    origin: originOf(environment),
    baseUrl: environment.baseUrl,
    source: 'rows.csv',
    createdAt: world.now,
    fields: operation.requestFields,
  });
  const [field] = operation.requestFields;
  const planner = new Planner(
    {
      store: ledger.batches,
      fingerprint: (op, body) => ledger.fingerprint(op, body),
      inputPrint: (op, body) => ledger.inputPrint(op, body),
    },
    {
      batch,
      operation,
      place: placeOf(environment),
      map: { [field?.name ?? '']: { column: 0 } },
      width: 1,
      chunk: 50,
    },
  );
  for (const [index, value] of values.entries()) await planner.add({ line: index + 2, cells: [value] });
  await planner.end();
  await ledger.batches.start(batch, { ...noResults, results, insteadOf });
  const made = await ledger.batches.get(batch, 'session', world.now);
  assert.ok(made);
  return made;
}

async function next(world: World, batch: Batch): Promise<BatchCall> {
  const call = await world.ledger.batches.nextCall(batch.id, 0);
  assert.ok(call);
  return call;
}

const rc = operationById('rc-advanced');

test('the batch of an environment whose name is rooted leaves', async (t) => {
  const world = await aWorld(t);
  world.setting = [{ ...live, baseUrl: `${live.baseUrl}.` }];
  world.chosen = 'acme-prod';
  const batch = await planned(world, 'b1', rc, ['MH00AB1234']);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const sent = await sender.attempt(await next(world, batch), 0, () => true);
  assert.equal(sent.kind, 'left');
  if (sent.kind === 'left') await sent.end;
});

test('F2: a batch that was paused for another reason says so when its fields were corrected meanwhile', async (t) => {
  const world = await aWorld(t);
  world.setting = [live];
  world.chosen = 'acme-prod';
  const batch = await planned(world, 'b2', rc, ['MH00AB1234', 'MH00AB1235']);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const first = await sender.attempt(await next(world, batch), 0, () => true);
  assert.equal(first.kind, 'left');
  if (first.kind === 'left') await first.end;
  // The user sees that the field is wrong, pauses, corrects it, and presses Resume (RunningBatch.resume).
  world.operations.set('rc-advanced', corrected());
  sender.goOn([]);
  const second = await sender.attempt(await next(world, batch), 0, () => true);
  if (second.kind === 'left') await second.end;
  assert.equal(
    world.left.length,
    1,
    `a second call left with the old fields, nobody was told: ${world.left[1]?.body}`,
  );
});

function corrected(): Operation {
  return {
    ...rc,
    requestFields: rc.requestFields.map((field) => ({
      ...field,
      name: 'registration',
      path: field.path.map(() => 'registration'),
    })),
  };
}

test('F3: an environment that becomes live while its batch runs is asked about before a call may be billed', async (t) => {
  const world = await aWorld(t);
  const local = { name: 'tunnel', baseUrl: 'http://127.0.0.1:8080', kind: 'sandbox' };
  world.setting = [local];
  world.chosen = 'tunnel';
  // confirmStart said: "simulated, nothing is billed".
  const batch = await planned(world, 'b3', rc, ['MH00AB1234', 'MH00AB1235']);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  world.setting = [{ ...local, kind: 'live' }];
  const attempted = await sender.attempt(await next(world, batch), 0, () => true);
  if (attempted.kind === 'left') await attempted.end;
  assert.deepEqual(
    world.left,
    [],
    'a call that may be billed left; its sender was told that nothing is billed',
  );
});

test('F4: a batch goes nowhere else: another path of the same host is another service', async (t) => {
  const world = await aWorld(t);
  world.setting = [{ ...live, baseUrl: 'https://gateway.example.invalid/verification-staging' }];
  world.chosen = 'acme-prod';
  const batch = await planned(world, 'b4', rc, ['MH00AB1234']);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  world.setting = [{ ...live, baseUrl: 'https://gateway.example.invalid/verification' }];
  const attempted = await sender.attempt(await next(world, batch), 0, () => true);
  if (attempted.kind === 'left') await attempted.end;
  assert.deepEqual(world.left, [], 'the confirmation named another base URL');
});

test('F5: an environment that is given an id while its batch waits keeps its batch', async (t) => {
  const world = await aWorld(t);
  world.setting = [live];
  world.chosen = 'acme-prod';
  const batch = await planned(world, 'b5', rc, ['MH00AB1234']);
  world.setting = [{ ...live, id: 'acme' }];
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const attempted = await sender.attempt(await next(world, batch), 0, () => true);
  if (attempted.kind === 'left') await attempted.end;
  assert.equal(attempted.kind, 'left', JSON.stringify(attempted));
});

for (const keep of ['everything', 'metadata', 'open-only'] as const) {
  test(`F6: with keep "${keep}" the last call of a batch still reaches the results file`, async (t) => {
    const world = await aWorld(t);
    world.setting = [live];
    world.chosen = 'acme-prod';
    world.keep = { keep, payloadDays: 0, orderDays: 0 };
    world.exchange = () =>
      answered('OK', 200, true, [
        { email: 'a@example.com', valid: true },
        { email: 'b@example.com', valid: false },
      ]);
    const bulk = operationById('email-bulk');
    const target = { file: join(world.folder, 'results.ndjson'), format: 'ndjson', masked: false } as const;
    const batch = await planned(world, 'b6', bulk, ['a@example.com', 'b@example.com'], target);
    const results = await ResultsFile.open(world.ledger, { operation: bulk, batch: batch.id }, target, true);
    // As RunningBatch does it.
    assert.equal(await world.ledger.batches.hold(batch.id, 'session', world.now, 60_000), true);
    const sender = new BatchSender(world.sending, batch, [], (call, { settlement }) =>
      results.add(call, settlement),
    );
    const attempted = await sender.attempt(await next(world, batch), 0, () => true);
    assert.equal(attempted.kind, 'left');
    if (attempted.kind === 'left') await attempted.end;
    await results.complete();
    await results.close();
    const lines = readFileSync(target.file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    assert.equal(
      lines.length,
      2,
      'a paid answer is nowhere: not in the ledger (policy), not in the results file',
    );
  });
}

test('F7: a row that was left, erased or moved to another plan after it was read does not leave', async (t) => {
  const world = await aWorld(t);
  world.setting = [live];
  world.chosen = 'acme-prod';
  const batch = await planned(world, 'b7', rc, ['MH00AB1234']);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const call = await next(world, batch);
  // Another window: Plan Anew, or Erase Everything About This Input; between nextCall and the order's transaction.
  await planned(world, 'b7-new', rc, ['MH00AB1234'], null, { batch: batch.id, rows: [0] });
  const attempted = await sender.attempt(call, 0, () => true);
  if (attempted.kind === 'left') await attempted.end;
  assert.deepEqual(world.left, [], 'the row says "left out" for ever, and its call was sent');
});

test('F8: what is planned anew with corrected fields is not sent beside its old row', async (t) => {
  const world = await aWorld(t);
  world.setting = [live];
  world.chosen = 'acme-prod';
  const old = await planned(world, 'b8', rc, ['MH00AB1234']);
  world.operations.set('rc-advanced', corrected());
  // planAnew: the new batch is started; the window ends then. Or another window resumes the old one meanwhile.
  const fresh = await planned(world, 'b8-new', corrected(), ['MH00AB1234'], null, {
    batch: old.id,
    rows: [0],
  });
  for (const batch of [fresh, old]) {
    const sender = new BatchSender(world.sending, batch, [], async () => undefined);
    const call = await world.ledger.batches.nextCall(batch.id, 0);
    if (call === null) continue;
    const attempted = await sender.attempt(call, 0, () => true);
    if (attempted.kind === 'left') await attempted.end;
  }
  assert.equal(world.left.length, 1, 'one row of the file was sent twice, as its two bodies are no twins');
});
