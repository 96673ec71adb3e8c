import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch, aRow, b, order } from './aBatch.ts';
import { aLedger, aSettlement, bytes, place } from './aLedger.ts';

test('a row that quotes an erased input while its own call is under way forgets it once the call has ended', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const body = bytes('{"rc_number":"XX00ZZ7777"}');
  const { whole } = await ledger.inputPrint('rc-advanced', body);
  await place(ledger, 'other', { order: { requestBody: body, fingerprint: whole } });
  await batches.create({ ...aBatch, columns: [{ name: 'old_plate', mask: null }] });
  await batches.addRows(b, [aRow(0, { own: ['XX00ZZ7777'] })]);
  await batches.start(b, {
    sendFlawed: true,
    sendPaid: false,
    results: { file: '/x.csv', format: 'csv', masked: true },
    insteadOf: null,
  });
  const sent = order(0);
  await ledger.begin(sent);
  const erased = await ledger.eraseInput(whole);
  assert.equal(erased.leftOpen, 0, 'nothing is told to be left');
  await ledger.settle(sent.id, aSettlement());
  const kept = (await batches.inputs(b, [0])).get(0);
  assert.ok(!JSON.stringify(kept ?? null).includes('XX00ZZ7777'), JSON.stringify(kept));
});
