import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { billings, outcomes, plain } from '../../../src/contract/words.ts';
import { root } from '../../support/paths.ts';

it('puts phrases into a phrase, and leaves a hole it has nothing for', () => {
  const inner = { text: 'Use {0}.', args: ['https'] };
  assert.equal(
    plain({ text: '{0} is left out: {1} {2}', args: [1, inner] }),
    '1 is left out: Use https. {2}',
  );
});

it('names what a call may come to, and what it may do to the wallet, as docs/design.md does', () => {
  const said = readFileSync(join(root, 'docs/design.md'), 'utf8');
  const listed = (word: string): readonly string[] => {
    const [, list = ''] =
      new RegExp(`^\\| ${word} \\| (?:what a call came to: )?(.*?)(?:, with .*)? \\|$`, 'm').exec(said) ?? [];
    return list.split(/, | or /);
  };
  assert.deepEqual(outcomes, listed('outcome'));
  assert.deepEqual(billings, listed('billing'));
});
