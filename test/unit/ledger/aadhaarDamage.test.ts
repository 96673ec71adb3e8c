import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { KeepAadhaar } from '../../../src/calls/ports/aadhaarPorts.ts';
import { draftId, orderId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aFolder, noon } from './aLedger.ts';
import { aadhaarOrder, aKeeper, answered, keptOf, reducedAnswer, reducedRequest } from './anAadhaarOrder.ts';

/** As a disk would. */
function damage(folder: string, sql: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  try {
    assert.equal(db.prepare(sql).run().changes, 1);
  } finally {
    db.close();
  }
}

const seqOf = (id: string): string => `(SELECT seq FROM orders WHERE id = '${id}')`;

for (const table of ['payloads', 'aadhaar_numbers']) {
  it(`an order that was damaged on disk (${table}) keeps no other from being reduced`, async (t) => {
    const folder = aFolder(t);
    let keep: KeepAadhaar = 'asOtherData';
    const ledger = await aKeeper(t, folder, { keepAadhaar: () => keep });
    for (const id of ['damaged', 'sound']) {
      await ledger.begin(aadhaarOrder(id));
      await ledger.settle(orderId(id), answered());
    }
    const column = table === 'payloads' ? 'request_body' : 'body';
    damage(folder, `UPDATE ${table} SET ${column} = zeroblob(99) WHERE seq = ${seqOf('damaged')}`);
    keep = 'untilSettled';
    assert.equal(await ledger.aadhaar.keepUp(noon), 1);
    assert.equal((await keptOf(ledger, 'sound')).request, reducedRequest);
  });
}

it('a damaged note or row of a batch keeps no paid answer from being written, and no row from being reduced', async (t) => {
  const folder = aFolder(t);
  const ledger = await aKeeper(t, folder);
  const { requestFields: fields } = operationById('aadhaar-pan-link');
  const values = { aadhaar_number: number, pan_number: 'ZZZPZ9999Z' };
  await ledger.batches.create({ ...aBatch, operation: 'aadhaar-pan-link', fields });
  const skipped = { flawed: true } as const;
  await ledger.batches.addRows(
    b,
    [{}, skipped, skipped].map((changes, place) => aRow(place, { fields: values, ...changes })),
  );
  await ledger.batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
  await ledger.begin(aadhaarOrder('one', { draftId: draftId('batch-b.0'), batch: { id: b, row: 0 } }));
  await ledger.note(orderId('one'), `about ${number}`, noon);
  damage(folder, `UPDATE events SET words = zeroblob(99) WHERE seq = ${seqOf('one')} AND kind = 'noted'`);
  damage(folder, `UPDATE batch_rows SET input = zeroblob(99) WHERE order_ref = 'one'`);
  damage(folder, 'UPDATE batch_rows SET input = zeroblob(99) WHERE row = 1');
  await ledger.settle(orderId('one'), answered());
  const { request, answer } = await keptOf(ledger, 'one');
  assert.deepEqual([request, answer], [reducedRequest, reducedAnswer]);
  assert.equal(await ledger.aadhaar.keepUp(noon), 1);
  const row = (await ledger.batches.inputs(b, [2])).get(2);
  assert.equal(row?.fields?.aadhaar_number, 'XXXXXXXX0124');
});
