import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { batchId, draftId, orderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aBatch, aRow, b, decide, order, started, states } from './aBatch.ts';
import { aLedger, aSettlement, noon } from './aLedger.ts';

const later = batchId('later');
const choice = { sendFlawed: false, sendPaid: false, results: null };
const gone = {
  reason: 'row-gone',
  message:
    'Not sent: this row was left out, erased or sent by another window in the meantime. Nothing was billed.',
};

test('a decision sends again only the calls it names: others became undecided while it was asked', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches: store } = ledger;
  await started(store, [aRow(0), aRow(1), aRow(2), aRow(3, { call: 2 })]);
  await ledger.begin({ ...order(0), deadlineAt: noon + 60_000 });
  await ledger.begin({ ...order(1), deadlineAt: noon + 10_000 });
  await ledger.begin({ ...order(2), deadlineAt: noon + 60_000 });
  await ledger.recover(noon + 20_000);
  const drafts = await store.undecided(b, 'unknown');
  assert.deepEqual(drafts, ['batch-b.1']);
  assert.deepEqual(await store.undecided(b, 'pending'), []);
  // While the question stands, the periodic recovery finds the two others overdue.
  await ledger.recover(noon + 61_000);
  assert.deepEqual(await store.undecided(b, 'unknown'), ['batch-b.0', 'batch-b.1', 'batch-b.2']);
  await store.decide(b, [{ why: 'unknown', what: 'again', drafts }]);
  const unknown = 'undecided unknown';
  assert.deepEqual(await states(store), [unknown, 'waiting', unknown, unknown]);
  // What was decided already is not decided once more by the same word.
  await store.decide(b, [{ why: 'unknown', what: 'leave', drafts: [...drafts, order(2).draftId] }]);
  assert.deepEqual(await states(store), [unknown, 'waiting', 'done left-unknown', 'done left-unknown']);
});

test('what would be sent again is counted before it is decided: whole calls, of the named drafts, that are kept whole', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const { batches: store } = ledger;
  await started(store, [aRow(0), aRow(1), aRow(2, { call: 1 }), aRow(3, { call: 2 }), aRow(4, { call: 3 })]);
  for (const call of [0, 1, 2, 3]) await ledger.begin({ ...order(call), deadlineAt: noon + 10_000 });
  await ledger.recover(noon + 20_000);
  const drafts = await store.undecided(b, 'unknown');
  const counted = (named = drafts) => store.sentAnew(b, 'unknown', named);
  assert.deepEqual(await counted(), { rows: 5, calls: 4 });
  assert.deepEqual(await counted(drafts.slice(0, 2)), { rows: 3, calls: 2 });
  assert.deepEqual(await counted([]), { rows: 0, calls: 0 });
  assert.deepEqual(await store.sentAnew(b, 'pending', drafts), { rows: 0, calls: 0 });
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  // Of two rows that go together one is no longer kept; the number of another call was reduced.
  db.exec('UPDATE batch_rows SET input = NULL, seal_id = NULL WHERE row = 2');
  db.exec(`UPDATE orders SET aadhaar_reduced_at = ${noon} WHERE draft_id = 'batch-b.2'`);
  db.close();
  assert.deepEqual(await counted(), { rows: 2, calls: 2 });
  await store.decide(b, [{ why: 'unknown', what: 'again', drafts }]);
  const waiting = (await states(store)).filter((state) => state === 'waiting');
  assert.equal(waiting.length, 2, 'as many as were counted');
});

test('a call whose rows were left, erased or removed after they were read is not begun', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches: store } = ledger;
  await started(store, [aRow(0), aRow(1), aRow(2)]);
  await ledger.eraseInput('print 0');
  await assert.rejects(ledger.begin(order(0)), gone);
  await store.setAside(b, 1, 'skipped', 'left', []);
  await assert.rejects(ledger.begin(order(1)), gone);
  assert.deepEqual(await states(store), ['skipped erased', 'skipped left', 'waiting']);
  assert.equal((await ledger.list({ group: 'all', limit: 9, after: null })).orders.length, 0);
  await ledger.begin(order(2));
  await assert.rejects(ledger.begin({ ...order(2), id: orderId('twice') }), { reason: 'same-draft' });
  await store.erase(b, 'me', noon);
  await assert.rejects(ledger.begin(order(7)), gone);
});

