import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { rowsStillOpen } from '../../../src/calls/batch/rerun.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { aBatch, aRow, b, decide, order, started, states } from './aBatch.ts';
import {
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  filesHolding,
  keyRing,
  noon,
  pending,
} from './aLedger.ts';

const day = 24 * 3_600_000;
test('a row follows its order: begun, answered, without an answer, recorded by the user', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1), aRow(2), aRow(3)]);
  for (const call of [0, 1, 2]) await ledger.begin(order(call));
  assert.deepEqual(await states(store), ['sent', 'sent', 'sent', 'waiting']);
  await ledger.settle(orderId('order batch-b.0'), aSettlement());
  await ledger.settle(orderId('order batch-b.1'), aSettlement(pending));
  await ledger.recover(noon + day);
  assert.deepEqual(await states(store), ['done', 'done', 'undecided unknown', 'waiting']);
  const { rows } = await store.rows(b, null, 2);
  assert.deepEqual(
    rows.map(({ outcome, billing, orderId }) => [outcome, billing, orderId]),
    [
      ['negative', 'billed', 'ORD-INVENTED-1'],
      ['pending', 'billed', 'ORD-PENDING-1'],
    ],
  );
  const resolution = { at: noon, outcome: 'refunded', note: '', pasted: null } as const;
  await ledger.resolve(orderId('order batch-b.2'), resolution);
  assert.equal((await states(store))[2], 'done');
  // A late answer is knowledge.
  await ledger.settle(orderId('order batch-b.2'), aSettlement());
  assert.equal((await states(store))[2], 'done');
});

test('the ledger refuses to begin a call twice, and one asked for anew has a name of its own', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0)]);
  assert.equal((await store.nextCall(b, 0))?.draftId, 'batch-b.0');
  await ledger.begin(order(0));
  assert.equal(await store.nextCall(b, 0), null);
  await assert.rejects(ledger.begin({ ...order(0), id: orderId('another') }), { reason: 'same-draft' });
  await ledger.recover(noon + day);
  await decide(store, 'pending', 'again');
  assert.deepEqual(await states(store), ['undecided unknown']);
  await decide(store, 'unknown', 'again');
  const again = await store.nextCall(b, 0);
  assert.deepEqual([again?.draftId, again?.acceptedOpen], ['batch-b.0-1', ['order batch-b.0']]);
  await ledger.begin(order(0, 'batch-b.0-1'));
  // The first order's late answer says nothing of the second one.
  await ledger.settle(orderId('order batch-b.0'), aSettlement());
  assert.deepEqual(await states(store), ['sent']);
  await ledger.recover(noon + day);
  await decide(store, 'unknown', 'again');
  assert.equal((await store.nextCall(b, 0))?.draftId, 'batch-b.0-2');
  await store.setAside(b, 0, 'undecided', 'pending', []);
  await decide(store, 'pending', 'leave');
  assert.deepEqual(await states(store), ['skipped left']);
});

test('what was sent and is left stays among those sent; its late answer still counts', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0)]);
  await ledger.begin(order(0));
  await ledger.recover(noon + day);
  await decide(store, 'unknown', 'leave');
  assert.deepEqual(await states(store), ['done left-unknown']);
  assert.deepEqual(
    (await store.outcomes(b)).map(({ outcome, billing }) => [outcome, billing]),
    [['unknown', 'unknown']],
  );
  // Recorded as still open, or an answer that says nothing, it is no new question.
  await ledger.resolve(orderId('order batch-b.0'), {
    at: noon + day,
    outcome: 'still-open',
    note: '',
    pasted: null,
  });
  assert.deepEqual(await states(store), ['done left-unknown']);
  await ledger.settle(orderId('order batch-b.0'), aSettlement());
  assert.deepEqual(await states(store), ['done']);
});

test('a start lets through what the user chose, and remembers it', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await store.create(aBatch);
  await store.addRows(b, [
    aRow(0),
    aRow(1, { flawed: true }),
    aRow(2, { paidTwins: [orderId('x')] }),
    aRow(3, { call: 0 }),
  ]);
  await store.start(b, {
    sendFlawed: false,
    sendPaid: true,
    results: { file: '/tmp/r.csv', format: 'csv', masked: true },
    insteadOf: null,
  });
  assert.deepEqual(await states(store), ['waiting', 'skipped invalid', 'waiting', 'waiting']);
  const first = await store.nextCall(b, 0);
  assert.deepEqual([first?.rows.map(({ row }) => row), first?.acceptedPaid], [[0, 3], []]);
  assert.deepEqual((await store.nextCall(b, 1))?.acceptedPaid, ['x']);
  const kept = await store.get(b, 'me', noon);
  assert.deepEqual(
    [kept?.state, kept?.source, kept?.results?.file],
    ['started', 'secret-name.csv', '/tmp/r.csv'],
  );
});

