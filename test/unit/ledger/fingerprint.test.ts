import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canonicalJson } from '../../../src/ledger/fingerprint.ts';
import { aFolder, aLedger, aWindow, bytes, keyRing, noon, place } from './aLedger.ts';

it('writes JSON in one way: sorted keys, no white space, numbers as typed', () => {
  const canonical = (typed: string) => canonicalJson(bytes(typed));
  assert.equal(
    canonical(' { "b" : [1.0, 1e2, 12345678901234567890],\n"a":{"d":null,"c":"\\u0041\\n"} } '),
    '{"a":{"c":"A\\n","d":null},"b":[1.0,1e2,12345678901234567890]}',
  );
  assert.notEqual(canonical('{"a":1}'), canonical('{"a":1.0}'));
  assert.notEqual(canonical('{"a":"1"}'), canonical('{"a":1}'));
  assert.notEqual(canonical('[1,2]'), canonical('[2,1]'));
  assert.equal(canonical('{"__proto__":1}'), '{"__proto__":1}');
  assert.equal(canonical('{"a":'), null);
  assert.equal(canonicalJson(Uint8Array.of(0x22, 0xff, 0x22)), null);
  assert.equal(canonical('['.repeat(100_000) + ']'.repeat(100_000)), null);
});

it('takes no two inputs for one whose numbers lost their digits, however deep they are nested', () => {
  for (let depth = 500; depth < 20_000; depth += 500) {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    const [one, other] = ['9007199254740992', '9007199254740993'].map((number) =>
      canonicalJson(bytes(`{"a":${number},"b":${deep}}`)),
    );
    assert.ok(one === null || one !== other, `${depth}`);
  }
});

it('tells inputs apart by operation and by key, and says nothing about them', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const one = await ledger.fingerprint('rc-advanced', bytes('{"a":1,"b":2}'));
  assert.match(one, /^[0-9a-f]{32}$/);
  assert.equal(await ledger.fingerprint('rc-advanced', bytes('{ "b":2, "a":1 }')), one);
  assert.notEqual(await ledger.fingerprint('credit-report', bytes('{"a":1,"b":2}')), one);
  assert.notEqual(await ledger.fingerprint('rc-advanced', bytes('{"a":1,"b":2')), one);
  const other = await aWindow(t, aFolder(t), keyRing('another-key'));
  assert.notEqual(await other.fingerprint('rc-advanced', bytes('{"a":1,"b":2}')), one);
  assert.equal(await (await aWindow(t, folder)).fingerprint('rc-advanced', bytes('{"a":1,"b":2}')), one);
});

it('finds orders with the same input, newest first', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'first', { order: { fingerprint: 'f'.repeat(32) } });
  await place(ledger, 'again', { order: { fingerprint: 'f'.repeat(32), begunAt: noon + 5 } });
  await place(ledger, 'other', { order: { fingerprint: 'e'.repeat(32) } });
  await place(ledger, 'none');
  const same = async (limit: number) =>
    (await ledger.sameInput('f'.repeat(32), limit)).map((order) => order.id);
  assert.deepEqual(await same(10), ['again', 'first']);
  assert.deepEqual(await same(1), ['again']);
});
