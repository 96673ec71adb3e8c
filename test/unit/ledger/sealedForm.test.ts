import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asDamaged } from '../../../src/calls/ports/damaged.ts';
import { pack, unpack } from '../../../src/ledger/packing.ts';
import { openPayloads, sealAnswer, sealedColumns } from '../../../src/ledger/payloads.ts';
import { open, seal, unlessBroken } from '../../../src/ledger/sealing.ts';
import { aSettlement, bytes, keyRing, text } from './aLedger.ts';

const ring = keyRing('a-key');
const { key } = await ring.current();

it('opens what holds nothing at all, and never seals the same text alike', () => {
  const empty = seal(key, 'order', 'column', bytes(''));
  // A byte for the form, 12 of the nonce, 16 of the tag.
  assert.equal(empty.byteLength, 29);
  assert.equal(empty[0], 1);
  assert.equal(open(key, 'order', 'column', empty).byteLength, 0);
  assert.notDeepEqual(seal(key, 'order', 'column', bytes('')), empty);
});

it('opens a payload that stands in the midst of a larger piece of memory', () => {
  const sealed = seal(key, 'order', 'column', bytes('text'));
  const larger = Buffer.concat([Buffer.from('before'), sealed, Buffer.from('after')]);
  assert.equal(text(open(key, 'order', 'column', larger.subarray(6, 6 + sealed.byteLength))), 'text');
});

it('names a form that it does not know: of a later version, or too short for any', () => {
  const unknown = { name: 'SealBroken', message: 'a sealed payload has a form this version does not know' };
  const sealed = seal(key, 'order', 'column', bytes('text'));
  const later = Uint8Array.from(sealed);
  later[0] = 2;
  for (const form of [later, sealed.subarray(0, 28), sealed.subarray(0, 1), bytes('')])
    assert.throws(() => open(key, 'order', 'column', form), unknown);
});

it('passes over a payload that is broken, and over nothing else', async () => {
  const sealed = seal(key, 'order', 'column', bytes('text'));
  const broken = await unlessBroken(async () => open(key, 'another order', 'column', sealed));
  assert.equal(broken, null);
  assert.equal(
    text((await unlessBroken(async () => open(key, 'order', 'column', sealed))) ?? bytes('')),
    'text',
  );
  await assert.rejects(
    unlessBroken(() => Promise.reject(new Error('the disk is gone'))),
    /the disk is gone/,
  );
});

it('packs what is large and gets smaller, and leaves the rest as it is', async () => {
  const least = 65_536;
  assert.equal(await pack(new Uint8Array(least - 1)), null);
  const packed = await pack(new Uint8Array(least).fill(120));
  assert.ok(packed !== null && packed.byteLength < 100);
  assert.deepEqual(await unpack(packed), Buffer.alloc(least, 120));
  const random = new Uint8Array(least);
  crypto.getRandomValues(random);
  assert.equal(await pack(random), null);
});

it('says how a body was packed only where it was, and keeps oddities only where there were any', async () => {
  const oddities = [{ text: 'odd' }];
  const { answer } = aSettlement();
  for (const [body, odd, members] of [
    [bytes('small'), undefined, []],
    [bytes('small'), oddities, ['oddities']],
    [new Uint8Array(100_000), undefined, ['packing']],
  ] as const) {
    const whole = { ...answer, body, ...(odd === undefined ? {} : { oddities: odd }) };
    const sealed = await sealAnswer(key, 'order', whole);
    const head = JSON.parse(text(open(key, 'order', sealedColumns.head, sealed.head)));
    const always = ['head', 'timing', 'wireBytes', 'failure'];
    assert.deepEqual(Object.keys(head), [...always, ...members]);
    const row = {
      request_seal: 'a-key',
      request_body: seal(key, 'order', sealedColumns.request, bytes('{}')),
      answer_seal: 'a-key',
      answer_head: sealed.head,
      answer_body: sealed.body,
    };
    const opened = await openPayloads(ring, 'order', row);
    assert.ok(opened.kind === 'open' && opened.answer !== null);
    assert.deepEqual({ ...opened.answer, body: Uint8Array.from(opened.answer.body) }, whole);
  }
});

it('tells what is not kept from what no key opens, for request and answer', async () => {
  const request = seal(key, 'order', sealedColumns.request, bytes('{}'));
  const { head, body } = await sealAnswer(key, 'order', aSettlement().answer);
  const asked = { request_seal: 'a-key', request_body: request };
  const kinds = async (row: Record<string, unknown> | undefined) =>
    (await openPayloads(ring, 'order', row)).kind;
  assert.equal(await kinds(undefined), 'not-kept');
  assert.equal(await kinds({ request_seal: 'a-key', request_body: null }), 'not-kept');
  assert.equal(await kinds({ ...asked, request_seal: 'gone' }), 'sealed');
  const answered = { ...asked, answer_seal: 'a-key', answer_head: head, answer_body: body };
  assert.equal(await kinds({ ...answered, answer_seal: 'gone' }), 'sealed');
  assert.deepEqual(await openPayloads(ring, 'order', asked), {
    kind: 'open',
    requestBody: Buffer.from('{}'),
    answer: null,
  });
  const none = { ...answered, answer_head: null, answer_body: null };
  assert.equal(await kinds(none), 'open');
  for (const row of [
    { ...answered, answer_head: null },
    { ...answered, answer_body: null },
    { ...none, state: 'settled' },
    { ...none, answer_seal: null, state: 'settled' },
  ])
    assert.deepEqual(await openPayloads(ring, 'order', row), {
      kind: 'damaged',
      requestBody: Buffer.from('{}'),
      answer: asDamaged,
    });
});
