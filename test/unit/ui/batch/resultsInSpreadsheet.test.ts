import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import { settingIds } from '../../../../src/contributions.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { aBatch } from '../../calls/sending/aSender.ts';
import { aFolder } from '../../ledger/aLedger.ts';
import { aBatchWindow, told } from './aBatchWindow.ts';

const { RunningBatch } = await import('../../../../src/ui/batch/runningBatch.ts');

const cases = [
  ['20 digits', (n: number) => `202611262156030012${10 + n}`, (_: string) => '2.02611E+19'],
  ['leading zeros', (n: number) => `00045${n}1`, (id: string) => id.replace(/^0+/, '')],
] as const;

for (const [name, idOf, excel] of cases)
  test(`a results file that Excel saved (order_ids of ${name}) is still its batch's`, async (t) => {
    told.settings[settingIds.batchConcurrency] = 1;
    const world = await aBatchWindow(t);
    const batch = await aBatch(world);
    let calls = 0;
    assert.ok(verified.kind === 'answered');
    const text = new TextDecoder().decode(verified.body);
    world.serviceAnswers = () => {
      const body = new TextEncoder().encode(
        text.replace(/"order_id":"[^"]*"/, `"order_id":"${idOf(calls++)}"`),
      );
      return { ...verified, body } as never;
    };
    const file = join(aFolder(t), 'results.csv');
    const target = { file, format: 'csv', masked: false } as const;
    const operation = world.ports.settings.operation('rc-advanced');
    const open = (fresh: boolean) =>
      ResultsFile.open(world.real, { operation, batch: batch.id }, target, fresh);
    const results = await open(true);
    const services = {
      ...{ sending: world.sending, operation: world.ports.settings.operation, session: 's' },
      ...{ now: () => world.now, log: { warn: () => undefined } },
    };
    assert.ok(await world.real.batches.hold(batch.id, 's', world.now, leaseMs));
    await new RunningBatch(services as never, world.real.batches, batch, [], results, {
      changed: () => undefined,
      press: () => 'proof',
    } as never).untilEnd();
    const before = readFileSync(file, 'utf8');
    assert.ok(before.includes(idOf(0)), before.slice(0, 600));
    assert.equal((await open(false)).isOfAnother, false);
    let saved = before;
    for (let n = 0; n < calls; n += 1) saved = saved.replaceAll(`,${idOf(n)},`, `,${excel(idOf(n))},`);
    assert.notEqual(saved, before);
    writeFileSync(file, saved);
    assert.equal((await open(false)).isOfAnother, false);
  });