test('a call of a plan that nobody started is not begun', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.batches.create(aBatch);
  await ledger.batches.addRows(b, [aRow(0)]);
  await assert.rejects(ledger.begin(order(0)), gone);
});

async function plannedAnew(ledger: Ledger): Promise<void> {
  await ledger.batches.create({ ...aBatch, id: later });
  await ledger.batches.addRows(later, [aRow(0), aRow(1)]);
}

test('a plan is started in place of rows that wait: these are left in the same moment', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches: store } = ledger;
  await started(store, [aRow(0), aRow(1), aRow(2), aRow(3)]);
  await ledger.begin(order(0));
  await store.setAside(b, 3, 'undecided', 'pending', []);
  await plannedAnew(ledger);
  // A window that was killed holds it no more once its time is over.
  await store.hold(b, 'killed', noon - 60_001, 60_000);
  await store.start(later, { ...choice, insteadOf: { batch: b, rows: [1, 2] } });
  assert.deepEqual(await states(store), ['sent', 'skipped left', 'skipped left', 'undecided pending']);
  assert.deepEqual(
    [...(await store.inputs(b, [0, 1, 2, 3])).keys()],
    [0, 3],
    'the new plan alone keeps them',
  );
  assert.equal((await store.get(later, 'me', noon))?.state, 'started');
  await assert.rejects(ledger.begin(order(1)), gone);
  await ledger.settle(order(0).id, aSettlement());
  assert.equal((await states(store))[0], 'done');
});

test('a plan is not started in place of rows that another window sends or has sent', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches: store } = ledger;
  await started(store, [aRow(0), aRow(1)]);
  await plannedAnew(ledger);
  const insteadOf = { batch: b, rows: [0, 1] };
  const start = () => store.start(later, { ...choice, insteadOf });
  const untouched = async () => {
    assert.equal((await store.get(later, 'me', noon))?.state, 'planning');
    assert.equal((await states(store)).at(-1), 'waiting');
  };
  await store.hold(b, 'another', noon, 30_000);
  await assert.rejects(start(), /another window is sending/);
  await untouched();
  await ledger.begin(order(0));
  await store.release(b, 'another');
  await assert.rejects(start(), /were sent, left or erased meanwhile/);
  await untouched();
});

test('a plan takes the place of its own rows alone, not of as many that wait since', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches: store } = ledger;
  const aside = { state: 'undecided', why: 'pending' } as const;
  await started(store, [aRow(0), aRow(1), aRow(2, aside), aRow(3, aside)]);
  await plannedAnew(ledger);
  const start = () => store.start(later, { ...choice, insteadOf: { batch: b, rows: [0, 1] } });
  // Meanwhile another window resumes the batch: its rows are sent and erased, and others are decided about.
  for (const call of [0, 1]) {
    await ledger.begin(order(call));
    await ledger.settle(order(call).id, aSettlement());
  }
  await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon);
  await decide(store, 'pending', 'again');
  await assert.rejects(start(), /were sent, left or erased meanwhile/);
  assert.deepEqual(await states(store), ['done erased', 'done erased', 'waiting', 'waiting']);
  await assert.rejects(ledger.begin({ ...order(0), draftId: draftId('batch-later.0') }), gone);
});

test('what a window runs is not forgotten under it; once it is killed, it is', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches: store } = ledger;
  const keep = (policy: Partial<KeepPolicy>, now: number) =>
    ledger.applyPolicy({ keep: 'everything', payloadDays: 0, orderDays: 0, ...policy }, now);
  const results = { file: '/nowhere/rows.results.csv', format: 'csv', masked: true } as const;
  await store.create(aBatch);
  await store.addRows(b, [aRow(0), aRow(1, { state: 'skipped', why: 'invalid', call: null })]);
  await store.start(b, { sendFlawed: false, sendPaid: false, results, insteadOf: null });
  await store.hold(b, 'me', noon, 30_000);
  await ledger.begin(order(0));
  await ledger.settle(order(0).id, aSettlement());
  await keep({ keep: 'metadata' }, noon + 1000);
  assert.equal((await store.fields(b, [1])).size, 1);
  await keep({ keep: 'open-only' }, noon + 30_000);
  assert.equal((await store.callRows(b, 0)).length, 1);
  await keep({ keep: 'metadata' }, noon + 30_001);
  assert.equal((await store.fields(b, [1])).size, 0);
  await keep({ keep: 'open-only' }, noon + 30_001);
  assert.equal(await store.get(b, 'me', noon + 30_001), null);
});
