import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { owned } from '../../calls/sending/aSender.ts';
import { aWorld, key } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { BatchCommands } = await import('../../../../src/ui/batch/batchCommands.ts');

test('the end of a batch is told also where nothing settled is kept, and the batch goes with its orders', async (t) => {
  const before = { ...vscode.window };
  t.after(() => Object.assign(vscode.window, before));
  Object.assign(vscode.window, {
    createStatusBarItem: () => ({ show: () => undefined, dispose: () => undefined }),
    withProgress: (_: unknown, work: (...parts: readonly unknown[]) => unknown) =>
      work({ report: () => undefined }, { onCancellationRequested: () => undefined }),
  });
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  world.serviceAnswers = () => verified;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const errors: string[] = [];
  const services = {
    ledger: async () => world.real,
    sending: world.sending,
    operation: world.ports.settings.operation,
    session: 'window',
    now: () => world.now,
    newId: () => 'batch0',
    log: { warn: () => undefined, error: (...words: unknown[]) => errors.push(words.join(' ')) },
  };
  const commands = new BatchCommands(services as never, { issue: () => 'proof' } as never);
  const operation = world.ports.settings.operation('rc-advanced');
  told.answers.push('Start Batch');
  await commands.plan({
    operation,
    to: await world.sending.destination(owned),
    source: { name: 'cars.csv', file: null },
    read: async (batch) => {
      const planner = new Planner(
        {
          store: world.real.batches,
          fingerprint: (of, body) => world.real.fingerprint(of, body),
          inputPrint: (of, body) => world.real.inputPrint(of, body),
        },
        { batch, operation, place: placeOf(owned), map: { rc_number: { column: 0 } }, width: 1, chunk: 50 },
      );
      await planner.add({ line: 2, cells: ['MH00AB0001'] });
      await planner.end();
      return true;
    },
    insteadOf: null,
    results: null,
    columns: [],
    said: [],
  });
  for (let tries = 0; tries < 300 && (await world.real.batches.exists()); tries += 1) await rest(10);
  await rest(50);
  assert.equal(world.requests.length, 1);
  assert.equal(await world.real.batches.exists(), false, 'it is not kept');
  assert.deepEqual(errors, []);
  const ends = told.shown.map(String).filter((words) => words.includes('ended'));
  assert.deepEqual(ends, ['Batch of cars.csv ended · answered: 0 · sent, and erased since: 1,Show Rows']);
});
