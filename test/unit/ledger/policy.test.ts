import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aLedger, bytes, filesHolding, ids, newOrder, noon, pending, place, question } from './aLedger.ts';

const day = 24 * 3_600_000;
const keepAll: KeepPolicy = { keep: 'everything', payloadDays: 0, orderDays: 0 };

/** Settled and open orders of 0, 10 and 100 days ago. */
async function aged(t: TestContext): Promise<{ readonly ledger: Ledger }> {
  const { ledger } = await aLedger(t);
  for (const days of [0, 10, 100]) {
    const order = { begunAt: noon - days * day };
    await place(ledger, `settled-${days}`, { order });
    await place(ledger, `open-${days}`, { order, settlement: pending });
  }
  await ledger.begin(newOrder('under-way', { begunAt: noon - 50 * day }));
  return { ledger };
}

const open = ['open-0', 'open-10', 'under-way', 'open-100'];

async function whole(ledger: Ledger): Promise<string[]> {
  const kept: string[] = [];
  for (const id of await ids(ledger)) if ((await ledger.payloads(id)).kind === 'open') kept.push(id);
  return kept;
}

const cases: readonly (readonly [KeepPolicy, orders: readonly string[], whole: readonly string[]])[] = [
  [
    keepAll,
    ['open-0', 'settled-0', 'open-10', 'settled-10', 'under-way', 'open-100', 'settled-100'],
    ['open-0', 'settled-0', 'open-10', 'settled-10', 'under-way', 'open-100', 'settled-100'],
  ],
  [
    { ...keepAll, payloadDays: 30 },
    ['open-0', 'settled-0', 'open-10', 'settled-10', 'under-way', 'open-100', 'settled-100'],
    ['open-0', 'settled-0', 'open-10', 'settled-10', 'under-way', 'open-100'],
  ],
  [
    { ...keepAll, orderDays: 30, payloadDays: 5 },
    ['open-0', 'settled-0', 'open-10', 'settled-10', 'under-way', 'open-100'],
    ['open-0', 'settled-0', 'open-10', 'under-way', 'open-100'],
  ],
  [
    { ...keepAll, keep: 'metadata' },
    ['open-0', 'settled-0', 'open-10', 'settled-10', 'under-way', 'open-100', 'settled-100'],
    open,
  ],
  [{ ...keepAll, keep: 'open-only' }, open, open],
];

for (const [policy, orders, kept] of cases) {
  it(`keeps what the user chose: ${JSON.stringify(policy)}`, async (t) => {
    const { ledger } = await aged(t);
    const erased = await ledger.applyPolicy(policy, noon);
    const sorted = (names: readonly string[]) => names.toSorted();
    assert.deepEqual(sorted(await ids(ledger)), sorted(orders));
    assert.deepEqual(sorted(await whole(ledger)), sorted(kept));
    assert.equal(erased.orders, 7 - orders.length);
    assert.deepEqual(await ledger.applyPolicy(policy, noon), { ...erased, orders: 0 });
  });
}

it('leaves an order of which nobody knows whether it was billed, until that is recorded', async (t) => {
  const { ledger } = await aLedger(t);
  const fingerprint = 'a'.repeat(64);
  // As an answer without a readable `charged` settles it.
  const settlement = { outcome: 'verified', billing: 'unknown', evidence: 'not-known' } as const;
  await place(ledger, 'unclear', { order: { fingerprint }, settlement });
  for (const policy of [{ ...keepAll, keep: 'open-only' } as const, { ...keepAll, orderDays: 1 }]) {
    const at = noon + 100 * day;
    assert.deepEqual(await ledger.applyPolicy(policy, at), { orders: 0, leftOpen: 1 });
    assert.deepEqual(await whole(ledger), ['unclear'], JSON.stringify(policy));
  }
  assert.deepEqual(await ledger.eraseSettledBefore(noon + day), { orders: 0, leftOpen: 1 });
  assert.deepEqual(await ids(ledger, 'attention'), ['unclear']);
  const { paidTwins } = await ledger.guard(question({ input: { whole: fingerprint, parts: [] } }));
  assert.deepEqual(
    paidTwins.map(({ id }) => id),
    ['unclear'],
  );

  const at = noon + day;
  await ledger.resolve(orderId('unclear'), { at, outcome: 'verified', note: '', pasted: null });
  assert.equal((await ledger.applyPolicy({ ...keepAll, keep: 'open-only' }, at)).orders, 1);
});

