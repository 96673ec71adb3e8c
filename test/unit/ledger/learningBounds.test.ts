import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { KnownShape } from '../../../src/ledger/learning/knownShape.ts';
import { Lessons, mostIds, mostSets } from '../../../src/ledger/learning/lessons.ts';
import { Prints } from '../../../src/ledger/learning/prints.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import type { Observation } from '../../../src/shapes/model.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { aFolder, noon } from './aLedger.ts';

const fields = [
  'amount',
  'year',
  'color',
  'status',
  'date',
  'type',
  'code',
  'number',
  'state',
  'model',
  'owner',
  'city',
];
const head = {
  operation: 'rc-advanced',
  place: 'https://api.example.invalid',
  side: 'answer',
  code: 'OK',
} as const;

const nothing = { formats: [], length: null, items: null, values: [] } as const;

/** Each number has other fields. */
function observationOf(n: number) {
  const answer = Object.fromEntries(fields.filter((_, bit) => n & (1 << bit)).map((name) => [name, 1]));
  const { answer: seen } = observed({
    operation: operationById('rc-advanced'),
    request: null,
    reading: { shape: 'envelope', messageCode: 'OK' },
    answer: JSON.stringify(answer),
    headers: [],
    receivedAt: noon,
  });
  assert.ok(seen !== null);
  return seen;
}

it('keeps no more sets than it may: the rarest and oldest go, their inputs with them, and counts with both', async (t) => {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const lessons = new Lessons(store);
  const prints = new Prints({ id: 'a-key', key: new Uint8Array(32).fill(7) });
  const teach = (n: number, input: string, at: number): void => {
    const print = prints.input({ id: input, place: head.place, fingerprint: input });
    const taught = { head, observation: observationOf(n), retryAfter: null, input: print, at };
    lessons.teach(taught, prints, true);
  };
  await store.write(() => {
    // What three inputs showed, longest ago.
    for (let n = 0; n < 3; n += 1) teach(1, `common ${n}`, noon);
    for (let n = 2; n < mostSets + 100; n += 1) teach(n, `input ${n}`, noon + n);
  });
  const count = (sql: string): number => Number(store.sql(sql).get()?.n);
  const sets = count('SELECT count(*) AS n FROM fact_sets');
  assert.ok(sets <= mostSets && sets > mostSets - 300, String(sets));
  assert.equal(count('SELECT sum(inputs) AS n FROM fact_sets'), sets + 2);
  assert.equal(count('SELECT count(*) AS n FROM fact_inputs'), sets + 2);
  assert.equal(count('SELECT max(inputs) AS n FROM fact_sets'), 3);
  const row = store.sql('SELECT id, known FROM learned').get();
  const known = new KnownShape(store, head, Number(row?.id), Number(row?.known));
  assert.equal(known.shape().seen.inputs, sets + 2);
  assert.equal(known.sets, sets);
  // One whose set has gone is asked again.
  await store.write(() => teach(2, 'input 2', noon + 9000));
  assert.equal(
    count('SELECT sum(inputs) AS n FROM fact_sets'),
    count('SELECT count(*) AS n FROM fact_inputs'),
  );
});

it('keeps of large answers so many sets as are read in a moment, for a settlement reads them', async (t) => {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const lessons = new Lessons(store);
  const prints = new Prints({ id: 'a-key', key: new Uint8Array(32).fill(7) });
  const words = [...fields, ...fields.flatMap((one) => fields.map((other) => `${one}_${other}`))];
  const keys = words.flatMap((word) => fields.map((last) => `${word}_${last}`)).slice(0, 1800);
  const seenBy = (n: number): Observation => ({
    paths: [
      { ...nothing, path: [], kinds: ['object'] },
      ...keys.flatMap((key, at) =>
        at === n ? [] : [{ ...nothing, path: [{ key }], kinds: ['integer'] } as const],
      ),
    ],
    uneven: [],
    stopped: [],
  });
  const most = Math.floor(mostIds / keys.length);
  await store.write(() => {
    for (let n = 0; n < most + 30; n += 1) {
      const input = prints.input({ id: `${n}`, place: head.place, fingerprint: `${n}` });
      lessons.teach({ head, observation: seenBy(n), retryAfter: null, input, at: noon + n }, prints, false);
    }
  });
  const row = store.sql('SELECT sum(length(ids)) / 4 AS ids, count(*) AS sets FROM fact_sets').get();
  assert.ok(Number(row?.ids) <= mostIds + keys.length, String(row?.ids));
  assert.ok(Number(row?.sets) >= 100, 'as many as it takes to say that something departs');
});
