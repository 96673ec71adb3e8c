import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { until } from '../../../support/processes.ts';
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
  const ends = (): string[] => told.shown.map(String).filter((words) => words.includes('ended'));
  await until(
    async () => (ends().length > 0 && !(await world.real.batches.exists()) ? true : undefined),
    () => `Told: ${told.shown.join('; ')}`,
    30_000,
  );
  assert.equal(world.requests.length, 1);
  assert.deepEqual(errors, []);
  assert.deepEqual(ends(), ['Batch of cars.csv ended · answered: 0 · sent, and erased since: 1,Show Rows']);
});
