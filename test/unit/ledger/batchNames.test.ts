import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchStore } from '../../../src/calls/ports/batchPorts.ts';
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
  newOrder,
  noon,
} from './aLedger.ts';

const day = 24 * 3_600_000;
const [one, two, three] = ['one', 'two', 'three'].map(orderId) as [
  ReturnType<typeof orderId>,
  ReturnType<typeof orderId>,
  ReturnType<typeof orderId>,
];
const start = { sendFlawed: false, sendPaid: false, results: null, insteadOf: null };

async function passes(store: BatchStore, from = 0) {
  const call = await store.nextCall(b, from);
  return call === null ? null : { paid: call.acceptedPaid, open: call.acceptedOpen };
}

test('a batch keeps its environment’s identity and the fields its rows were planned with, sealed', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  const { batches } = ledger;
  await started(batches, [aRow(0)]);
  const kept = await batches.get(b, 'me', noon);
  assert.deepEqual(
    [kept?.identity, kept?.fields, kept?.baseUrl],
    ['name:acme-prod', aBatch.fields, aBatch.baseUrl],
  );
  assert.deepEqual(filesHolding(folder, bytes('/prefix')), []);
  await ledger.close();
  const keyless = await (await aWindow(t, folder, keyRing('another'))).batches.get(b, 'me', noon);
  assert.deepEqual([keyless?.identity, keyless?.fields, keyless?.baseUrl], ['name:acme-prod', null, null]);
});

test('a call passes what its rows were chosen for, by name, and the print of its input', async (t) => {
  const { batches } = (await aLedger(t)).ledger;
  await started(batches, [
    aRow(0, { accepted: [one] }),
    aRow(1, { call: 0, accepted: [two, one] }),
    aRow(2, { paidTwins: [three], accepted: [three] }),
    aRow(3, { paidTwins: [three], accepted: [one] }),
  ]);
  assert.deepEqual(await states(batches), ['waiting', 'waiting', 'waiting', 'skipped paid']);
  assert.deepEqual(await passes(batches), { paid: [one, two], open: [one, two] });
  assert.deepEqual(await passes(batches, 2), { paid: [three], open: [three] });
  assert.equal((await batches.nextCall(b, 0))?.fingerprint, 'print 0');
});

test('a row whose paid twin was accepted is not among the paid ones; a start with them accepts all by name', async (t) => {
  const { batches } = (await aLedger(t)).ledger;
  await batches.create(aBatch);
  await batches.addRows(b, [
    aRow(0, { paidTwins: [one], accepted: [one] }),
    aRow(1, { paidTwins: [one, three], accepted: [two, three] }),
    aRow(2, { openTwins: [one] }),
  ]);
  const paid = async () =>
    (await batches.get(b, 'me', noon))?.tally
      .flatMap((row) => Array<boolean>(row.rows).fill(row.paid))
      .toSorted();
  assert.deepEqual(await paid(), [false, false, true]);
  await batches.start(b, { ...start, sendPaid: true });
  assert.deepEqual(await paid(), [false, false, false]);
  assert.deepEqual(await passes(batches, 1), { paid: [one, three, two], open: [two, three] });
  assert.deepEqual(await passes(batches, 2), { paid: [], open: [] });
});

test('a call set aside for orders passes these and no others when it is sent anew', async (t) => {
  const { batches } = (await aLedger(t)).ledger;
  await started(batches, [
    aRow(0),
    aRow(1, { state: 'undecided', why: 'pending', openTwins: [one] }),
    aRow(2),
    aRow(3),
  ]);
  await batches.setAside(b, 0, 'undecided', 'pending', [one, two]);
  await batches.setAside(b, 2, 'skipped', 'paid', [three]);
  assert.deepEqual(await states(batches), [
    'undecided pending',
    'undecided pending',
    'skipped paid',
    'waiting',
  ]);
  await decide(batches, 'pending', 'again');
  assert.deepEqual(await passes(batches), { paid: [], open: [one, two] });
  assert.deepEqual(await passes(batches, 1), { paid: [], open: [one] });
  // Set aside anew for another order: it passes that one, too, once the user says so.
  await batches.setAside(b, 1, 'undecided', 'pending', [three]);
  await decide(batches, 'pending', 'again');
  assert.deepEqual(await passes(batches, 1), { paid: [], open: [one, three] });
  assert.equal((await batches.nextCall(b, 1))?.draftId, 'batch-b.1', 'it never left by that name');
});

