import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plain } from '../../../src/contract/words.ts';

it('puts phrases into a phrase, and leaves a hole it has nothing for', () => {
  const inner = { text: 'Use {0}.', args: ['https'] };
  assert.equal(
    plain({ text: '{0} is left out: {1} {2}', args: [1, inner] }),
    '1 is left out: Use https. {2}',
  );
});