it('says when payloads were erased, and leaves the words the user wrote', async (t) => {
  const { ledger } = await aged(t);
  await ledger.note(orderId('settled-0'), 'mine', noon);
  await ledger.resolve(orderId('open-0'), {
    at: noon,
    outcome: 'verified',
    note: 'told',
    pasted: bytes('{}'),
  });
  await ledger.applyPolicy({ ...keepAll, keep: 'metadata' }, noon + 900);
  const order = await ledger.get(orderId('settled-0'));
  assert.deepEqual(
    [order?.payloadsKept, order?.hasNote, order?.messageCode],
    [false, true, 'NO_RECORD_FOUND'],
  );
  assert.deepEqual((await ledger.payloads(orderId('settled-0'))).kind, 'not-kept');
  assert.equal(await ledger.readNote(orderId('settled-0')), 'mine');
  const [, , , last] = await ledger.events(orderId('settled-0'));
  assert.deepEqual(last, { kind: 'payloads-erased', at: noon + 900 });
  const resolved = (await ledger.events(orderId('open-0'))).find((event) => event.kind === 'resolved');
  assert.deepEqual([resolved?.resolution.note, resolved?.resolution.pasted], ['told', null]);
});

it('keeps nothing of an answer in any file when only metadata is kept', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a');
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  const row = db.prepare('SELECT request_body, answer_head, answer_body FROM payloads').get() ?? {};
  db.close();
  const sealed = Object.values(row).filter((value) => value instanceof Uint8Array);
  assert.equal(sealed.length, 3);
  for (const part of sealed) assert.notDeepEqual(filesHolding(folder, part), []);
  await ledger.applyPolicy({ ...keepAll, keep: 'metadata' }, noon);
  for (const part of sealed) assert.deepEqual(filesHolding(folder, part), []);
  assert.equal((await ledger.get(orderId('a')))?.messageCode, 'NO_RECORD_FOUND');
});

it('counts days back to the millisecond: what was begun then stays, what was begun before it goes', async (t) => {
  const { ledger } = await aLedger(t);
  for (const days of [5, 30])
    for (const more of [0, 1])
      await place(ledger, `${days} days, ${more} ms`, { order: { begunAt: noon - days * day - more } });
  const policy = { ...keepAll, orderDays: 30, payloadDays: 5 };
  assert.equal((await ledger.applyPolicy(policy, noon)).orders, 1);
  assert.deepEqual(await ids(ledger), ['5 days, 0 ms', '5 days, 1 ms', '30 days, 0 ms']);
  assert.deepEqual(await whole(ledger), ['5 days, 0 ms']);
});

it('takes a single day for a limit, too, and none for no limit', async (t) => {
  const { ledger } = await aLedger(t);
  for (const ago of [0, day, day + 1])
    await place(ledger, `${ago} ms ago`, { order: { begunAt: noon - ago } });
  assert.equal((await ledger.applyPolicy(keepAll, noon + 1)).orders, 0);
  assert.equal((await whole(ledger)).length, 3);
  assert.equal((await ledger.applyPolicy({ ...keepAll, orderDays: 1 }, noon)).orders, 1);
  assert.deepEqual(await ids(ledger), ['0 ms ago', `${day} ms ago`]);
  await ledger.applyPolicy({ ...keepAll, payloadDays: 1 }, noon + 1);
  assert.deepEqual(await whole(ledger), ['0 ms ago']);
});

