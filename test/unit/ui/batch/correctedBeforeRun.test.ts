import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { owned } from '../../calls/sending/aSender.ts';
import { aWorld, key } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { BatchCommands } = await import('../../../../src/ui/batch/batchCommands.ts');

// "Preparing the batch" is a notification: meanwhile, or in another window while the question stands, settings are edited.
test('fields that were corrected after the rows were planned and before the run began stop the batch', async (t) => {
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
  let ids = 0;
  const services = {
    ledger: async () => world.real,
    sending: world.sending,
    operation: world.ports.settings.operation,
    session: 'window',
    now: () => world.now,
    newId: () => `batch${ids++}`,
    log: { warn: () => undefined, error: () => undefined },
  };
  const commands = new BatchCommands(services as never, { issue: () => 'proof' } as never);
  const operation = world.ports.settings.operation('rc-advanced');
  const [first, ...others] = operation.requestFields;
  assert.ok(first !== undefined);
  told.answers.push('Start Batch');
  const started = await commands.plan({
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
      for (const [index, cell] of ['MH00AB0001', 'MH00AB0002'].entries())
        await planner.add({ line: index + 2, cells: [cell] });
      await planner.end();
      world.fields.set('rc-advanced', [
        { ...first, name: 'registration', path: ['registration'] },
        ...others,
      ]);
      return true;
    },
    insteadOf: null,
    results: null,
    columns: [],
    said: [],
  });
  await rest(300);
  const sent = world.requests.length;
  await commands.finish();
  assert.equal(started, true);
  assert.equal(sent, 0, 'rows left with fields that the user had corrected before, and nothing was said');
});
