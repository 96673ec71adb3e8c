import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { type ClimateName, climateNames } from './climates.ts';
import { inParallel, Worker } from './crew.ts';
import { faults } from './faults/faults.ts';
import { planted } from './faults/plant.ts';
import { climateOf, where } from './faults/where.ts';
import { modelHistory } from './ledger/model.ts';
import { run, scriptOf } from './run.ts';
import { tellStory } from './tell.ts';
import { type Found, type Job, type LedgerKind, open } from './worker.ts';

const width = availableParallelism();

function jobsOf(ledger: LedgerKind, climate: ClimateName, runs: number, size: number): readonly Job[] {
  const from = (index: number): number => 1 + index * size;
  return Array.from({ length: runs / size }, (_, index) => ({
    ledger,
    climate,
    count: size,
    from: from(index),
  }));
}

async function brokenBy(jobs: readonly Job[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  const workers = Array.from({ length: width }, () => new Worker(null));
  try {
    await inParallel(width, jobs, async (job) => {
      const worker = workers.pop();
      assert.ok(worker !== undefined);
      found.push(...(await worker.work(job)).found);
      workers.push(worker);
    });
  } finally {
    for (const worker of workers) worker.end();
  }
  return found;
}

test('no run of a fixed set breaks an invariant', async (t) => {
  const others = climateNames.filter((name) => name !== 'ordinary');
  const all = await brokenBy([
    ...jobsOf('model', 'ordinary', 2000, 250),
    ...jobsOf('real', 'ordinary', 40, 10),
    ...others.flatMap((name) => [...jobsOf('model', name, 30, 30), ...jobsOf('real', name, 3, 3)]),
  ]);
  const found = all.filter(({ invariant }) => !open.has(invariant));
  t.diagnostic(`${all.length - found.length} runs broke what is known to be open`);
  const [first] = found;
  if (first !== undefined) assert.fail(await tellStory(first, true));
});

test('a run is the same each time', async () => {
  for (const seed of [7, 77, 777]) {
    const [one, other] = [
      await run(scriptOf(seed, 'ordinary'), modelHistory, true),
      await run(scriptOf(seed, 'ordinary'), modelHistory, true),
    ];
    assert.ok(one.story.length > 0);
    assert.deepEqual(one.story, other.story);
  }
});

test('each planted fault still has its place, once', () => {
  // All that moved are told at once.
  const moved = faults.flatMap((fault) => {
    try {
      return planted(fault) === '' ? [fault.id] : [];
    } catch (error) {
      return [String(error)];
    }
  });
  assert.deepEqual(moved, []);
  const ids = faults.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const one of Object.values(where).flat()) assert.ok(ids.includes(one), one);
});

/** One of each sort; `npm run simulate -- --faults` plants them all. */
const sample: readonly string[] = [
  'gate-admits-all',
  'gate-key-copied',
  'runner-sends-first',
  'runner-admission-skipped',
  'agreement-elsewhere',
  'twin-paid-as-open',
  'budget-one-more',
  'key-any-origin',
  'planner-accepts-open',
  'read-strange-free',
  'batch-pause-unseen',
  'session-any-key',
];

test('a simulator that can fail does: planted faults are found', async () => {
  const missed: string[] = [];
  await inParallel(width, sample, async (fault) => {
    const worker = new Worker(fault);
    try {
      const done = await worker.work({ ledger: 'model', climate: climateOf(fault), from: 1, count: 250 });
      if (done.found.length === 0) missed.push(fault);
    } finally {
      worker.end();
    }
  });
  assert.deepEqual(missed, []);
});
