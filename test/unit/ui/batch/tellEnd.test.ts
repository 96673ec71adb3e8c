import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { OutcomeTally } from '../../../../src/calls/ports/batchPorts.ts';
import type { Spend } from '../../../../src/calls/ports/guardPorts.ts';
import type { Outcome } from '../../../../src/contract/words.ts';
import { standInForVscode, type Told } from '../vscodeStandIn.ts';

const batch = {
  ...{ id: 'b', source: 'cars.csv', state: 'started', results: null },
  tally: [
    { state: 'done', why: null, rows: 2 },
    { state: 'skipped', why: 'invalid', rows: 3 },
  ],
} as never;

const none = async (): Promise<void> => undefined;

const tally = (outcome: Outcome, rows: number): OutcomeTally => ({
  ...{ outcome, rows, kept: rows, open: outcome === 'pending' || outcome === 'held' ? rows : 0 },
  ...{ billing: 'free', messageCode: null, calls: rows },
});

describe('the end of a batch', () => {
  let told: Told;
  let tellEnd: typeof import('../../../../src/ui/batch/tellEnd.ts').tellEnd;
  const ended = (
    outcomes: readonly OutcomeTally[],
    left: readonly OutcomeTally[] = outcomes,
  ): Promise<void> => tellEnd(batch, outcomes, left, none, none);
  before(async () => {
    told = await standInForVscode();
    ({ tellEnd } = await import('../../../../src/ui/batch/tellEnd.ts'));
  });

  it('offers to run failed rows again only where there are some', async () => {
    await ended([tally('negative', 1)]);
    const words = 'Batch of cars.csv ended · answered: 2 · left out: 3';
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows', 'Re-run Failed…']);
    await ended([tally('verified', 2)]);
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows']);
    await ended([tally('negative', 1)], [{ ...tally('negative', 1), kept: 0 }]);
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows'], 'their inputs went at the end');
  });

  it('says how many of the answers brought no result; a negative answer is one', async () => {
    await ended([tally('throttled', 1), tally('negative', 1)]);
    const words = 'Batch of cars.csv ended · answered: 2, of these without a result: 1 · left out: 3';
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows', 'Re-run Failed…']);
  });

  it('says with which codes calls were refused, each once, but not of those recorded since', async () => {
    const refused = (messageCode: string): OutcomeTally => ({ ...tally('refused', 1), messageCode });
    const key = refused('INVALID_API_KEY');
    await ended([key, { ...key, billing: 'unknown' }, refused('INSUFFICIENT_BALANCE')]);
    assert.match(String(told.shown.at(-1)), / · refused: INVALID_API_KEY, INSUFFICIENT_BALANCE/);
    await ended([{ ...key, resolved: 'verified' }, tally('negative', 1)]);
    assert.doesNotMatch(String(told.shown.at(-1)), /refused/);
  });

  it('says which of its calls cost money where that is real', async () => {
    const outcomes: readonly OutcomeTally[] = [
      { ...tally('verified', 9), billing: 'billed', calls: 2 },
      { ...tally('negative', 1), billing: 'billed' },
      { ...tally('unknown', 1), billing: 'unknown' },
      tally('rejected', 1),
    ];
    const words = 'Batch of cars.csv ended · answered: 2, of these without a result: 1 · left out: 3';
    await tellEnd(Object.assign({ kind: 'live' }, batch), outcomes, outcomes, none, none);
    const spent = `${words} · billed calls: 3 · calls that may be billed: 1`;
    assert.deepEqual(told.shown.at(-1), [spent, 'Show Rows', 'Re-run Failed…']);
    await tellEnd(Object.assign({ kind: 'sandbox' }, batch), outcomes, outcomes, none, none);
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows', 'Re-run Failed…']);
  });

  it('says what its billed calls cost, as far as a price was set, and of the sandbox that it is simulated', async () => {
    const said = async (kind: 'live' | 'sandbox', ...byPrice: Spend['byPrice']) => {
      const ofKind = Object.assign({ kind }, batch);
      await tellEnd(ofKind, [], [], none, none, { byPrice });
      return String((told.shown.at(-1) as readonly string[])[0]).replace(/^.*left out: 3/, '');
    };
    const priced = { price: '2.50', calls: 3 };
    assert.equal(await said('live', priced), ' · billed: ₹7.50 (estimated)');
    assert.equal(await said('sandbox', priced), ' · billed: ₹7.50 (estimated), simulated');
    const unpriced = { price: null, calls: 2 };
    assert.equal(
      await said('live', priced, unpriced),
      ' · billed: ₹7.50 (estimated) + 2 calls without a price',
    );
    assert.equal(await said('live', unpriced), '');
  });

  it('says how many of the answered orders are still open', async () => {
    await ended([tally('pending', 1), tally('held', 1)]);
    const words = 'Batch of cars.csv ended · answered: 2 · still pending: 2 · left out: 3';
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows']);
  });

  it('counts as answered no row whose outcome is unknown or whose order was erased', async () => {
    const rows = (state: string, why: string | null, count: number) => ({ state, why, rows: count });
    const rowsOfEach = [
      rows('done', null, 2),
      rows('done', 'left-unknown', 3),
      rows('done', 'erased', 4),
      rows('skipped', 'erased', 5),
    ];
    const verified = [tally('verified', 2)];
    await tellEnd({ ...(batch as object), tally: rowsOfEach } as never, verified, verified, none, none);
    const [words] = told.shown.at(-1) as readonly string[];
    assert.equal(
      words,
      'Batch of cars.csv ended · answered: 2 · outcome unknown, not sent again: 3 · sent, and erased since: 4 · left out: 5',
    );
  });

  it('names the rows that wait for a decision, which stand in its results file as the others do', async () => {
    const tally = [{ state: 'undecided', why: 'unknown', rows: 2 }];
    for (const file of ['file:///work/r.csv', null]) {
      const results = file === null ? null : { file, format: 'csv', masked: true };
      await tellEnd({ ...(batch as object), tally, results } as never, [], [], none, none);
      const [words] = told.shown.at(-1) as readonly string[];
      assert.equal(words, 'Batch of cars.csv ended · answered: 0 · for your decision: 2');
    }
  });

  it('says that it was cancelled where rows were left unsent by it', async () => {
    const rowsOfEach = [
      { state: 'done', why: null, rows: 2 },
      { state: 'waiting', why: null, rows: 370 },
    ];
    const verified = [tally('verified', 2)];
    await tellEnd({ ...(batch as object), tally: rowsOfEach } as never, verified, verified, none, none);
    const words = 'Batch of cars.csv cancelled · answered: 2 · not sent yet: 370';
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows', 'Resume Batch…']);
  });

  it('counts as answered no row whose call never left', async () => {
    await ended([tally('not-sent', 2)]);
    const words = 'Batch of cars.csv ended · answered: 0 · could not be sent: 2 · left out: 3';
    assert.deepEqual(told.shown.at(-1), [words, 'Show Rows', 'Re-run Failed…']);
  });

  it('opens the results file, where the batch has one', async () => {
    const opened: string[] = [];
    const results = { file: '/work/cars-results.csv', format: 'csv', masked: true };
    told.answers.push('Open Results');
    const verified = [tally('verified', 2)];
    await tellEnd({ ...(batch as object), results } as never, verified, verified, none, async (file) => {
      opened.push(file);
    });
    assert.deepEqual(told.shown.at(-1), [
      'Batch of cars.csv ended · answered: 2 · left out: 3',
      'Open Results',
      'Show Rows',
    ]);
    assert.deepEqual(opened, [results.file]);
  });

  it('runs failed rows of this batch again, without asking which', async () => {
    told.answers.push('Re-run Failed…');
    await ended([tally('throttled', 1)]);
    assert.deepEqual(told.shown.at(-1), ['verificationExplorer.rerunFailed', 'b']);
  });
});
