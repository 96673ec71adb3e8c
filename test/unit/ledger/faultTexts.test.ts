import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { plain } from '../../../src/contract/words.ts';
import {
  detailOf,
  isBusy,
  isDamage,
  isForbidden,
  keyUnreadable,
  readable,
  unsealable,
  unwritable,
} from '../../../src/ledger/faults.ts';

/** As SQLite throws it; its numbers: sqlite.org/rescode.html. */
const sqlite = (errcode: number) => Object.assign(new Error('library says'), { errcode });
/** As Node throws what the system refused. */
const system = (code: string) => Object.assign(new Error('system says'), { code });
const named = (name: string) => Object.assign(new Error('keyring says'), { name });

const kinds: readonly (readonly [
  fault: string,
  error: unknown,
  busy: boolean,
  damage: boolean,
  forbidden: boolean,
])[] = [
  ['busy', sqlite(5), true, false, false],
  ['locked', sqlite(6), true, false, false],
  ['busy while it recovers', sqlite(5 + 256), true, false, false],
  ['read only', sqlite(8), false, false, true],
  ['an operation of the disk', sqlite(10), false, false, false],
  ['corrupt', sqlite(11), false, true, false],
  ['full', sqlite(13), false, false, false],
  ['cannot be opened', sqlite(14), false, false, true],
  ['no database', sqlite(26), false, true, false],
  ['no fault', sqlite(0), false, false, false],
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].map(
    (code) => [code, system(code), false, false, true] as const,
  ),
  ['ENOENT', system('ENOENT'), false, false, false],
  ['an error without a number', new Error('busy'), false, false, false],
  ['no error at all', { errcode: 5, code: 'EACCES' }, false, false, false],
];
for (const [fault, error, busy, damage, forbidden] of kinds)
  it(`tells what waits, what is damaged and what is forbidden: ${fault}`, () => {
    assert.deepEqual([isBusy(error), isDamage(error), isForbidden(error)], [busy, damage, forbidden]);
  });

it('tells what a library or anybody else has thrown', () => {
  assert.equal(detailOf(new Error('its words')), 'its words');
  assert.equal(detailOf('a text'), 'a text');
});

describe('an order that cannot be written is not sent, and a sentence says why', () => {
  const cases: readonly (readonly [error: unknown, why: RegExp])[] = [
    [sqlite(6), /another program has locked the order history/],
    [sqlite(11), /the order history file is damaged/],
    [sqlite(8), /cannot be written \(library says\)\. .*Allow writing/],
    [system('EACCES'), /cannot be written \(system says\)\. .*Allow writing/],
    [sqlite(13), /the disk is full/],
    [sqlite(10), /the disk refused to write the order \(library says\)/],
    [sqlite(19), /could not be recorded \(library says\)/],
    [named('Error'), /could not be recorded \(keyring says\)/],
  ];
  for (const [error, why] of cases)
    it(String(why), () => {
      for (const refusal of [unwritable(error), unsealable(error)]) {
        assert.equal(refusal.reason, 'unwritable');
        assert.match(plain(refusal.what), /^Not sent: .*Nothing was billed/);
        assert.match(plain(refusal.what), why);
      }
    });

  it('a key that is elsewhere, or cannot be read', () => {
    const elsewhere = unsealable(named('KeyElsewhere'));
    assert.equal(elsewhere.reason, 'unwritable');
    assert.match(plain(elsewhere.what), /^Not sent: .*has not reached this window yet\. Nothing was billed/);
    const locked = unsealable(named('KeyUnreadable'));
    assert.match(plain(locked.what), /^Not sent: .*could not be read \(keyring says\)\. Nothing was billed/);
    assert.match(plain(unsealable({ name: 'KeyElsewhere' }).what), /could not be recorded/);
  });
});

describe('a history that cannot be read', () => {
  const cases: readonly (readonly [error: unknown, why: RegExp])[] = [
    [sqlite(5), /another program has locked it/],
    [sqlite(26), /its file is damaged/],
    [sqlite(10), /could not be read \(library says\)/],
    ['a text', /could not be read \(a text\)/],
  ];
  for (const [error, why] of cases)
    it(`is told in a sentence: ${why}`, async () => {
      const refused: unknown = await readable(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
      assert.ok(refused instanceof LedgerRefusal);
      assert.equal(refused.reason, 'unreadable');
      assert.match(plain(refused.what), /^The order history could not be read/);
      assert.match(plain(refused.what), why);
      assert.deepEqual(keyUnreadable(error).what, refused.what);
    });

  it('is told as it was refused already, and what was read is handed on', async () => {
    const refusal = new LedgerRefusal('newer-schema', { text: 'said before' });
    await assert.rejects(
      readable(() => Promise.reject(refusal)),
      (thrown) => thrown === refusal,
    );
    assert.equal(await readable(async () => 'read'), 'read');
  });

  it('because of its key says what to do about the key', () => {
    const elsewhere = keyUnreadable(named('KeyElsewhere'));
    assert.equal(elsewhere.reason, 'unreadable');
    assert.match(plain(elsewhere.what), /has not reached this window yet/);
    assert.match(
      plain(keyUnreadable(named('KeyUnreadable')).what),
      /could not be read \(keyring says\)\. Unlock/,
    );
  });
});