it('forgets what a session has spent once it has sent nothing for ninety days', async (t) => {
  const { ledger } = await aLedger(t);
  for (const [session, begunAt] of [
    ['stays', noon - 90 * day],
    ['goes', noon - 90 * day - 1],
  ] as const)
    await place(ledger, session, { order: { session, begunAt } });
  const spent = async () =>
    Promise.all(
      ['stays', 'goes'].map(
        async (session) => (await ledger.guard(question({ session }))).spent.session.calls,
      ),
    );
  assert.deepEqual(await spent(), [1, 1]);
  await ledger.applyPolicy(keepAll, noon);
  assert.deepEqual(await spent(), [1, 0]);
});

it('takes the request of an order that never got an answer, too, once its outcome is recorded', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const names = ['recorded', 'recorded by the version before', 'still open'];
  for (const name of names) await ledger.begin(newOrder(name));
  await ledger.recover(noon + day);
  // So every lost order stood in the file until now.
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`UPDATE orders SET payloads_kept = 0 WHERE id = 'recorded by the version before'`);
  db.close();
  for (const name of names.slice(0, 2))
    await ledger.resolve(orderId(name), { at: noon, outcome: 'refunded', note: '', pasted: bytes('{}') });
  await ledger.followUps.addText(orderId('recorded'), bytes('what support sent'), noon);
  await ledger.applyPolicy({ ...keepAll, keep: 'metadata' }, noon + day);
  assert.deepEqual(await whole(ledger), ['still open']);
  assert.deepEqual(await ledger.followUps.texts(orderId('recorded')), []);
  const events = await ledger.events(orderId('recorded'));
  assert.deepEqual(events.at(-1), { kind: 'payloads-erased', at: noon + day });
  // Nothing is said, or done, twice.
  await ledger.applyPolicy({ ...keepAll, keep: 'metadata' }, noon + 2 * day);
  assert.equal((await ledger.events(orderId('recorded'))).length, events.length);
});

it('says of an order that never got an answer that its request is kept', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.begin(newOrder('a'));
  await ledger.recover(noon + day);
  assert.equal((await ledger.get(orderId('a')))?.payloadsKept, true);
});

const invented = bytes('{"owner_name":"INVENTED PERSON"}');

it('takes what support sent since the answer of a settled order went, by its own days, and leaves that of an open one', async (t) => {
  const { ledger } = await aLedger(t);
  const policy: KeepPolicy = { ...keepAll, payloadDays: 30 };
  await place(ledger, 'settled');
  await ledger.applyPolicy(policy, noon + 31 * day);
  await place(ledger, 'open', { settlement: pending });
  const then = noon + 40 * day;
  for (const id of ['settled', 'open']) await ledger.followUps.addText(orderId(id), invented, then);
  const texts = async (id: string) => (await ledger.followUps.texts(orderId(id))).length;
  await ledger.applyPolicy(policy, then + 30 * day);
  assert.deepEqual([await texts('settled'), await texts('open')], [1, 1]);
  await ledger.applyPolicy(policy, then + 30 * day + 1);
  assert.deepEqual([await texts('settled'), await texts('open')], [0, 1]);
});

it('takes an answer that was recorded since the answer of its order went, and leaves the outcome', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'one', { settlement: { billing: 'unknown', evidence: 'not-known' } });
  const policy: KeepPolicy = { keep: 'metadata', payloadDays: 0, orderDays: 0 };
  await ledger.applyPolicy(policy, noon + 1000);
  await ledger.resolve(orderId('one'), {
    at: noon + 2000,
    outcome: 'verified',
    note: 'as told by phone',
    pasted: invented,
  });
  const recorded = async () =>
    (await ledger.events(orderId('one'))).flatMap((one) =>
      one.kind === 'resolved'
        ? [[one.resolution.outcome, one.resolution.note, one.resolution.pasted !== null]]
        : [],
    );
  await ledger.applyPolicy({ ...keepAll, payloadDays: 30 }, noon + 30 * day);
  assert.deepEqual(await recorded(), [['verified', 'as told by phone', true]]);
  await ledger.applyPolicy(policy, noon + 3000);
  assert.deepEqual(await recorded(), [['verified', 'as told by phone', false]]);
});
