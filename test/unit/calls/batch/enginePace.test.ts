import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempted } from '../../../../src/calls/batch/engine.ts';
import type { Verdict } from '../../../../src/calls/batch/pace.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { BareRun, end } from './bareRun.ts';

/** What the calls were allowed for their way, each connected after so long before. */
async function lagsAfter(...connected: readonly (number | null)[]): Promise<number | undefined> {
  const batch = new BareRun(connected.length + 1);
  batch.answers(...connected.map((connectedMs) => end('verified', { connectedMs })), end('verified'));
  assert.equal(await batch.run.run(), 'done');
  return batch.lags.at(-1);
}

test('a call is allowed a quarter of a second, and the longest way there of late, up to 2.5 s', async () => {
  assert.equal(await lagsAfter(), 250);
  assert.equal(await lagsAfter(null), 250);
  assert.equal(await lagsAfter(100.2), 351);
  assert.equal(await lagsAfter(100, 700, null, 300), 950);
  assert.equal(await lagsAfter(2249), 2499);
  assert.equal(await lagsAfter(60_000), 2500);
});

test('the last twenty ways count, and no older one', async () => {
  const fast = (count: number) => Array.from({ length: count }, () => 10);
  assert.equal(await lagsAfter(1000, ...fast(19)), 1250);
  assert.equal(await lagsAfter(1000, ...fast(20)), 260);
});

test('calls are looked for behind the last one that left, and from the start before it is done', async () => {
  const batch = new BareRun(3);
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual(batch.looked, [0, 1, 2, 3, 0]);
  const none = new BareRun(0);
  assert.equal(await none.run.run(), 'done');
  assert.deepEqual([none.looked, none.holder], [[0], null]);
});

test('an earlier call that the user wants sent while it runs is sent, too', async () => {
  const batch = new BareRun(3);
  const [first] = batch.waiting;
  assert.ok(first !== undefined);
  batch.waiting = batch.waiting.slice(1);
  batch.attempt = async (call) => {
    const attempted = batch.leave(call);
    if (call.call === 2) batch.waiting = [first];
    return attempted;
  };
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual(batch.left, [1, 2, 0]);
});

const heldBack = (verdict: Verdict): Attempted => ({ kind: 'held-back', verdict });
const limit = { text: 'waiting for the limit' };

test('a wait is slept through in steps of five seconds at most and 50 ms at least; its end is told', async () => {
  const batch = new BareRun(2);
  const until = batch.at + 12_030;
  const states: unknown[] = [];
  batch.changed = () => states.push(batch.state);
  batch.attempt = async (call) => {
    if (batch.at < until || batch.slept.length < 4)
      return heldBack({ kind: 'wait', until: batch.slept.length < 3 ? until : until + 1, why: limit });
    return batch.leave(call);
  };
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual(batch.slept, [5000, 5000, 2030, 50]);
  const going = ['running', null, null, null];
  assert.deepEqual(states, [
    ['waiting', limit.text, null, until],
    ['waiting', limit.text, null, until + 1],
    // The wait is over, the call left, it ended; and so did the last one.
    ...[going, going, going, going, going],
  ]);
});

test('a call that is set aside stays with its reason and its orders; the next one is tried', async () => {
  const batch = new BareRun(2);
  const twins = [orderId('o1')];
  batch.attempt = async (call) =>
    call.call === 0
      ? heldBack({ kind: 'aside', state: 'undecided', why: 'pending', twins })
      : batch.leave(call);
  assert.equal(await batch.run.run(), 'done');
  assert.deepEqual([batch.aside, batch.left], [[[0, 'undecided', 'pending', twins]], [1]]);
  assert.equal(batch.changes, 3, 'set aside, left, ended');
});

for (const remedy of [{ kind: 'lift' } as const, null]) {
  test(`what only the user can mend pauses it with the reason; and with what mends it: ${remedy?.kind}`, async () => {
    const batch = new BareRun(1);
    const { run } = batch;
    batch.attempt = async () => heldBack({ kind: 'stop', why: { text: 'No key.' }, remedy });
    batch.changed = () => run.status.phase === 'paused' && run.cancel();
    assert.equal(await run.run(), 'cancelled');
    assert.deepEqual([batch.state, batch.left], [['paused', 'No key.', remedy, null], []]);
  });
}

test('the user’s pause stands: what was found about the call on its way is not looked at', async () => {
  const found: readonly Attempted[] = [
    heldBack({ kind: 'stop', why: { text: 'No key.' }, remedy: { kind: 'lift' } }),
    heldBack({ kind: 'wait', until: 2_000_000, why: limit }),
    heldBack({ kind: 'aside', state: 'skipped', why: 'paid', twins: [] }),
    { kind: 'not-begun', why: { text: 'The disk is full.' } },
  ];
  for (const attempted of found) {
    const batch = new BareRun(1);
    batch.attempt = async () => {
      batch.run.pause(null);
      return attempted;
    };
    batch.sleep = async () => batch.run.cancel();
    assert.equal(await batch.run.run(), 'cancelled');
    assert.deepEqual([batch.state, batch.aside, batch.looked], [['paused', null, null, null], [], [0]]);
  }
});

test('a call that could not be begun and still waits pauses it, saying why', async () => {
  const batch = new BareRun(2);
  const { run } = batch;
  batch.attempt = async () => ({ kind: 'not-begun', why: { text: 'The disk is full.' } });
  batch.changed = () => run.status.phase === 'paused' && run.cancel();
  assert.equal(await run.run(), 'cancelled');
  assert.deepEqual([batch.state, batch.lags.length], [['paused', 'The disk is full.', null, null], 1]);
});

test('one that waits no more, for it was sent elsewhere or erased, is passed over without a pause', async () => {
  for (const others of [0, 1]) {
    const batch = new BareRun(1 + others);
    batch.attempt = async (call) => {
      if (call.call === 1) return batch.leave(call);
      batch.waiting = batch.waiting.filter((one) => one !== call);
      return { kind: 'not-begun', why: { text: 'It was sent already.' } };
    };
    assert.equal(await batch.run.run(), 'done');
    assert.deepEqual([batch.state[0], batch.left], ['running', others === 0 ? [] : [1]]);
  }
});