test('decisions are taken all or none, each for its reason alone', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  await started(batches, [aRow(0), aRow(1), aRow(2, { call: 1 })]);
  await ledger.begin(order(0));
  await batches.setAside(b, 1, 'undecided', 'pending', [one]);
  await ledger.recover(noon + day);
  const undecided = ['undecided unknown', 'undecided pending', 'undecided pending'];
  assert.deepEqual(await states(batches), undecided);
  // Something fails after the first decision was carried out.
  const drafts = await batches.undecided(b, 'pending');
  const leave = { why: 'pending', what: 'leave', drafts } as const;
  const broken = [leave, null as never];
  await assert.rejects(batches.decide(b, broken));
  assert.deepEqual(await states(batches), undecided);
  await batches.decide(b, [
    leave,
    { why: 'unknown', what: 'again', drafts: await batches.undecided(b, 'unknown') },
  ]);
  assert.deepEqual(await states(batches), ['waiting', 'skipped left', 'skipped left']);
  assert.deepEqual(await passes(batches), { paid: [], open: ['order batch-b.0'] });
  assert.equal((await batches.nextCall(b, 0))?.draftId, 'batch-b.0-1');
});

test('a failure code that another version wrote is some other failure', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.begin(newOrder('a'));
  const code = 'of-the-future' as 'other';
  await ledger.settle(orderId('a'), aSettlement({ failureCode: code }));
  assert.equal((await ledger.get(orderId('a')))?.failureCode, 'other');
});

test('of one call, the rows decided upon are sent anew, and the others stay undecided under their old name', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const twin = { state: 'undecided', why: 'pending', openTwins: [one] } as const;
  await started(batches, [aRow(0), aRow(1, { call: 0, ...twin })]);
  await ledger.begin(order(0));
  await ledger.recover(noon + day);
  await decide(batches, 'pending', 'again');
  assert.deepEqual(await states(batches), ['undecided unknown', 'waiting']);
  const call = await batches.nextCall(b, 0);
  assert.deepEqual(
    [call?.draftId, call?.rows.map(({ row }) => row), call?.acceptedOpen],
    ['batch-b.0-1', [1], [one]],
  );
  await decide(batches, 'unknown', 'again');
  assert.deepEqual(await passes(batches), { paid: [], open: ['order batch-b.0', one] });
});

test('a call set aside for orders that were paid passes these, and none that are open, when it is sent anew', async (t) => {
  const { batches } = (await aLedger(t)).ledger;
  await started(batches, [aRow(0, { accepted: [one] })]);
  await batches.setAside(b, 0, 'undecided', 'paid', [two]);
  await decide(batches, 'paid', 'again');
  assert.deepEqual(await passes(batches), { paid: [one, two], open: [one] });
});

test('a row sent anew takes no name that another row of its call has left under meanwhile', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const twin = { state: 'undecided', why: 'pending', openTwins: [one] } as const;
  await started(batches, [aRow(0), aRow(1, { call: 0, ...twin })]);
  await ledger.begin({ ...order(0), deadlineAt: noon });
  await ledger.recover(noon + 1);
  await decide(batches, 'pending', 'again');
  await ledger.begin(order(0, 'batch-b.0-1'));
  await decide(batches, 'unknown', 'again');
  assert.deepEqual(await states(batches), ['waiting', 'sent']);
  assert.equal((await batches.nextCall(b, 0))?.draftId, 'batch-b.0-2');
});

test('a call sent anew does not take the name of an order that was erased since', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  await started(batches, [aRow(0)]);
  const [first, second, third] = ['batch-b.0', 'batch-b.0-1', 'batch-b.0-2'] as const;
  for (const name of [first, second, third]) {
    await ledger.begin(order(0, name));
    await ledger.recover(noon + day);
    if (name !== third) await decide(batches, 'unknown', 'again');
  }
  await ledger.erase([orderId(`order ${second}`)]);
  await decide(batches, 'unknown', 'again');
  assert.equal((await batches.nextCall(b, 0))?.draftId, 'batch-b.0-3');
});
