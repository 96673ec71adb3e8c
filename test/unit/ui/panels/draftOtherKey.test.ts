import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { draftOfPage, pageId } from '../../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aFolder, aSettlement, aWindow, bytes, keyRing, newOrder, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { formBroughtBack } = await import('../../../../src/ui/panels/formStart.ts');
const { bodyOfDraft, emptyDraft, encodeDraft, unsentOf } = await import('../../../../src/ui/panels/draft.ts');

const page = pageId('11111111-2222-4333-8444-555555555555');
const plates = operationById('rc-advanced');

/** What left, as its window kept it before, once the orders' key is another. @param kept what the ledger does meanwhile */
async function afterAnotherKey(t: TestContext, meanwhile: (ledger: Ledger) => Promise<unknown>) {
  const folder = aFolder(t);
  const typed = { ...emptyDraft(plates), told: false, fields: { rc_number: 'XX00AB0001' } };
  const body = bodyOfDraft(plates, typed);
  const before = await aWindow(t, folder);
  await before.saveDraft(page, encodeDraft(typed), noon);
  const { whole } = await printOf(before, plates, body);
  const sent = newOrder('sent', {
    draftId: draftOfPage(page, 0),
    fingerprint: whole,
    requestBody: bytes(body),
  });
  await before.begin(sent);
  await before.settle(sent.id, aSettlement());
  await meanwhile(before);
  await before.close();
  // A page of another browser, whose storage does not have that key: it makes its own, and no window is left that holds the first.
  const later = { now: () => noon + 3_600_000 };
  const other = await aWindow(t, folder, keyRing('another-key'), later);
  await other.saveDraft(pageId('another'), bytes('{}'), noon);
  await other.close();
  // The first browser has both from then on.
  const after = await aWindow(t, folder, keyRing('another-key', 'a-key'), later);
  const services = { ledger: async () => after, operation: operationById, newId: () => 'a new one' };
  const left = { draftId: draftOfPage(page, 0), operation: 'rc-advanced' };
  const start = await formBroughtBack(services as never, left);
  assert.equal(start?.draft.fields.rc_number, 'XX00AB0001');
  return start.draft;
}

/** decisions.md: "A window may end before it has kept that something left, so the ledger is asked what was sent under the draft's id." */
test('what left before the key of orders changed is not told as unsent, though its print was made with the key of then', async (t) => {
  const draft = await afterAnotherKey(t, async () => undefined);
  assert.equal(unsentOf(plates, draft), null, 'closed, it would come back and say that it was not sent');
});

/** README: "metadata" keeps the order without its request: nothing sealed is left that names its key. */
test('nor where its request is not kept', async (t) => {
  const draft = await afterAnotherKey(t, (ledger) =>
    ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 30 }, noon),
  );
  assert.equal(unsentOf(plates, draft), null);
});
