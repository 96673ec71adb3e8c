import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { InputReader } from '../../../src/calls/ports/inputReader.ts';
import { NamedValues } from '../../../src/contract/namedValues.ts';
import { forgottenOf, isUnquotable, openingOf, openText } from '../../../src/ledger/forgotten.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { seal } from '../../../src/ledger/sealing.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, bytes, keyRing, noon } from './aLedger.ts';

const reduced = { size: 0, areIn: () => false };
test('what has neither a mark nor a reduced number is quoted nowhere; either is enough', () => {
  const told = (marks: readonly string[], size: number) =>
    isUnquotable({ marks: new NamedValues(marks), reduced: { ...reduced, size } });
  assert.deepEqual([told([], 0), told(['A'], 0), told([], 1), told(['A'], 1)], [true, false, false, false]);
});

test('a text that no key opens, that is none or was damaged is nothing, and keeps no other from being read', async () => {
  const { id, key } = await keyRing('a-key').current();
  const keys = new Map([[id, key]]);
  const body = seal(key, 'owner', 'column', bytes('text'));
  const opened = (sealId: unknown, sealed: unknown) => openText(keys, sealId, 'owner', 'column', sealed);
  assert.equal(opened('a-key', body), 'text');
  for (const [sealId, sealed] of [
    ['another', body],
    ['a-key', null],
    ['a-key', body.subarray(1)],
    ['a-key', body.subarray(0, -1)],
  ])
    assert.equal(opened(sealId, sealed), null);
});

test('the key of this window opens, too, though nothing is known to be sealed with it; the host goes on meanwhile', async (t) => {
  const { db, names } = await openFile(aFolder(t), noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  store.db.exec(`INSERT INTO seals (id) VALUES ('gone'), ('b-key')`);
  const none: InputReader = {
    marks: () => [],
    names: () => [],
    words: () => [],
    folded: (typed) => typed,
    observed: () => assert.fail('nothing is learned here'),
    bodies: () => [],
  };
  const opening = await openingOf(store, { ...keyRing('a-key', 'b-key') }, none);
  assert.deepEqual([...opening.keys.keys()].toSorted(), ['a-key', 'b-key']);
  let others = 0;
  setImmediate(() => {
    others += 1;
  });
  const { prints } = await forgottenOf(store, opening, [orderId('a')], ['print']);
  assert.deepEqual([[...prints], others], [['print'], 1]);
});
