import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aRow, b, order, started } from '../../ledger/aBatch.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { rowWords } = await import('../../../../src/ui/batch/batchWords.ts');

test('a row whose call was given up and erased is not said to be answered', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  await started(batches, [aRow(0), aRow(1)]);
  const lost = order(0);
  await ledger.begin({ ...lost, deadlineAt: noon + 1000 });
  await ledger.recover(noon + 20_000);
  const words = async () => (await batches.rows(b, null, 10)).rows.map(rowWords);
  assert.deepEqual(await words(), ['unknown · may be billed', 'waiting']);
  await ledger.erase([lost.id]);
  assert.deepEqual(await words(), ['sent, and erased since', 'waiting']);
});

test('of the rows of a call that waits for a word, none is said to be paid for itself', async (t) => {
  const { batches } = (await aLedger(t)).ledger;
  await started(batches, [aRow(0), aRow(1, { call: 0 }), aRow(2)]);
  await batches.setAside(b, 0, 'undecided', 'paid', [orderId('x')]);
  await batches.setAside(b, 2, 'skipped', 'paid', [orderId('x')]);
  const ofCall = 'waits for your decision · an input of its call was paid for before';
  assert.deepEqual((await batches.rows(b, null, 10)).rows.map(rowWords), [
    ofCall,
    ofCall,
    'not sent · paid before',
  ]);
});

test('a row that repeats another names it by its line, as the table and the review do', async (t) => {
  const { batches } = (await aLedger(t)).ledger;
  const repeat = { call: null, state: 'skipped', why: 'duplicate', sameAs: 0 } as const;
  await started(batches, [aRow(0, { line: 2 }), { ...aRow(1), ...repeat }]);
  assert.deepEqual((await batches.rows(b, null, 10)).rows.map(rowWords), ['waiting', 'repeats line 2']);
});

test('a row whose call is under way is said to be sent without an answer yet', async (t) => {
  const { ledger } = await aLedger(t);
  await started(ledger.batches, [aRow(0)]);
  await ledger.begin(order(0));
  const [row] = (await ledger.batches.rows(b, null, 10)).rows;
  assert.equal(row?.state, 'sent');
  assert.equal(rowWords(row), 'sent, no answer yet');
});

test('a row whose order its user recorded is told as they recorded it, as lists tell the order', async (t) => {
  const { ledger } = await aLedger(t);
  const { batches } = ledger;
  await started(batches, [aRow(0)]);
  const { id } = order(0);
  await ledger.begin({ ...order(0), deadlineAt: noon + 1000 });
  await ledger.recover(noon + 20_000);
  const words = async () => (await batches.rows(b, null, 10)).rows.map(rowWords);
  for (const [outcome, told] of [
    ['refunded', 'recorded: refunded · refunded'],
    ['verified', 'recorded: verified · billed'],
    ['not-billed', 'recorded: not billed · free'],
    ['still-open', 'unknown · may be billed'],
  ] as const) {
    await ledger.resolve(id, { at: noon + 30_000, outcome, note: '', pasted: null });
    assert.deepEqual(await words(), [told]);
  }
});
