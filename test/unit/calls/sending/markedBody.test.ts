import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { doubtsOf } from '../../../../src/calls/sending/doubts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aFolder, aWindow, bytes, place } from '../../ledger/aLedger.ts';
import { aWorld, plain, World } from './aSending.ts';

const rc = operationById('rc-advanced');

// As `{ operation, body }` comes from an extension that read a file of Windows, or as it is pasted from one.
const marked = (json: string): string => `\ufeff${json}`;

test('a body with a byte order mark before it is the same input in whatever spelling', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, undefined, undefined];
  const sent = await world.send({ body: '{"rc_number":"XX00AB0001"}' });
  assert.equal(sent.kind, 'settled');
  world.now += 60_000;
  const kinds = () => world.asked.at(-1)?.obstacles.map(({ kind }) => kind);
  await world.send({ body: marked('{"rc_number":"XX00AB0001"}') });
  assert.deepEqual(kinds(), ['paid-twin'], 'the mark alone hides nothing');
  await world.send({ body: marked('{"rc_number":"xx 00 ab 0001"}') });
  assert.deepEqual(kinds(), ['paid-twin']);
});

test('the mark does not leave: JSON that is sent must not have one, and all else leaves as it was typed', async (t) => {
  const world = await aWorld(t);
  for (const [typed, leaves] of [
    [marked('{"rc_number": "xx 00 ab 0001"}'), '{"rc_number": "xx 00 ab 0001"}'],
    [marked('no JSON at all'), 'no JSON at all'],
    [marked(marked('{}')), marked('{}')],
    ['{"note":"\ufeff"}', '{"note":"\ufeff"}'],
  ] as const) {
    world.answers = [plain];
    world.now += 60_000;
    const sent = await world.send({ body: typed });
    assert.equal(sent.kind, 'settled', typed);
    const left = world.requests.at(-1);
    assert.deepEqual(left?.body, bytes(leaves));
  }
  assert.equal(world.begun[0]?.maskedInput.startsWith('JSON'), false, 'its input is known, and shown masked');
});

test('what is odd in a body with a byte order mark is said before it leaves', async (t) => {
  const world = await aWorld(t);
  world.answers = [undefined, undefined];
  await world.send({ body: '{"rc_nr":"XX00AB0001"}' });
  const [bare] = world.asked;
  assert.ok(bare !== undefined && bare.doubts.length > 0);
  await world.send({ body: marked('{"rc_nr":"XX00AB0001"}') });
  assert.deepEqual(world.asked.at(-1)?.doubts, bare.doubts);
  assert.deepEqual(doubtsOf(rc, marked('{"rc_number":""}'), true), doubtsOf(rc, '{"rc_number":""}', true));
});

/** As a version before kept it: sent with its mark, its print made of its own spelling. */
for (const typed of ['{"rc_number":"XX00AB0001"}', '{"rc_number":"xx 00 ab 0001"}', '{"rc_number":'])
  test(`an order that left with its mark is found still by what was typed: ${typed}`, async (t) => {
    const cheap = { passphraseCost: 1 << 10 } as const;
    const ledger = await aWindow(t, aFolder(t), undefined, cheap);
    const requestBody = bytes(marked(typed));
    const before = { requestBody, fingerprint: await ledger.fingerprint('rc-advanced', requestBody) };
    await place(ledger, 'before', { order: before });
    const seen = async (world: World, body: string): Promise<unknown> => {
      world.answers = [undefined];
      world.now += 60_000;
      await world.send({ body });
      return world.asked.at(-1)?.obstacles.map((one) => 'order' in one && one.order);
    };
    const here = new World(ledger);
    // What is no JSON was compared byte by byte, mark and all.
    const isJson = typed.endsWith('}');
    const found = isJson ? [orderId('before')] : [];
    assert.deepEqual(await seen(here, typed), found);
    assert.deepEqual(await seen(here, marked(typed)), found);
    const file = join(aFolder(t), 'orders.backup');
    await ledger.transfer.backUp(file, 'seven invented words for one test');
    const other = await aWindow(t, aFolder(t), undefined, cheap);
    await other.transfer.restore(file, 'seven invented words for one test');
    const there = new World(other);
    assert.deepEqual(await seen(there, typed), [orderId('before')]);
    assert.deepEqual(await seen(there, marked(typed)), [orderId('before')]);
    if (isJson) assert.deepEqual(await seen(there, '{"rc_number":"XX00AB0001"}'), [orderId('before')]);
  });

test('the prints of an input are the same with a mark and without, those of other spellings, too', async (t) => {
  const { real } = await aWorld(t);
  for (const json of ['{"rc_number":"xx 00 ab 0001"}', '{"rc_number":1}', '{"rc_number":"1"}', 'no JSON'])
    assert.deepEqual(await printOf(real, rc, marked(json)), await printOf(real, rc, json));
});
