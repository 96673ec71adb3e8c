import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRow, b, order } from '../../ledger/aBatch.ts';
import { aLedger, aSettlement } from '../../ledger/aLedger.ts';
import { quoted, quotingBatch } from '../../ledger/aQuotingBatch.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { standingOf } = await import('../../../../src/ui/batch/batchStatus.ts');

test('a call of which one row was erased is one call in the status bar', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const rows = [aRow(0, { own: [quoted] }), aRow(1, { call: 0, own: ['x'] }), aRow(2, { own: ['y'] })];
  const whole = await quotingBatch(ledger, rows);
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

test('a call of which one row was erased is one call in every count, also where nobody knows what came of it', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  const rows = [aRow(0, { own: [quoted] }), aRow(1, { call: 0, own: ['x'] }), aRow(2, { own: ['y'] })];
  const whole = await quotingBatch(ledger, rows);
  await ledger.begin(order(0));
  await ledger.settle(
    order(0).id,
    aSettlement({ outcome: 'unknown', billing: 'unknown', messageCode: null }),
  );
  await ledger.eraseInput(whole);
  const standing = async () => {
    const batch = await batches.get(b, 'window', 0);
    assert.ok(batch !== null);
    return standingOf(batch);
  };
  assert.deepEqual(await standing(), { total: 2, ended: 1 });
  assert.equal(
    (await batches.outcomes(b)).reduce((sum, { calls }) => sum + calls, 0),
    1,
  );
  // What its user records of it later is said of the whole call.
  await ledger.resolve(order(0).id, { at: 1, outcome: 'negative', note: '', pasted: null });
  assert.deepEqual(await standing(), { total: 2, ended: 1 });
});
