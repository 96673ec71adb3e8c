import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { settingIds } from '../../../../src/contributions.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { aBatch } from '../../calls/sending/aSender.ts';
import { aBatchWindow, told } from '../../ui/batch/aBatchWindow.ts';

const { RunningBatch } = await import('../../../../src/ui/batch/runningBatch.ts');

test('after the clock was set back, calls of longer ago are none of the last minute', async (t) => {
  told.settings[settingIds.batchConcurrency] = 1;
  const world = await aBatchWindow(t);
  const batch = await aBatch(world);
  const answers = Array.from({ length: 6 }, () => Promise.withResolvers<Exchange>());
  let calls = 0;
  world.serviceAnswers = () => answers[calls++]?.promise ?? verified;
  const services = {
    sending: world.sending,
    operation: world.ports.settings.operation,
    session: 'window',
    now: () => world.now,
    log: { warn: () => undefined },
  };
  const one = new RunningBatch(services as never, world.real.batches, batch, [], null, {
    changed: () => undefined,
    press: () => 'proof',
  });
  await world.real.batches.hold(batch.id, 'window', world.now, leaseMs);
  const end = one.untilEnd();
  t.after(async () => {
    one.cancel();
    for (const { resolve } of answers) resolve(verified);
    await Promise.allSettled([end]);
  });
  const until = async (holds: () => boolean) => {
    for (let tries = 0; !holds(); tries += 1) {
      if (tries > 1500) throw new Error(JSON.stringify([calls, one.status, one.progress]));
      await rest(10);
    }
  };
  for (const at of [0, 1, 2]) {
    await until(() => calls === at + 1);
    answers[at]?.resolve(verified);
  }
  await until(() => calls === 4);
  world.now -= 3_600_000;
  // Five minutes go by; one more call comes to its end.
  world.now += 300_000;
  answers[3]?.resolve(verified);
  await until(() => one.status.settled === 4);
  await rest(1500);
  assert.match(one.progress?.pace.join(' · ') ?? '', /^[01] in the last minute/);
});
