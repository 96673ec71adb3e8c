import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { emptyDraft } from '../../../../src/ui/panels/draft.ts';
import { FormDraft } from '../../../../src/ui/panels/formDraft.ts';

const email = operationById('email-bulk');
const emails = 'nobody@example.invalid\nother@example.invalid';

const corrected = (field: object) => withRequestFields(email, readRequestFields({ 'email-bulk': [field] }));

for (const field of [
  { name: 'emails', type: 'string' },
  { name: 'email', type: 'string', check: 'emails' },
]) {
  test(`lines of a list do not stand in one line, unseen, once its field is a text: ${field.name}`, () => {
    const draft = new FormDraft('page' as never, { ...emptyDraft(email), fields: { emails } }, email);
    const operation = corrected(field);
    draft.follow(operation);
    const [address, other] = emails.split('\n');
    assert.deepEqual(JSON.parse(draft.body(operation)), { [field.name]: `${address} ${other}` });
  });
}
