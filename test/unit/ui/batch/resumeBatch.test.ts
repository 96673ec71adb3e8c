import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsStamp } from '../../../../src/calls/batch/planned.ts';
import { type Environment, readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { batchId, draftId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { aBatch } from '../../ledger/aBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { resumeBatch } = await import('../../../../src/ui/batch/resumeBatch.ts');

const operation = operationById('rc-advanced');
const undecided = [{ state: 'undecided', why: 'unknown', rows: 1, calls: 1, flawed: false, paid: false }];
const [, environment] = readEnvironments([
  { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' },
]).environments as readonly [Environment, Environment];

/** A batch with rows of which nobody knows what came, resumed; of those `anew` could be sent again. */
function resumed(anew: { readonly rows: number; readonly calls: number }, ...answers: readonly string[]) {
  return resumedWith('unknown', anew, ...answers);
}

/** @param why of its undecided rows */
async function resumedWith(
  why: 'unknown' | 'pending' | 'paid',
  anew: { readonly rows: number; readonly calls: number },
  ...answers: readonly string[]
) {
  return resumedBeside([], [], why, anew, ...answers);
}

/** @param others batches beside it @param outcomes of its rows that were sent */
function resumedBeside(
  others: readonly object[],
  outcomes: readonly object[],
  why: 'unknown' | 'pending' | 'paid',
  anew: { readonly rows: number; readonly calls: number },
  ...answers: readonly string[]
) {
  const tallied = (state: string, why: string | null, rows: number, calls: number) => {
    return { state, why, rows, calls, flawed: false, paid: false };
  };
  const tally = [tallied('undecided', why, 5, 4), tallied('waiting', null, 2, 1)];
  return resumedWithTally(tally, others, outcomes, anew, ...answers);
}

/** @param tally of its rows */
async function resumedWithTally(
  tally: readonly object[],
  others: readonly object[],
  outcomes: readonly object[],
  anew: { readonly rows: number; readonly calls: number },
  ...answers: readonly string[]
) {
  told.shown.splice(0);
  told.answers.splice(0);
  told.answers.push(...answers);
  const batch = {
    ...aBatch,
    id: batchId('b'),
    state: 'started',
    heldElsewhere: false,
    results: { file: 'file:///work/cars.results.csv', format: 'csv', masked: true },
    tally,
  };
  const decided: unknown[] = [];
  const store = {
    undecided: async () => [draftId('batch-b.0')],
    sentAnew: async () => anew,
    outcomes: async () => outcomes,
    decide: async (_: unknown, decisions: readonly { readonly what: string }[]) =>
      void decided.push(...decisions.map(({ what }) => what)),
  };
  const key = { kind: 'missing' };
  const to = { environment, baseUrl: environment.baseUrl, key, sandbox: null };
  const context = { operation, environment, key, simulatedPrice: null, looseProxy: false, now: 0 };
  const limits = [
    { most: null, source: 'documented' },
    { most: null, source: 'documented' },
  ];
  const check = { to, context, facts: { meters: [] }, limits, price: null, obstacles: [], warning: null };
  const batches = {
    mustBeFree: () => undefined,
    all: async () => [batch, ...others],
    get: async () => batch,
    destinationOf: async () => to,
    operationFor: () => operation,
    store: async () => store,
    changed: () => undefined,
    go: (_told: unknown, _resumed: unknown, begin: () => Promise<unknown>) => begin(),
    services: { now: () => 0, operation: () => operation, sending: { look: async () => check } },
  };
  await resumeBatch(batches as never, 'b');
  const [pick, question] = told.shown as unknown as [
    [readonly { readonly label: string }[], { readonly placeHolder: string; readonly title: string }],
    [string, { readonly detail: string }, string] | undefined,
  ];
  const offered = pick[0].map(({ label }) => label);
  const { placeHolder: asked, title } = pick[1];
  return { offered, asked, title, question, decided };
}

test('rows that end unsent are not counted among those sent again, and are told of before', async () => {
  const part = await resumed({ rows: 3, calls: 2 }, 'Send them again', 'Resume Batch');
  assert.match(part.asked, /: 5 rows · never sent, because their full input is no longer kept: 2 rows$/);
  assert.match(
    part.question?.[0] ?? '',
    /^Send 5 rows of secret-name\.csv to .+\? Up to 3 calls can be billed\.$/,
  );
  assert.deepEqual(part.decided, ['again']);

  const all = await resumed({ rows: 5, calls: 4 }, 'Send them again', 'Resume Batch');
  assert.match(all.asked, /: 5 rows$/);
  assert.equal(all.title, 'Resume Batch: secret-name.csv');
  assert.deepEqual(all.question?.[2], 'Resume Batch');
  assert.match(
    all.question?.[0] ?? '',
    /^Send 7 rows of secret-name\.csv to .+\? Up to 5 calls can be billed\.$/,
  );
});

test('where none of them could be sent again, that is no choice', async () => {
  const none = await resumed({ rows: 0, calls: 0 }, 'Leave them', 'Resume Batch');
  assert.deepEqual(none.offered, ['Decide later', 'Leave them']);
  assert.match(
    none.question?.[0] ?? '',
    /^Send 2 rows of secret-name\.csv to .+\? Up to 1 call can be billed\.$/,
  );
  assert.deepEqual(none.decided, ['leave']);
});

test('one that ended meanwhile is not exchanged for another: that is said', async () => {
  const batch = { ...aBatch, state: 'started', heldElsewhere: false, tally: [] };
  const batches = {
    mustBeFree: () => undefined,
    all: async () => [],
    get: async () => batch,
    services: { now: () => 0 },
  };
  for (const argument of ['b', { kind: 'batch', batch: { id: 'b' } }]) {
    await assert.rejects(resumeBatch(batches as never, argument), {
      message: 'Nothing of the batch of secret-name.csv is left to send.',
    });
  }
});

test('a batch whose results file a later one has replaced is not resumed: two would stand in one file', async () => {
  // A file that is there: this one.
  const results = { file: import.meta.url, format: 'csv', masked: true };
  const batch = { ...aBatch, state: 'started', heldElsewhere: false, results, tally: undecided };
  const later = { ...batch, id: batchId('later'), createdAt: batch.createdAt + 1, tally: [] };
  const went: string[] = [];
  const batches = (all: readonly unknown[], named: unknown) => ({
    mustBeFree: () => undefined,
    all: async () => all,
    get: async () => named,
    destinationOf: async () => {
      went.push('on');
      throw new Error('it goes on');
    },
    services: { now: () => 0 },
  });
  await assert.rejects(resumeBatch(batches([later, batch], batch) as never, 'b'), {
    message: /^Nothing was sent: .+resumeBatch\.test\.ts has changed since it was chosen for the results/,
  });
  assert.deepEqual(went, []);
  const other = { ...later, results: { ...results, file: 'file:///nowhere/cars-results-2.csv' } };
  for (const all of [
    [other, batch],
    [{ ...later, results: null }, batch],
  ])
    await assert.rejects(resumeBatch(batches(all, batch) as never, 'b'), /it goes on/);
  const last = { ...later, tally: undecided };
  await assert.rejects(resumeBatch(batches([last, batch], last) as never, 'later'), /it goes on/);
});

test('request fields that are corrected while its questions stand were not agreed to', async () => {
  const { requestFields } = operation;
  const correctedTo = (name: string): Operation => {
    return { ...operation, requestFields: requestFields.map((field) => ({ ...field, name, path: [name] })) };
  };
  const [stood, other] = [correctedTo('registration'), correctedTo('plate')];
  const before = fieldsStamp(stood.requestFields);
  for (const fields of [requestFields, stood.requestFields]) {
    told.answers.splice(0);
    // Asked about the correction only where there was one.
    if (fields === requestFields) told.answers.push('Send as Planned');
    let current: Operation = stood;
    const resumed: unknown[] = [];
    const batch = {
      ...aBatch,
      state: 'started',
      heldElsewhere: false,
      results: null,
      fields,
      tally: undecided,
    };
    const batches = {
      mustBeFree: () => undefined,
      all: async () => [batch],
      get: async () => batch,
      destinationOf: async () => ({}),
      operationFor: () => operation,
      store: async () => ({
        undecided: async () => {
          current = other;
          return [];
        },
        sentAnew: async () => ({ rows: 0, calls: 0 }),
        outcomes: async () => [],
        decide: async () => undefined,
      }),
      changed: () => undefined,
      go: async (_told: unknown, how: unknown) => void resumed.push(how),
      services: { now: () => 0, operation: () => current, sending: { look: async () => null } },
    };
    told.answers.push('Leave them');
    await resumeBatch(batches as never, 'b');
    assert.deepEqual(resumed, [{ fields: before }]);
  }
});

test('rows that were just decided about are not said to be left for a decision', async () => {
  const left = /Left for your decision/;
  const whole = { rows: 5, calls: 4 };
  const again = await resumedWith('pending', whole, 'Send them again', 'Resume Batch');
  assert.match(
    again.question?.[0] ?? '',
    /^Send 7 rows of secret-name\.csv to .+\? Up to 5 calls can be billed\.$/,
  );
  assert.doesNotMatch(again.question?.[1].detail ?? '', left);
  const never = await resumedWith('pending', whole, 'Leave them', 'Resume Batch');
  assert.match(never.question?.[0] ?? '', /^Send 2 rows of secret-name\.csv to /);
  assert.doesNotMatch(never.question?.[1].detail ?? '', left);

  const later = await resumedWith('pending', whole, 'Decide later', 'Resume Batch');
  assert.match(later.question?.[1].detail ?? '', /an input of their call has an open order: 5$/m);
});

test('rows whose call holds an address that was paid for can be sent again, left or decided about later', async () => {
  const whole = { rows: 5, calls: 4 };
  const again = await resumedWith('paid', whole, 'Send them again', 'Resume Batch');
  assert.deepEqual(again.offered, ['Decide later', 'Leave them', 'Send them again']);
  assert.match(again.asked, /^Not sent, as an input of their call was paid for before, .+: 5 rows$/);
  assert.match(again.question?.[0] ?? '', /^Send 7 rows of secret-name\.csv to /);
  assert.doesNotMatch(again.question?.[1].detail ?? '', /Left for your decision/);
  assert.deepEqual(again.decided, ['again']);

  const later = await resumedWith('paid', whole, 'Decide later', 'Resume Batch');
  assert.match(later.question?.[1].detail ?? '', /an input of their call was paid for before: 5$/m);
  assert.deepEqual(later.decided, []);
});

test('the question names the results file that the answers go on to', async () => {
  const { question } = await resumed({ rows: 5, calls: 4 }, 'Send them again');
  assert.match(question?.[1].detail ?? '', /^Results, masked in all columns: \/work\/cars\.results\.csv$/m);
});

test('rows that could not be sent before are named in the question, which leaves them out', async () => {
  const outcomes = [{ outcome: 'not-sent', billing: 'free', messageCode: null, rows: 3, kept: 3, calls: 3 }];
  const { question } = await resumedBeside(
    [],
    outcomes,
    'unknown',
    { rows: 5, calls: 4 },
    'Decide later',
    'Resume Batch',
  );
  assert.match(question?.[1].detail ?? '', /Left out, could not be sent before: 3\. “Re-run Failed Rows/);
});

test('one whose results file a later one took is resumed once that file was moved away, as the sentence says', async () => {
  const results = { file: 'file:///work/cars.results.csv', format: 'csv', masked: true };
  const later = {
    ...aBatch,
    id: batchId('later'),
    createdAt: aBatch.createdAt + 1,
    state: 'started',
    results,
    tally: [],
  };
  const { decided } = await resumedBeside(
    [later],
    [],
    'unknown',
    { rows: 5, calls: 4 },
    'Leave them',
    'Resume Batch',
  );
  assert.deepEqual(decided, ['leave']);
  const running = { ...later, heldElsewhere: true };
  await assert.rejects(
    resumedBeside([running], [], 'unknown', { rows: 5, calls: 4 }, 'Leave them', 'Resume Batch'),
    /has changed since it was chosen for the results/,
    'one that runs goes on writing to it',
  );
});

test('deciding later says that nothing is sent only where nothing is: no other rows wait, are sent again, or are asked about', async () => {
  const none = 'nothing is sent';
  const others = 'they are not sent; you are asked about the others next';
  /** What *Decide later* says in each question. */
  async function laterSays(
    rows: readonly ('unknown' | 'pending' | 'paid' | 'waiting')[],
    ...answers: readonly string[]
  ): Promise<readonly (string | undefined)[]> {
    const tally = rows.map((one) => {
      const state = one === 'waiting' ? { state: 'waiting', why: null } : { state: 'undecided', why: one };
      return { ...state, rows: 1, calls: 1, flawed: false, paid: false };
    });
    await resumedWithTally(tally, [], [], { rows: 1, calls: 1 }, ...answers);
    const picks = told.shown as unknown as readonly (readonly [unknown])[];
    return picks.flatMap(([items]) =>
      Array.isArray(items) ? [(items as readonly { readonly description?: string }[])[0]?.description] : [],
    );
  }
  assert.deepEqual(await laterSays(['unknown'], 'Decide later'), [none]);
  assert.deepEqual(await laterSays(['unknown', 'waiting'], 'Decide later', 'Resume Batch'), [others]);
  assert.deepEqual(await laterSays(['unknown', 'paid'], 'Decide later', 'Decide later'), [others, none]);
  assert.deepEqual(await laterSays(['unknown', 'paid'], 'Leave them', 'Decide later'), [others, none]);
  assert.deepEqual(
    await laterSays(['unknown', 'pending', 'paid'], 'Send them again', 'Decide later', 'Decide later'),
    [others, others, others],
  );
});
