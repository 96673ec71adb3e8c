import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Batch } from '../../../../src/calls/ports/batchPorts.ts';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import type { RunListing } from '../../../../src/protocol/batchRun.ts';
import type { RunProgress } from '../../../../src/ui/batch/runProgress.ts';
import { answer, b, plates, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';
import { runAll } from './aResults.ts';

await standInForVscode();
const { runState } = await import('../../../../src/ui/batch/batchPageState.ts');

async function counted(ledger: Ledger) {
  const batch: Batch | null = await ledger.batches.get(b, 'window', noon);
  assert.ok(batch !== null);
  return { batch, outcomes: await ledger.batches.outcomes(b), billed: await ledger.batches.billed(b) };
}

/** A batch of which so many calls have come to an end, the second row of which repeats the first. */
async function aBatch(t: TestContext, calls: number, rows = 4) {
  const { ledger } = await aLedger(t);
  const [first = '', ...others] = plates(rows);
  await startRows(ledger, 'b', [first, first.toLowerCase(), ...others]);
  if (calls > 0) await runAll(ledger, calls);
  const state = async (
    listed: number | RunListing | null,
    progress: RunProgress | null = null,
    last: number[] = [],
  ) =>
    runState(
      ledger.batches,
      await counted(ledger),
      progress,
      typeof listed === 'number' ? { group: null, offset: listed } : listed,
      last,
    );
  return { ledger, state };
}

const running: RunProgress = {
  ...{ ended: 2, total: 4, isPaused: false, status: 'sending' },
  ...{ pace: ['2 in the last minute', 'about 1 min left'] },
};

test('it says how a run goes on, what its rows came to and what they cost, and lists those that were answered last', async (t) => {
  const { state } = await aBatch(t, 2);
  const { l10n: _, batch: _batch, made, ...shown } = await state(null, running, [1, 0]);
  assert.match(made, /Nov.*\d:00:00/);
  assert.deepEqual(shown, {
    source: 'rows.csv',
    operation: 'RC Details Advanced',
    environment: { name: 'acme-prod', kind: 'live' },
    ...{ runs: 'here', status: 'sending', ended: 2, total: 4, calls: '2 of 4 calls' },
    ...{ cost: '2 calls', pace: '2 in the last minute · about 1 min left', results: '' },
    counts: [
      { words: 'verified · billed', rows: 2 },
      { words: 'waiting', rows: 2 },
      { words: 'left out', rows: 1 },
    ],
    shown: {
      ...{ offset: null, group: null, hasLast: true, size: 100, of: 5 },
      rows: [
        {
          row: 2,
          line: 3,
          masked: 'XX••••••01',
          words: 'verified · billed · OK',
          orderId: '••••••',
          hasOrder: true,
        },
        {
          row: 0,
          line: 1,
          masked: 'XX••••••00',
          words: 'verified · billed · OK',
          orderId: '••••••',
          hasOrder: true,
        },
      ],
    },
    hasFailed: false,
    spoken: '2 of 4 calls, sending',
  });
});

test('every row is counted once, whatever state it is in', async (t) => {
  const { ledger, state } = await aBatch(t, 2);
  const total = async () => (await state(0)).counts.reduce((sum, { rows }) => sum + rows, 0);
  assert.equal(await total(), 5);
  const [sent] = (await ledger.batches.callRows(b, 0)).map(({ order }) => order);
  assert.ok(sent != null);
  await ledger.erase([sent]);
  assert.equal(await total(), 5);
  await ledger.batches.setAside(b, 2, 'undecided', 'pending', []);
  assert.deepEqual((await state(0)).counts, [
    { words: 'verified · billed', rows: 1 },
    { words: 'sent, and erased since', rows: 1 },
    { words: 'waiting', rows: 1 },
    { words: 'waits for your decision', rows: 1 },
    { words: 'left out', rows: 1 },
  ]);
});

test('all rows are listed page by page, in the order of the input', async (t) => {
  const { state } = await aBatch(t, 1, 120);
  const first = await state(0);
  assert.deepEqual([first.shown.offset, first.shown.rows.length], [0, 100]);
  assert.deepEqual(
    first.shown.rows.slice(0, 3).map(({ words, hasOrder }) => [words, hasOrder]),
    [
      ['verified · billed · OK', true],
      ['repeats line 1', false],
      ['waiting', false],
    ],
  );
  const second = await state(100);
  assert.deepEqual([second.shown.rows[0]?.row, second.shown.rows.length], [100, 21]);
  // Rows that are no more, of another batch.
  assert.equal((await state(5000)).shown.offset, 100);
});

test('it says where a batch stands that this window does not run', async (t) => {
  const { ledger, state } = await aBatch(t, 2);
  const said = async () => {
    const { runs, status, pace } = await state(0);
    return [runs, status, pace];
  };
  assert.deepEqual(await said(), ['rests', 'not running, unfinished', '']);
  await ledger.batches.hold(b, 'another window', noon, 1000);
  assert.deepEqual(await said(), ['elsewhere', 'runs in another window', '']);
  await ledger.batches.release(b, 'another window');
  await runAll(ledger);
  assert.deepEqual(await said(), ['over', 'ended', '']);
});

test('one of which nothing waits but a decision says so', async (t) => {
  const { ledger, state } = await aBatch(t, 3);
  const left = await ledger.batches.nextCall(b, 0);
  assert.ok(left !== null);
  await ledger.batches.setAside(b, left.call, 'undecided', 'pending', []);
  const { runs, status } = await state(0);
  assert.deepEqual([runs, status], ['rests', 'waits for your decision']);
});

test('a screen reader is told of some steps of a long run, not of each call, nor of the seconds of a wait', async (t) => {
  const { state } = await aBatch(t, 0);
  const spoken = async (ended: number, status = 'sending') =>
    (await state(null, { ...running, ended, total: 100, status })).spoken;
  assert.equal(await spoken(10), '10 of 100 calls, sending');
  assert.equal(await spoken(19), '10 of 100 calls, sending');
  assert.equal(await spoken(20), '20 of 100 calls, sending');
  const waits = (seconds: number) => `waiting for the limit · ${seconds} s`;
  assert.equal(await spoken(20, waits(12)), await spoken(21, waits(11)));
  assert.equal((await state(null, { ...running, isPaused: true, status: 'paused' })).runs, 'paused');
});

test('where the ledger was counted after the run was told of, that holds', async (t) => {
  const { state } = await aBatch(t, 3);
  // Told a second ago, it has been counted since.
  assert.equal((await state(null, running)).ended, 3);
});

test('what a sandbox bills is said to be simulated', async (t) => {
  const { ledger } = await aBatch(t, 2);
  const { batch, ...others } = await counted(ledger);
  const { cost, counts } = await runState(
    ledger.batches,
    { ...others, batch: { ...batch, kind: 'sandbox' } },
    null,
    { group: null, offset: 0 },
    [],
  );
  assert.deepEqual([cost, counts[0]?.words], ['2 calls, simulated', 'verified · billed (simulated)']);
});

test('each count lists its rows, page by page, and one that is empty by now stays chosen', async (t) => {
  const { ledger, state } = await aBatch(t, 2, 130);
  const listed = async (group: string, offset = 0) => {
    const { shown } = await state({ group, offset });
    return [shown.group, shown.of, shown.offset, shown.rows.map(({ row }) => row)] as const;
  };
  assert.deepEqual(await listed('verified · billed'), ['verified · billed', 2, 0, [0, 2]]);
  assert.deepEqual(await listed('left out'), ['left out', 1, 0, [1]]);
  const [group, of, offset, rows] = await listed('waiting', 100);
  assert.deepEqual([group, of, offset, rows.length, rows[0]], ['waiting', 128, 100, 28, 103]);
  const { counts } = await state(0);
  for (const { words, rows: count } of counts) assert.equal((await listed(words))[1], count);
  await runAll(ledger);
  assert.deepEqual(await listed('waiting', 100), ['waiting', 0, 0, []]);
});

test('a row whose outcome was recorded is counted in the words that stand beside it', async (t) => {
  const { ledger, state } = await aBatch(t, 0);
  await runAll(ledger, 1, answer('PROVIDER_NO_RESPONSE', 202, true));
  await runAll(ledger);
  const [row] = (await ledger.batches.rows(b, null, 1)).rows;
  assert.ok(row?.order != null);
  const listed = async (group: string) =>
    (await state({ group, offset: 0 })).shown.rows.map((one) => one.words);
  for (const [outcome, words] of [
    ['verified', 'recorded: verified · billed'],
    ['not-billed', 'recorded: not billed · free'],
    ['still-open', 'held for manual review · billed'],
  ] as const) {
    await ledger.resolve(row.order, { at: noon + 1, outcome, note: '', pasted: null });
    const { counts } = await state(0);
    assert.deepEqual(
      counts.map((one) => one.words),
      ['verified · billed', words, 'left out'],
    );
    assert.deepEqual(await listed(words), [`${words} · PROVIDER_NO_RESPONSE`]);
    assert.equal((await listed('verified · billed')).length, 3);
  }
});

test('rows without a result can be run again once nothing runs, and are listed by themselves', async (t) => {
  const { ledger, state } = await aBatch(t, 2);
  assert.equal((await state(0)).hasFailed, false);
  await runAll(ledger, 1, answer('INVALID_INPUT', 422, false));
  assert.equal((await state(0)).hasFailed, true);
  assert.equal((await state(0, running)).hasFailed, false);
});
