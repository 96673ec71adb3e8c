import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch, aRow, b, order } from '../../ledger/aBatch.ts';
import { aLedger, aSettlement, bytes, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { standingOf } = await import('../../../../src/ui/batch/batchStatus.ts');

test('a call of which one row was erased is one call in the status bar', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const body = bytes('{"rc_number":"XX00ZZ7777"}');
  const { whole } = await ledger.inputPrint('rc-advanced', body);
  await place(ledger, 'other', { order: { requestBody: body, fingerprint: whole } });
  await batches.create({ ...aBatch, columns: [{ name: 'note', mask: null }] });
  const rows = [aRow(0, { own: ['XX00ZZ7777'] }), aRow(1, { call: 0, own: ['x'] }), aRow(2, { own: ['y'] })];
  await batches.addRows(b, rows);
  await batches.start(b, {
    sendFlawed: true,
    sendPaid: false,
    results: { file: '/x.csv', format: 'csv', masked: true },
    insteadOf: null,
  });
  const sent = order(0);
  await ledger.begin(sent);
  await ledger.settle(sent.id, aSettlement());
  const standing = async () => {
    const batch = await batches.get(b, 'window', 0);
    assert.ok(batch !== null);
    return standingOf(batch);
  };
  assert.deepEqual(await standing(), { total: 2, ended: 1 });
  await ledger.eraseInput(whole);
  assert.deepEqual(await standing(), { total: 2, ended: 1 });
});
