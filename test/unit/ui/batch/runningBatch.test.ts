import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { settingIds } from '../../../../src/contributions.ts';
import { answer, verified } from '../../calls/batch/aRun.ts';
import { aBatch } from '../../calls/sending/aSender.ts';
import { aBatchWindow, told } from './aBatchWindow.ts';

const vscode = await import('vscode');
const { RunningBatch } = await import('../../../../src/ui/batch/runningBatch.ts');
const { isUnfinished } = await import('../../../../src/ui/batch/both/unfinished.ts');

const refuses = (code: string): string =>
  `The service refuses calls (${code}): every other row would be refused, too.`;

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries === 3000) throw new Error('it never came to that');
    await rest(10);
  }
}

/** A batch of ten rows that this window runs, two at a time; a test answers the first `held` calls. */
async function begun(t: TestContext, results: object | null = null, held = 2) {
  told.shown.splice(0);
  told.settings[settingIds.batchConcurrency] = 2;
  const world = await aBatchWindow(t);
  const batch = await aBatch(world);
  const answers = Array.from({ length: held }, () => Promise.withResolvers<Exchange>());
  let calls = 0;
  world.serviceAnswers = () => answers[calls++]?.promise ?? verified;
  const services = {
    sending: world.sending,
    operation: world.ports.settings.operation,
    session: 'window',
    now: () => world.now,
    log: { warn: () => undefined },
  };
  const around = { changed: () => undefined, press: () => 'proof' };
  const one = new RunningBatch(services as never, world.real.batches, batch, [], results as never, around);
  await world.real.batches.hold(batch.id, 'window', world.now, leaseMs);
  const end = one.untilEnd();
  t.after(async () => {
    one.cancel();
    for (const { resolve } of answers) resolve(verified);
    await Promise.allSettled([end]);
  });
  const said = (): string => {
    const { ended, total, status, pace } = one.progress ?? { ended: 0, total: 0, status: '', pace: [] };
    return [`${ended} of ${total} calls`, status, ...pace].join(' · ');
  };
  return { one, world, batch, answers, said, end };
}

async function running(t: TestContext) {
  const { one, world, answers, end } = await begun(t);
  await until(() => world.requests.length === 2);
  /** Both are refused, one after the other. */
  const refused = async (first: string, second: string) => {
    answers[0]?.resolve(answer(first, 402, false));
    await until(() => one.status.phase === 'paused');
    world.now += 1000;
    answers[1]?.resolve(answer(second, 401, false));
    await until(() => one.status.underWay === 0);
  };
  return { one, world, refused, end };
}

/** The modal questions that were put. */
function asked(): string[] {
  return told.shown.flatMap((parts) => {
    const [words, options] = parts as readonly [unknown, { readonly detail?: string }?];
    return String(words).startsWith('Resume the batch') ? [options?.detail ?? ''] : [];
  });
}

test('a click that resumes is asked about where a second call was refused for another reason, and both are named', async (t) => {
  const { one, world, refused } = await running(t);
  await refused('INSUFFICIENT_BALANCE', 'INVALID_API_KEY');
  await one.resumeAsked(true);
  assert.equal(one.status.phase, 'paused');
  const [detail = ''] = asked();
  assert.deepEqual(detail.split('\n').slice(0, 2), [
    refuses('INSUFFICIENT_BALANCE'),
    refuses('INVALID_API_KEY'),
  ]);
  told.answers.push('Resume');
  await one.resumeAsked(true);
  await until(() => world.requests.length === 10);
});

test('a click that resumes is its own word where all that was refused has one reason', async (t) => {
  const { one, world, refused } = await running(t);
  await refused('INVALID_API_KEY', 'INVALID_API_KEY');
  await one.resumeAsked(true);
  assert.deepEqual(asked(), []);
  await until(() => world.requests.length === 10);
});

test('a pause that is told of and answered after the run has ended says so, and does nothing', async (t) => {
  const { one, refused, end } = await running(t);
  const { promise: answered, resolve: press } = Promise.withResolvers<string>();
  Object.assign(vscode.window, { showWarningMessage: () => answered });
  await refused('INSUFFICIENT_BALANCE', 'INVALID_API_KEY');
  one.cancel();
  await end;
  press('Cancel Batch');
  await rest(1);
  assert.deepEqual(told.shown, [
    ['This run of the batch has ended. What runs now is controlled from the status bar.'],
  ]);
});

test('a batch whose results file cannot be completed sends nothing, and any window may resume it at once', async (t) => {
  const full = () => Promise.reject(new Error('no space left on the disk'));
  const { world, batch, end } = await begun(t, { complete: full, close: async () => undefined });
  await assert.rejects(end, /no space left/);
  assert.equal(world.requests.length, 0);
  assert.ok(await world.real.batches.hold(batch.id, 'another window', world.now, leaseMs));
});

test('the time that is left is told by what came to an end since the last pause, and no more once it is cancelled', async (t) => {
  const { one, world, answers, said, end } = await begun(t, null, 6);
  await until(() => world.requests.length === 2);
  one.pause();
  for (const { resolve } of answers.slice(0, 2)) resolve(verified);
  await until(() => one.status.underWay === 0);
  world.now += 3_600_000;
  await one.resumeAsked(true);
  await until(() => world.requests.length === 4);
  world.now += 3000;
  answers[2]?.resolve(verified);
  await until(() => said().startsWith('3 of 10 calls'));
  assert.equal(said(), '3 of 10 calls · sending · 1 in the last minute · about 21 s left');
  one.cancel();
  await until(() => said().includes('finished first'));
  assert.equal(said(), '3 of 10 calls · the call under way is finished first; the rest can be resumed');
  for (const { resolve } of answers) resolve(verified);
  assert.equal(await end, 'cancelled');
});

/** A batch whose last calls were answered, and whose results file is completed so. */
async function completed(
  t: TestContext,
  complete: (world: Awaited<ReturnType<typeof aBatchWindow>>) => unknown,
) {
  let times = 0;
  const none = async () => undefined;
  const results = {
    ...{ add: none, save: none, close: none },
    complete: async () => {
      times += 1;
      if (times > 1) await complete(found.world);
    },
  };
  const found = await begun(t, results);
  for (const { resolve } of found.answers) resolve(verified);
  return found;
}

test('a batch is given back once its results are complete: until then nothing of it is forgotten', async (t) => {
  const { world, end, batch } = await completed(t, async ({ real, now }) => {
    await real.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, now);
    assert.equal((await real.batches.rows(batch.id, null, 20)).rows.length, 10);
  });
  assert.equal(await end, 'done');
  assert.ok(await world.real.batches.hold(batch.id, 'another window', world.now, leaseMs));
});

test('a batch that left nothing but its results incomplete can be resumed', async (t) => {
  const { world, end, batch } = await completed(t, async () => {
    throw new Error('the other side is gone');
  });
  await assert.rejects(end, /the other side is gone/);
  assert.equal(world.requests.length, 10);
  const left = await world.real.batches.get(batch.id, 'window', world.now + leaseMs + 1);
  const results = { file: '/nowhere/results.csv', format: 'csv', masked: true } as const;
  assert.equal(left && isUnfinished({ ...left, results }), true);
  assert.equal(left && isUnfinished({ ...left, results: null }), false);
});
