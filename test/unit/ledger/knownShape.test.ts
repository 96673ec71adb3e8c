import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packedIds } from '../../../src/ledger/learning/knownShape.ts';
import type { Prints } from '../../../src/ledger/learning/prints.ts';
import { aLearner, head, put } from './aLearner.ts';

it('ids lie in the file as 32 bits each, the smallest first', () => {
  assert.deepEqual(
    [...packedIds([1, 0x0403_0201, 0xffff_ffff])],
    [1, 0, 0, 0, 1, 2, 3, 4, 255, 255, 255, 255],
  );
  assert.deepEqual([...packedIds([])], []);
});

describe('prints of a shape', () => {
  /** Prints that say by which key, and which texts were printed. */
  function counted(seal: string, printed: string[]): Prints {
    const text = (of: unknown, said: string): string => {
      assert.deepEqual(of, head);
      printed.push(said);
      return `${said} by ${seal}`;
    };
    return { seal, text } as unknown as Prints;
  }

  it('are made once of each text, two thousand of them, by the key of now', async (t) => {
    const learner = await aLearner(t);
    put(learner, 0);
    const shape = learner.known();
    const printed: string[] = [];
    const [one, other] = [counted('one', printed), counted('other', printed)];
    const made = (by: Prints, ...texts: readonly string[]): string => {
      printed.length = 0;
      for (const text of texts) assert.equal(shape.print(by, text), `${text} by ${by.seal}`);
      return printed.join(' ');
    };
    assert.equal(made(one, 'a', 'b', 'a', 'b'), 'a b');
    assert.equal(made(other, 'a', 'b', 'a'), 'a b');
    assert.equal(made(one, 'a', 'a'), 'a');
    const many = Array.from({ length: 1999 }, (_, n) => String(n));
    assert.equal(made(one, ...many), many.join(' '));
    assert.equal(made(one, 'a', ...many), '');
    // One more, and none of those before is remembered.
    assert.equal(made(one, 'more', 'a', '7', 'more'), 'more a 7');
  });
});
