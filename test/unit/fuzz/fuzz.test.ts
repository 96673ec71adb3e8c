import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactJson } from '../../../src/contract/compactJson.ts';
import { coverData, coverHeaderValue, coverId, coverText } from '../../../src/contract/coverText.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { fuzz } from '../../fuzz/fuzz.ts';

// `npm run fuzz` makes as many as one likes.
for (const seed of [20_261_122, 20_261_123]) {
  test(`3,000 bodies of seed ${seed} are read, masked, printed, exported and imported as they should be`, async () => {
    const found = await fuzz(3000, seed);
    assert.equal(found, null, `${found?.property}: ${found?.body}\n${found?.what}`);
  });
}

// Found by it: the text ended in a quote, as if it were whole.
test('a text that is cut on one line says that it is', () => {
  assert.equal(compactJson('=1+1', 3), '"=1…');
  assert.equal(compactJson('=1+1', 6), '"=1+1"');
  assert.equal(compactJson([1], 2), '[1…');
});

// Found by it: of "1000 0001 0000" the first eight digits were shown, for "0000" had been asked about.
test('a short value that was asked about does not lay bare the number it stands in', () => {
  const asked = new OwnInput(operationById('rc-advanced'), '{"code":"0000"}');
  for (const cover of [coverData, coverText, coverId, coverHeaderValue])
    for (const text of ['1000 0001 0000', 'of 1000 0001 0000 it'])
      assert.doesNotMatch(cover(text, asked), /1000|0001/, cover.name);
  assert.equal(coverData('code 0000', asked), 'code ••••••');
});
