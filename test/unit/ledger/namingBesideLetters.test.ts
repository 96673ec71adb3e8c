import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { aRow, started, states } from './aBatch.ts';
import { aLedger, ids, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

const own = '{"fetch_by":"mobile","number":"9876543210"}';

it('an order whose request says the number right behind its label is erased with it, or counted', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'credit-report', own);
  await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777","remark":"Mob9876543210"}');
  const { orders, shared, untold } = await ledger.heldElsewhere([print]);
  await ledger.eraseInput(print);
  assert.deepEqual([orders + shared + untold, await ids(ledger)], [1, []]);
});

it('so is a row that waits and has it so in a column of the user’s own, and what is typed into a form', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'credit-report', own);
  const row = aRow(0, { call: 0, own: ['Ph9876543210'], fields: { rc_number: 'XX00OK7771' } });
  await started(ledger.batches, [row]);
  const draft = emptyDraft(operationById('rc-advanced'));
  await ledger.saveDraft(
    pageId('form'),
    encodeDraft({ ...draft, fields: { rc_number: 'tel9876543210' } }),
    noon,
  );
  await ledger.eraseInput(print);
  assert.deepEqual(
    [await states(ledger.batches), await ledger.loadDraft(pageId('form'))],
    [['skipped erased'], null],
  );
});

/** aadhaar/numbers.ts `plainDigits` reads an Aadhaar number so; pandas writes every number of a column with gaps like this. */
it('so is what says a mobile number as programs write a number of a column with gaps', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'credit-report', own);
  await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777","phone":9876543210.0}');
  await started(ledger.batches, [
    aRow(0, { call: 0, own: ['9876543210.0'], fields: { rc_number: 'XX00OK7771' } }),
  ]);
  await ledger.eraseInput(print);
  assert.deepEqual([await ids(ledger), await states(ledger.batches)], [[], ['skipped erased']]);
});
