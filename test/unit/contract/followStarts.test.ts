import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followFields } from '../../../src/contract/followFields.ts';

const field = (start: string | null) => [{ name: 'consent', check: null, kind: 'string', start }];

test('a field that gets what it starts with has it where nothing is typed in it, and keeps what is', () => {
  const held = (text: string) => followFields({ fields: { consent: text } }, field(null), field('Y')).fields;
  assert.deepEqual(held(''), { consent: 'Y' });
  assert.deepEqual(held('N'), { consent: 'N' });
});

test('what a field started with before stays, also emptied by its user', () => {
  const draft = { fields: { consent: '' } };
  assert.equal(followFields(draft, field('N'), field('Y')), draft);
  assert.equal(followFields(draft, field('Y'), field(null)), draft);
});
