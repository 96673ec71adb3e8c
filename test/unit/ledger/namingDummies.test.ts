import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { aRow, started, states } from './aBatch.ts';
import { aLedger, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

const request = (number: string): string => JSON.stringify({ number, mobile: '0000000000' });

/** docs/decisions.md, "Drafts, and what is erased": a number of one digit, such as 0000000000, names nobody. */
it('a dummy beside an erased number takes no rows that wait, drafts or notes of other inputs', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'credit-report', request('9000004190'));
  await sentAs(ledger, 'other', 'credit-report', request('9000004191'));
  await ledger.note(orderId('other'), 'support: 0000000000 is right where there is none', noon);
  const row = (at: number) => aRow(at, { fields: { number: `900000419${at + 2}`, mobile: '0000000000' } });
  await started(ledger.batches, [row(0), row(1)]);
  const draft = { ...emptyDraft(operationById('credit-report')), json: request('9000004195') };
  await ledger.saveDraft(pageId('form'), encodeDraft(draft), noon);
  assert.equal((await ledger.heldElsewhere([print])).quotes, 0);
  await ledger.eraseInput(print);
  assert.deepEqual(await states(ledger.batches), ['waiting', 'waiting']);
  assert.notEqual(await ledger.loadDraft(pageId('form')), null);
  assert.equal((await ledger.get(orderId('other')))?.hasNote, true);
});
