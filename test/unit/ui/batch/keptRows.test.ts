import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { rerunGroups } from '../../../../src/calls/batch/rerun.ts';
import { Review } from '../../../../src/calls/batch/review.ts';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { batchId, draftId, orderId } from '../../../../src/calls/ports/ids.ts';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { number } from '../../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b, started } from '../../ledger/aBatch.ts';
import { aFolder, bytes, noon } from '../../ledger/aLedger.ts';
import { aadhaarOrder, aKeeper, answered } from '../../ledger/anAadhaarOrder.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const operation = operationById('aadhaar-pan-link');
const fields = { aadhaar_number: number, pan_number: 'ZZZPZ9999Z' };

before(async () => {
  await standInForVscode();
});

it('rows run again after their numbers were reduced leave with the numbers of the file, or not at all', async (t) => {
  const { judgedWith, keptRows } = await import('../../../../src/ui/batch/keptRows.ts');
  const { shownView } = await import('../../../../src/ui/batch/reviewState.ts');
  const ledger = await aKeeper(t, aFolder(t));
  const body = bodyFromFields(operation, fields);
  const fingerprint = (await printOf(ledger, operation, body)).whole;
  await ledger.batches.create({ ...aBatch, operation: operation.id, fields: operation.requestFields });
  await ledger.batches.addRows(b, [aRow(0, { fields, fingerprint })]);
  await ledger.batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
  const sent = { draftId: draftId('batch-b.0'), batch: { id: batchId('b'), row: 0 } };
  await ledger.begin(aadhaarOrder('order', { ...sent, fingerprint, requestBody: bytes(body) }));
  await ledger.settle(
    orderId('order'),
    answered({ outcome: 'failed', billing: 'free', messageCode: 'PROVIDER_UNAVAILABLE' }),
  );

  const from = await ledger.batches.get(b, 'a window', noon);
  assert.ok(from !== null);
  const { identity, origin: place } = aBatch;
  const groups = rerunGroups(await ledger.batches.outcomes(b));
  const origin = {
    kind: 'batch',
    batch: b,
    name: '',
    identity,
    origin: place,
    groups,
    numbers: null,
  } as const;
  const reviewed = async (numbers: ReadonlyMap<number, readonly string[]>) => {
    const kept = await keptRows(ledger, { from, origin, operation, numbers }, () => true);
    assert.ok(kept !== null);
    const { map, names } = kept.mapping;
    const options = { operation, place, map, width: names.length, chunk: 1, ...judgedWith(kept) };
    const means = {
      fingerprint: ledger.fingerprint.bind(ledger),
      inputPrint: ledger.inputPrint.bind(ledger),
      twins: async () => [{ paid: [], pending: [] }],
      turn: async () => undefined,
    };
    const review = await Review.of(means, options, kept.rows, noChoices, () => true);
    assert.ok(review !== null);
    const [shown] = shownView(review, { group: review.row(0).group, offset: 0 }, kept.came).rows;
    assert.equal(shown?.reasons[0], 'Last time: failed · free · PROVIDER_UNAVAILABLE');
    return review;
  };

  const again = await reviewed(new Map([[2, ['A. Nobody', '2345 6789 0124']]]));
  assert.deepEqual(again.fieldsOf(again.row(0)), fields);
  assert.equal(again.isSent(again.row(0)), true);

  const emptied = await reviewed(new Map());
  assert.deepEqual(emptied.fieldsOf(emptied.row(0)), { ...fields, aadhaar_number: '' });
  assert.equal(emptied.isSent(emptied.row(0)), false, 'nobody means to pay for a row without its number');
  await emptied.fill(0, fields);
  assert.equal(emptied.isSent(emptied.row(0)), true);
});

it('nothing came yet of rows that wait and are planned anew', async (t) => {
  const { keptRows } = await import('../../../../src/ui/batch/keptRows.ts');
  const ledger = await aKeeper(t, aFolder(t));
  await started(ledger.batches, [aRow(0)]);
  const from = await ledger.batches.get(b, 'a window', noon);
  assert.ok(from !== null);
  const { identity, origin: place } = aBatch;
  const kind = 'batch' as const;
  const origin = { kind, batch: b, name: '', identity, origin: place, groups: null, numbers: null };
  const waiting = { from, origin, operation: operationById('rc-advanced'), numbers: new Map() };
  const kept = await keptRows(ledger, waiting, () => true);
  assert.deepEqual([kept?.rows.length, kept?.came], [1, []]);
});
