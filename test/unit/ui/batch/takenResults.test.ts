import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { settingIds } from '../../../../src/contributions.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { aBatch } from '../../calls/sending/aSender.ts';
import { aFolder } from '../../ledger/aLedger.ts';
import { aBatchWindow, told } from './aBatchWindow.ts';

const { RunningBatch } = await import('../../../../src/ui/batch/runningBatch.ts');

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries === 3000) throw new Error('it never came to that');
    await rest(10);
  }
}

/** An answer with a field that the documents do not show: it gets its column as the file is closed. */
function withField(): Exchange {
  if (verified.kind !== 'answered') throw new Error('it is an answer');
  const text = new TextDecoder().decode(verified.body);
  const body = new TextEncoder().encode(text.replace('"result":{}', '"result":{"late":"x"}'));
  return { ...verified, body };
}

/** A batch of ten rows and its results file; a test answers the calls it names, all others are answered at once. */
async function aShared(t: TestContext) {
  told.settings[settingIds.batchConcurrency] = 2;
  const world = await aBatchWindow(t);
  const batch = await aBatch(world);
  const pending = new Map([0, 1, 9].map((call) => [call, Promise.withResolvers<Exchange>()]));
  let calls = 0;
  world.serviceAnswers = () => pending.get(calls++)?.promise ?? withField();
  const file = join(aFolder(t), 'results.csv');
  const target = { file, format: 'csv', masked: true } as const;
  const operation = world.ports.settings.operation('rc-advanced');
  const run = async (session: string, fresh: boolean) => {
    const results = await ResultsFile.open(world.real, { operation, batch: batch.id }, target, fresh);
    const services = {
      ...{ sending: world.sending, operation: world.ports.settings.operation, session },
      ...{ now: () => world.now, log: { warn: () => undefined } },
    };
    const around = { changed: () => undefined, press: () => 'proof' };
    assert.ok(await world.real.batches.hold(batch.id, session, world.now, leaseMs));
    return new RunningBatch(services as never, world.real.batches, batch, [], results, around).untilEnd();
  };
  const lines = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\r\n');
  return { world, run, lines, answer: (call: number) => pending.get(call)?.resolve(withField()) };
}

test('a window that lost its batch to another, both with answers to write: each row stands in the file once', async (t) => {
  const { world, run, lines, answer } = await aShared(t);
  const first = run('slept', true);
  await until(() => world.requests.length === 2);
  world.now += leaseMs + 1000;
  const second = run('other', false);
  await until(() => world.requests.length === 10 && lines().length === 8);
  answer(0);
  answer(1);
  assert.equal(await first, 'taken');
  answer(9);
  assert.equal(await second, 'done');
  const [header = '', ...rows] = lines();
  const names = csvCells(header);
  assert.deepEqual(
    rows.map((line) => Number(csvCells(line)[0])).toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  for (const line of rows) assert.equal(csvCells(line)[names.indexOf('result.late')], 'x', line);
});

test('a window that slept while another did the rest adds nothing twice', async (t) => {
  const { world, run, lines, answer } = await aShared(t);
  const first = run('slept', true);
  await until(() => world.requests.length === 2);
  world.now += leaseMs + 1000;
  answer(9);
  assert.equal(await run('other', false), 'done');
  answer(0);
  answer(1);
  await first;
  const rows = lines().slice(1);
  assert.deepEqual(
    rows.map((line) => Number(csvCells(line)[0])).toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
});
