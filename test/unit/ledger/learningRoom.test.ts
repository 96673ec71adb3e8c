import assert from 'node:assert/strict';
import { it } from 'node:test';
import { KnownShape } from '../../../src/ledger/learning/knownShape.ts';
import { Lessons, mostSets } from '../../../src/ledger/learning/lessons.ts';
import { Prints } from '../../../src/ledger/learning/prints.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, noon } from './aLedger.ts';
import { observedOf, at as pathAt } from './taught.ts';

const head = {
  operation: 'rc-advanced',
  place: 'https://api.example.invalid',
  side: 'answer',
  code: 'NO_RECORD_FOUND',
} as const;
const fields = [
  ...['permit_issue_date', 'permit_valid_from', 'permit_valid_upto', 'national_permit_upto', 'variant'],
  ...['national_permit_issued_by', 'non_use_status', 'non_use_from', 'non_use_to', 'challan_details'],
  ...['pucc_upto', 'tax_upto'],
];

/** Each number is another set of facts. */
function resultOf(n: number, color: string): unknown {
  const some = fields.map((name, bit) => [name, (n >> bit) & 1 ? '' : null]);
  return { color, ...Object.fromEntries(some) };
}

it('a value that one input alone has shown is not told in clear once its shape has made room', async (t) => {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const lessons = new Lessons(store);
  const prints = new Prints({ id: 'a-key', key: new Uint8Array(32).fill(7) });
  const teach = (input: string, result: unknown, at: number): void => {
    const { answer } = observedOf({ input, result });
    assert.ok(answer !== null);
    const print = prints.input({ id: input, place: head.place, fingerprint: input });
    lessons.teach({ head, observation: answer, retryAfter: null, input: print, at: noon + at }, prints, true);
  };
  /** As another window reads it. */
  const told = (): string => {
    const row = store.sql('SELECT id, known FROM learned').get();
    const known = new KnownShape(store, head, Number(row?.id), Number(row?.known));
    return JSON.stringify(pathAt(known.shape(), 'data.result.color')?.values ?? null);
  };
  const ofPerson = resultOf(0, 'OF ONE PERSON');
  await store.write(() => {
    teach('person', ofPerson, 0);
    for (let n = 1; n <= mostSets + 1; n += 1) teach(`${n}`, resultOf(n, n % 2 === 0 ? 'BLUE' : 'RED'), n);
  });
  assert.ok(told().includes('BLUE'), 'values of many inputs are told');
  assert.ok(!told().includes('OF ONE PERSON'), 'not told before');
  await store.write(() => teach('person', ofPerson, 9000));
  assert.ok(!told().includes('OF ONE PERSON'), told());
  assert.ok(told().includes('BLUE'), 'what was told stays');
});
