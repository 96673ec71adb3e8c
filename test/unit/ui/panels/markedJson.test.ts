import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageId } from '../../../../src/calls/ports/ids.ts';
import { emptyIn } from '../../../../src/contract/emptyFields.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { decodeDraft, emptyDraft } from '../../../../src/ui/panels/draft.ts';
import { FormDraft } from '../../../../src/ui/panels/formDraft.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { checkDraft } = await import('../../../../src/ui/panels/draftCheck.ts');

const rc = operationById('rc-advanced');
const marked = (json: string): string => `\ufeff${json}`;

function aForm(json: string): FormDraft {
  const draft = new FormDraft(pageId('page'), emptyDraft(rc), rc);
  draft.take({ draftId: draft.id, tab: 'json', fields: {}, json });
  return draft;
}

test('a form whose JSON begins with a byte order mark knows what it sent: nothing of it comes back as unsent', () => {
  const body = marked('{"rc_number":"XX00AB0001"}');
  const draft = aForm(body);
  assert.equal(draft.isUnsent(rc), true);
  draft.press(draft.body(rc));
  // As RequestPage.left reads the order that has left.
  const sent = new TextDecoder().decode(new TextEncoder().encode(draft.body(rc)));
  draft.renew('order', sent, rc);
  assert.equal(draft.isUnsent(rc), false);
  // As a reload of the window brings it back, and as its page goes on saving it.
  const kept = decodeDraft(draft.bytes(rc));
  assert.ok(kept !== null);
  assert.equal(new FormDraft(pageId('page'), kept, rc).isUnsent(rc), false);
  draft.take({ draftId: draft.id, tab: 'json', fields: {}, json: body });
  assert.equal(draft.isUnsent(rc), false);
  draft.take({ draftId: draft.id, tab: 'json', fields: {}, json: '{"rc_number":"XX00AB0002"}' });
  assert.equal(draft.isUnsent(rc), true);
});

test('what its editor saves of the same JSON without the mark is nothing new', () => {
  const draft = aForm(marked('{"rc_number":"XX00AB0001"}'));
  assert.equal(draft.body(rc), '{"rc_number":"XX00AB0001"}');
});

test('what stands in it is shown in the form, and said of, as without the mark', () => {
  for (const json of ['{"rc_number":"XX00AB0001"}', '{"rc_number":"x","other":1}', '{"rc_number":', '{}']) {
    const check = (text: string) =>
      checkDraft(rc, { draftId: 'd', tab: 'json', fields: {}, json: text }, true);
    assert.deepEqual({ ...check(marked(json)), json }, check(json));
  }
  const holdsNothing = { tab: 'json', fields: {}, json: marked('{"rc_number":""}') } as const;
  assert.deepEqual(emptyIn(rc, holdsNothing), ['rc_number']);
});
