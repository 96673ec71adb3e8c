import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { aRow, started, states } from './aBatch.ts';
import { aLedger, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

/** A plate's number has one to four digits, and `ann@` ends `joann@`: what is longer is somebody else's, as it is for orders. */
describe('an erased input takes nothing of one that is longer', () => {
  for (const [operation, own, longer] of [
    ['rc-advanced', '{"rc_number":"XX00OK020"}', { rc_number: 'XX00OK0200' }],
    ['email-bulk', '{"emails":["ann@example.com"]}', { emails: 'joann@example.com' }],
  ] as const) {
    it(`${operation}: rows that wait, and those that would leave with them`, async (t) => {
      const { ledger } = await aLedger(t);
      const print = await sentAs(ledger, 'own', operation, own);
      const beside = aRow(1, { call: 0, fields: { emails: 'bob@example.com' } });
      await started(ledger.batches, [aRow(0, { call: 0, fields: longer }), beside]);
      await ledger.eraseInput(print);
      assert.deepEqual(await states(ledger.batches), ['waiting', 'waiting']);
    });

    it(`${operation}: what is typed into a form, and a note`, async (t) => {
      const { ledger } = await aLedger(t);
      const print = await sentAs(ledger, 'own', operation, own);
      await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777"}');
      const [typed = ''] = Object.values(longer);
      await ledger.note(orderId('other'), `see also ${typed}`, noon);
      const draft = { ...emptyDraft(operationById(operation)), fields: longer };
      await ledger.saveDraft(pageId('form'), encodeDraft(draft), noon);
      await ledger.eraseInput(print);
      assert.deepEqual(
        [(await ledger.loadDraft(pageId('form'))) !== null, await ledger.readNote(orderId('other'))],
        [true, `see also ${typed}`],
      );
    });
  }
});
