import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NewBatchRow } from '../../../src/calls/ports/batchPorts.ts';
import { batchId, draftId, orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aFolder, filesHolding, noon, pending } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered, sealedOf } from './anAadhaarOrder.ts';

const fields = { aadhaar_number: number, pan_number: 'ZZZPZ9999Z' };
const own = ['A. Nobody', '2345 6789 0124', 'ZZZPZ9999Z'];
const covered = {
  fields: { ...fields, aadhaar_number: 'XXXXXXXX0124' },
  own: ['A. Nobody', 'XXXX XXXX 0124', 'ZZZPZ9999Z'],
};

const row = (place: number, changes: Partial<NewBatchRow> = {}): NewBatchRow =>
  aRow(place, { fields, own, ...changes });

async function started(ledger: Ledger, rows: readonly NewBatchRow[]): Promise<void> {
  const { requestFields } = operationById('aadhaar-pan-link');
  await ledger.batches.create({ ...aBatch, operation: 'aadhaar-pan-link', fields: requestFields });
  await ledger.batches.addRows(b, rows);
  await ledger.batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
}

const orderOf = (call: number) =>
  aadhaarOrder(`order ${call}`, {
    draftId: draftId(`batch-b.${call}`),
    batch: { id: batchId('b'), row: call },
  });

async function inputsOf(ledger: Ledger, ...rows: readonly number[]): Promise<unknown[]> {
  const kept = await ledger.batches.inputs(b, rows);
  return rows.map((one) => {
    const input = kept.get(one);
    return input === undefined ? null : { fields: input.fields, own: input.own };
  });
}

it('a row of a batch is reduced with its order, cells of the user’s own file included', async (t) => {
  const folder = aFolder(t);
  const ledger = await aKeeper(t, folder);
  await started(ledger, [row(0), row(1), row(2)]);
  for (const call of [0, 1]) await ledger.begin(orderOf(call));
  const old = sealedOf(folder, 'order 0');
  assert.equal(old.length, 3);
  await ledger.settle(orderId('order 0'), answered());
  await ledger.settle(orderId('order 1'), answered(pending));
  assert.deepEqual(await inputsOf(ledger, 0, 1, 2), [covered, { fields, own }, { fields, own }]);
  assert.equal((await ledger.batches.inputs(b, [0])).get(0)?.print, 'print 0');
  await ledger.aadhaar.keepUp(noon);
  for (const form of old) assert.deepEqual(filesHolding(folder, form), []);
  // What waits is sent as it was planned.
  assert.deepEqual((await ledger.batches.nextCall(b, 0))?.rows, [{ row: 2, fields, own }]);
});

it('rows that never left are reduced once the batch is over and nobody runs it', async (t) => {
  const ledger = await aKeeper(t, aFolder(t));
  await started(ledger, [row(0), row(1, { flawed: true }), row(2)]);
  await ledger.begin(orderOf(0));
  await ledger.settle(orderId('order 0'), answered(pending));
  assert.equal(await ledger.aadhaar.keepUp(noon), 0);
  await ledger.begin(orderOf(2));
  await ledger.settle(orderId('order 2'), answered());
  assert.equal(await ledger.batches.hold(b, 'a window', noon, 60_000), true);
  assert.equal(await ledger.aadhaar.keepUp(noon + 1), 0);
  await ledger.batches.release(b, 'a window');
  assert.equal(await ledger.aadhaar.keepUp(noon + 2), 1);
  assert.deepEqual(await inputsOf(ledger, 0, 1, 2), [{ fields, own }, covered, covered]);
  assert.equal(await ledger.aadhaar.keepUp(noon + 3), 0);
  await ledger.resolve(orderId('order 0'), { at: noon + 4, outcome: 'negative', note: '', pasted: null });
  assert.deepEqual(await inputsOf(ledger, 0), [covered]);
});
