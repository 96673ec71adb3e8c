import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aLedger, aSettlement, bytes, ids, newOrder, noon, pending, place, text } from './aLedger.ts';

it('keeps one note, which a new one replaces and an empty one removes', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a');
  assert.equal(await ledger.readNote(orderId('a')), '');
  await ledger.note(orderId('a'), 'first', noon + 1000);
  await ledger.note(orderId('a'), 'second', noon + 2000);
  assert.equal(await ledger.readNote(orderId('a')), 'second');
  assert.equal((await ledger.get(orderId('a')))?.hasNote, true);
  assert.deepEqual(
    (await ledger.events(orderId('a'))).filter((event) => event.kind === 'noted'),
    [{ kind: 'noted', at: noon + 2000, text: 'second' }],
  );
  await ledger.note(orderId('a'), ' ', noon + 3000);
  assert.equal(await ledger.readNote(orderId('a')), '');
  assert.equal((await ledger.get(orderId('a')))?.hasNote, false);
  await assert.rejects(ledger.note(orderId('nobody'), 'x', noon), /no longer in the order history/);
});

it('takes an order out of attention once its outcome is recorded, and back when it is still open', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  const record = (outcome: 'verified' | 'still-open', at: number) =>
    ledger.resolve(orderId('a'), { at, outcome, note: `asked at ${at}`, pasted: bytes('{"pasted":1}') });
  await record('still-open', noon + 1000);
  assert.equal(await ledger.attentionCount(), 1);
  await record('verified', noon + 2000);
  assert.equal(await ledger.attentionCount(), 0);
  assert.deepEqual(await ids(ledger, 'rest'), ['a']);
  const order = await ledger.get(orderId('a'));
  assert.deepEqual(
    [order?.resolved, order?.resolvedAt, order?.outcome],
    ['verified', noon + 2000, 'pending'],
  );
  await record('still-open', noon + 3000);
  assert.deepEqual(await ids(ledger, 'attention'), ['a']);
  const resolved = (await ledger.events(orderId('a'))).filter((event) => event.kind === 'resolved');
  assert.deepEqual(
    resolved.map(({ resolution }) => [
      resolution.outcome,
      resolution.note,
      text(resolution.pasted ?? bytes('')),
    ]),
    [
      ['still-open', `asked at ${noon + 1000}`, '{"pasted":1}'],
      ['verified', `asked at ${noon + 2000}`, '{"pasted":1}'],
      ['still-open', `asked at ${noon + 3000}`, '{"pasted":1}'],
    ],
  );
});

it('records no outcome over an answer that is final, or that may still come', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'final');
  await ledger.begin(newOrder('under-way'));
  const resolution = { at: noon, outcome: 'verified', note: '', pasted: null } as const;
  await assert.rejects(
    ledger.resolve(orderId('final'), resolution),
    /settled: there is no outcome to record/,
  );
  await assert.rejects(ledger.resolve(orderId('under-way'), resolution), /still under way/);
  await ledger.recover(noon + 100_000);
  await ledger.resolve(orderId('under-way'), resolution);
  assert.equal(await ledger.attentionCount(), 0);
});

it('tells an order’s story in its order', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a', { settlement: pending });
  await ledger.note(orderId('a'), 'n', noon + 900);
  await ledger.resolve(orderId('a'), { at: noon + 901, outcome: 'refunded', note: '', pasted: null });
  assert.deepEqual(
    (await ledger.events(orderId('a'))).map((event) => [event.kind, event.at - noon]),
    // The call started 800 ms before it was settled at 812.
    [
      ['begun', 0],
      ['sent', 32],
      ['first-byte', 802],
      ['settled', 812],
      ['noted', 900],
      ['resolved', 901],
    ],
  );
  await ledger.begin(newOrder('b'));
  await ledger.settle(
    orderId('b'),
    aSettlement({
      answer: { ...aSettlement().answer, timing: { connectedMs: null, firstByteMs: null, totalMs: 1 } },
    }),
  );
  assert.deepEqual(
    (await ledger.events(orderId('b'))).map((event) => event.kind),
    ['begun', 'settled'],
  );
});
