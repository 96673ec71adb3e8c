import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnedMost } from '../../../../src/calls/ports/guardPorts.ts';

test('a 429 at the n-th call of a minute teaches that one less is taken; at the first one it teaches nothing', () => {
  const after = (calls: number): number | null => learnedMost({ calls, at: 0 });
  assert.deepEqual([1, 2, 3, 60].map(after), [null, 1, 2, 59]);
  assert.equal(learnedMost(null), null);
});