test('one window holds it at a time; a hold that ran out tells of an interruption', async (t) => {
  const folder = aFolder(t);
  const here = (await aWindow(t, folder)).batches;
  const there = (await aWindow(t, folder)).batches;
  await started(here, [aRow(0)]);
  assert.equal(await here.hold(b, 'here', noon, 1000), true);
  assert.equal(await there.hold(b, 'there', noon + 999, 1000), false);
  assert.equal((await there.get(b, 'there', noon))?.heldElsewhere, true);
  assert.equal(await there.erase(b, 'there', noon), false);
  assert.deepEqual(
    (await there.held('there', noon + 1001)).map(({ interrupted }) => interrupted),
    [true],
  );
  assert.deepEqual(await here.held('here', noon), []);
  assert.equal(await there.hold(b, 'there', noon + 1001, 1000), true);
  assert.equal(await here.hold(b, 'here', noon + 1002, 1000), false);
  await there.release(b, 'there');
  const free = await here.get(b, 'here', noon + 1003);
  assert.deepEqual([free?.heldElsewhere, free?.interrupted], [false, false]);
  assert.deepEqual(await here.held('here', noon), []);
});

test('inputs and names are sealed; without the key nothing of them can be sent', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await started(ledger.batches, [aRow(0)]);
  assert.deepEqual((await ledger.batches.fields(b, [0])).get(0), { rc_number: 'XX00QQ9000' });
  for (const secret of ['XX00QQ9000', 'secret-name'])
    assert.deepEqual(filesHolding(folder, bytes(secret)), []);
  await ledger.close();
  const other = (await aWindow(t, folder, keyRing('another'))).batches;
  await assert.rejects(other.nextCall(b, 0), /key that sealed the rows/);
  assert.equal((await other.fields(b, [0])).size, 0);
  assert.equal((await other.get(b, 'me', noon))?.source, '');
});

test('erasing an order takes its row’s input along; erasing an input forgets rows that wait for it', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [
    aRow(0),
    aRow(1, {
      call: null,
      state: 'skipped',
      why: 'duplicate',
      sameAs: 0,
      fields: null,
      repeatKey: null,
      fingerprint: null,
    }),
    aRow(2),
    aRow(3, {
      call: null,
      state: 'skipped',
      why: 'duplicate',
      sameAs: 2,
      fields: null,
      repeatKey: null,
      fingerprint: null,
    }),
  ]);
  await ledger.begin(order(0));
  await ledger.settle(orderId('order batch-b.0'), aSettlement());
  await ledger.erase([orderId('order batch-b.0')]);
  assert.deepEqual(await states(store), ['done erased', 'skipped duplicate', 'waiting', 'skipped duplicate']);
  const masked = async () => (await store.rows(b, null, 10)).rows.map((row) => row.masked);
  assert.deepEqual(await masked(), ['', '', 'XX••••••02', 'XX••••••03']);
  assert.equal((await store.fields(b, [0])).size, 0);
  await ledger.eraseInput('print 2');
  assert.deepEqual((await states(store))[2], 'skipped erased');
  assert.deepEqual(await masked(), ['', '', '', '']);
  assert.equal(await store.nextCall(b, 0), null);
});

test('the policy empties and removes batches that are over, never one in which something waits', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1)]);
  await ledger.begin(order(0));
  await ledger.settle(orderId('order batch-b.0'), aSettlement());
  const whole = { keep: 'everything', payloadDays: 1, orderDays: 0 } as const;
  await ledger.applyPolicy(whole, noon + 2 * day);
  assert.deepEqual(
    [...(await store.fields(b, [0, 1])).keys()],
    [1],
    'the answered row’s payload is gone, and so is its input',
  );
  await store.setAside(b, 1, 'skipped', 'left', []);
  await ledger.applyPolicy(whole, noon + 2 * day);
  assert.equal((await store.fields(b, [0, 1])).size, 0);
  assert.deepEqual(await states(store), ['done', 'skipped left']);
  await ledger.applyPolicy({ ...whole, orderDays: 1 }, noon + 2 * day);
  assert.equal(await store.get(b, 'me', noon), null);
});

