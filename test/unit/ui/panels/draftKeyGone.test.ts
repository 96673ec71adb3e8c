import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOfPage, pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aFolder, aWindow, keyRing, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { formBroughtBack } = await import('../../../../src/ui/panels/formStart.ts');
const { emptyDraft, encodeDraft } = await import('../../../../src/ui/panels/draft.ts');

const page = pageId('11111111-2222-4333-8444-555555555555');
const left = { draftId: draftOfPage(page, 0), operation: 'rc-advanced' };

test('a form whose draft was sealed with a key that is gone says so', async (t) => {
  const folder = aFolder(t);
  const operation = operationById('rc-advanced');
  const before = await aWindow(t, folder);
  const typed = { ...emptyDraft(operation), fields: { rc_number: 'XX00AB0001' } };
  const services = (ledger: unknown) =>
    ({ ledger: async () => ledger, operation: operationById, newId: () => 'a new one' }) as never;
  await before.saveDraft(page, encodeDraft(typed), noon);
  assert.equal((await formBroughtBack(services(before), left))?.problem, null);
  await before.close();
  const after = await aWindow(t, folder, keyRing('another-key'));
  const start = await formBroughtBack(services(after), left);
  assert.match(
    String(start?.problem),
    /^What was typed here cannot be opened: the key that sealed it is gone/,
  );
  assert.deepEqual([start?.draft, start?.page], [emptyDraft(operation), 'a new one']);
  const never = { ...left, draftId: draftOfPage(pageId('11111111-2222-4333-8444-000000000000'), 0) };
  assert.equal((await formBroughtBack(services(after), never))?.problem, null);
});
