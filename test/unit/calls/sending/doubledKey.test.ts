import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import {
  aFolder,
  aSettlement,
  aWindow,
  bytes,
  keyRing,
  newOrder,
  place,
  question,
} from '../../ledger/aLedger.ts';
import { aWorld, plain } from './aSending.ts';

const rc = operationById('rc-advanced');

// Typed under JSON, or in a request file: the line was copied and only one of the two was changed. Which of them the service reads nobody knows.
const doubled = '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}';
const plates = ['XX00AB0001', 'xx 00 ab 0002'];

for (const plate of plates) {
  const single = JSON.stringify({ rc_number: plate });

  test(`what was paid for under a key given twice may have been asked about ${plate}, and the other way round`, async (t) => {
    for (const [first, second] of [
      [doubled, single],
      [single, doubled],
    ] as const) {
      const world = await aWorld(t);
      world.answers = [plain, undefined];
      assert.equal((await world.send({ body: first })).kind, 'settled');
      world.now += 60_000;
      await world.send({ body: second });
      assert.deepEqual(
        world.asked.at(-1)?.obstacles.map(({ kind }) => kind),
        ['paid-twin'],
      );
    }
  });

  test(`so it is after a restore into a history with another key, for ${plate}`, async (t) => {
    const open = (key: string) => aWindow(t, aFolder(t), keyRing(key), { passphraseCost: 1 << 10 });
    const [there, here] = [await open('a-key'), await open('b-key')];
    const { whole, parts } = await printOf(there, rc, doubled);
    await place(there, 'doubled', { order: { requestBody: bytes(doubled), fingerprint: whole, parts } });
    const file = join(aFolder(t), 'orders.backup');
    await there.transfer.backUp(file, 'a passphrase of these tests');
    await here.transfer.restore(file, 'a passphrase of these tests');
    const { paidTwins } = await here.guard(question({ input: await printOf(here, rc, single) }));
    assert.deepEqual(
      paidTwins.map(({ id }) => id),
      ['doubled'],
    );
  });
}

test('a call about what a key given twice may have asked for is a repeat', async (t) => {
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'));
  for (const [id, day, body] of [
    ['first', 1, JSON.stringify({ rc_number: 'XX00AB0001' })],
    ['doubled', 2, doubled],
    ['other', 3, JSON.stringify({ rc_number: 'XX00AB0003' })],
  ] as const) {
    const input = await printOf(ledger, rc, body);
    const order = newOrder(id, {
      requestBody: bytes(body),
      fingerprint: input.whole,
      parts: input.parts,
      day: `2026-11-0${day}`,
    });
    await ledger.begin(order, { question: question({ input }), admit: () => null });
    await ledger.settle(order.id, aSettlement());
  }
  const { rows } = await ledger.usage({ from: '2026-11-01', to: '2026-11-09', environment: null });
  assert.deepEqual(
    rows.filter(({ repeat }) => repeat).map(({ day }) => day),
    ['2026-11-02'],
  );
});

test('that a key is given twice is said in the question before the call leaves', async (t) => {
  const world = await aWorld(t);
  world.answers = [undefined, undefined];
  await world.send({ body: doubled });
  await world.send({ body: JSON.stringify({ rc_number: 'XX00AB0002' }) });
  const [twice, once] = world.asked.map(({ doubts }) => doubts);
  assert.deepEqual(twice, [
    {
      text: '{0} appears more than once; which of them the service reads is not documented.',
      args: ['rc_number'],
    },
    ...(once ?? []),
  ]);
});

test('the question names each value that may be looked up, masked, and the history the last', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send({ body: doubled });
  assert.equal(world.asked.at(-1)?.shownInput, 'XX••••••01 | XX••••••02');
  assert.equal(world.begun[0]?.maskedInput, 'XX••••••02');
});

test('a form whose text was doubled since it was sent is told as another, not as the one just sent', async (t) => {
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'));
  const single = await printOf(ledger, rc, JSON.stringify({ rc_number: 'XX00AB0001' }));
  const other = await printOf(ledger, rc, doubled);
  assert.equal(single.readings, undefined);
  assert.equal((other.alike ?? []).includes(single.whole), false);
  assert.ok(other.readings?.includes(single.whole));
});

test('addresses of both lists under a key given twice are entries, and the lists are none', async (t) => {
  const ledger = await aWindow(t, aFolder(t), keyRing('a-key'));
  const emails = operationById('email-bulk');
  const first = '{"emails":["one@example.invalid","two@example.invalid"]}';
  const input = await printOf(ledger, emails, first);
  const order = {
    operation: 'email-bulk',
    requestBody: bytes(first),
    fingerprint: input.whole,
    parts: input.parts,
  } as const;
  await place(ledger, 'first', { order });
  const both = await printOf(
    ledger,
    emails,
    '{"emails":["one@example.invalid","two@example.invalid"],"emails":["new@example.invalid"]}',
  );
  const { paidTwins, entries } = await ledger.guard(question({ operation: 'email-bulk', input: both }));
  assert.deepEqual(
    paidTwins.map(({ id }) => id),
    ['first'],
  );
  assert.deepEqual(entries, { all: 3, fresh: 1, within: { first: 2 } });
});