test('an erased batch leaves no trace, and its orders stay', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1, { masked: 'TRACE-OF-A-ROW' })]);
  await ledger.begin(order(0));
  await ledger.settle(orderId('order batch-b.0'), aSettlement());
  assert.notDeepEqual(filesHolding(folder, bytes('TRACE-OF-A-ROW')), []);
  assert.equal(await store.erase(b, 'me', noon), true);
  assert.deepEqual(filesHolding(folder, bytes('TRACE-OF-A-ROW')), []);
  assert.notEqual(await ledger.get(orderId('order batch-b.0')), null);
  assert.equal(await store.get(b, 'me', noon), null);
});

test('a plan given up is removed whole, in steps; a started batch is not', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await store.create(aBatch);
  const rows = Array.from({ length: 1200 }, (_, row) => aRow(row));
  await store.addRows(b, rows);
  await store.discard(b);
  assert.equal(await store.get(b, 'me', noon), null);
  assert.equal((await store.rows(b, null, 10)).rows.length, 0);
  await started(store, [aRow(0)]);
  await store.discard(b);
  assert.deepEqual(await states(store), ['waiting']);
});

test('a row that is undecided again after its input went is never made to wait: it would stop all that wait behind it', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1), aRow(2)]);
  await ledger.begin(order(0));
  await ledger.recover(noon + day);
  const told = (outcome: 'refunded' | 'still-open', at: number) =>
    ledger.resolve(orderId('order batch-b.0'), { at, outcome, note: '', pasted: null });
  await told('refunded', noon + day);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + day);
  // The e-mail was misread: it is open after all.
  await told('still-open', noon + day + 1);
  assert.deepEqual(await states(store), ['undecided unknown', 'waiting', 'waiting']);
  await decide(store, 'unknown', 'again');
  assert.deepEqual(await states(store), ['done left-unknown', 'waiting', 'waiting']);
  assert.equal((await store.nextCall(b, 0))?.call, 1);
});

test('what its rows came to counts those whose input is still kept: no other can be run again', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1)]);
  for (const row of [0, 1]) {
    await ledger.begin(order(row));
    await ledger.settle(orderId(`order batch-b.${row}`), aSettlement({ outcome: 'failed', billing: 'free' }));
  }
  const counts = async () => (await store.outcomes(b)).map(({ rows, kept, calls }) => [rows, kept, calls]);
  assert.deepEqual(await counts(), [[2, 2, 2]]);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + day);
  assert.deepEqual(await counts(), [[2, 0, 2]]);
});

test('what its rows came to counts those that are still pending: none whose outcome was recorded', async (t) => {
  const { ledger } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1)]);
  for (const row of [0, 1]) {
    await ledger.begin(order(row));
    await ledger.settle(order(row).id, aSettlement(pending));
  }
  const left = [rowsStillOpen(await store.outcomes(b))];
  for (const [row, outcome] of [
    [0, 'still-open'],
    [0, 'verified'],
    [1, 'refunded'],
  ] as const) {
    await ledger.resolve(order(row).id, { at: noon + day, outcome, note: '', pasted: null });
    left.push(rowsStillOpen(await store.outcomes(b)));
  }
  assert.deepEqual(left, [2, 2, 1, 0]);
});

test('a row whose number was reduced before its order was open again is not sent with what is left of it', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0), aRow(1)]);
  await ledger.begin(order(0));
  await ledger.recover(noon + day);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`UPDATE orders SET aadhaar_reduced_at = ${noon}`);
  db.close();
  await decide(store, 'unknown', 'again');
  assert.deepEqual(await states(store), ['done left-unknown', 'waiting']);
});

test('rows that never left and are no longer kept whole are left out, not done: nobody answered them', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const store = ledger.batches;
  await started(store, [aRow(0, { call: 0 }), aRow(1, { call: 0 }), aRow(2)]);
  await store.setAside(b, 0, 'undecided', 'pending', []);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec('UPDATE batch_rows SET input = NULL, seal_id = NULL WHERE row = 1');
  db.close();
  await decide(store, 'pending', 'again');
  assert.deepEqual(await states(store), ['skipped erased', 'skipped erased', 'waiting']);
});
