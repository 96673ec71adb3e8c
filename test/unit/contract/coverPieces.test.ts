import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverDeviation, coverId, coverPhrase } from '../../../src/contract/coverText.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import type { Deviation } from '../../../src/contract/words.ts';

const own = new OwnInput(operationById('rc-advanced'), '{"rc_number":"ZZ99ZZ9999"}');

test('a text that is too long for an id is covered whole, a shorter one to its end', () => {
  const as = (kind: string, text: string): string => `${kind} ${text.length}`;
  assert.equal(coverId('a b'.repeat(67), null, as), 'all 201');
  assert.equal(coverId('a b'.repeat(66), null, as), 'last4 198');
  assert.equal(coverId(`${'a b'.repeat(66)}cd`, null, as), 'last4 200');
  assert.equal(coverId('', null, as), '');
});

test('an id of three letters is a name of something, one of four may be anybody’s', () => {
  assert.equal(coverId('abc'), 'abc');
  assert.notEqual(coverId('abcd'), 'abcd');
});

test('a sentence without words of others stays as it is', () => {
  const phrase = { text: 'Nothing was billed.' };
  assert.equal(coverPhrase(phrase, own), phrase);
});

test('what departs from the documents shows no more of a person in its path and what was found than elsewhere', () => {
  const deviation = {
    paths: ['data.result.ZZ99ZZ9999', 'data.order_id'],
    found: 'ZZ99ZZ9999',
    what: { text: 'Not documented: {0}', args: ['ZZ99ZZ9999'] },
  } as unknown as Deviation;
  const { paths, found, what } = coverDeviation(deviation, own);
  assert.equal(paths[1], 'data.order_id');
  assert.ok(!JSON.stringify([paths, found, what]).includes('ZZ99ZZ9999'));
  assert.match(paths[0] ?? '', /^data\.result\../);
  assert.equal(coverDeviation({ ...deviation, found: null }, own).found, null);
});
