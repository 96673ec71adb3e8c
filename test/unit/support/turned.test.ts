import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turned } from '../../support/nodeSuite.ts';

test('the longest file stays the first, the others go on from another one for each commit, and none is lost', () => {
  const files = ['longest', 'a', 'b', 'c'];
  assert.deepEqual(turned(files, '00000000ff'), files);
  assert.deepEqual(turned(files, '00000001ff'), ['longest', 'b', 'c', 'a']);
  assert.deepEqual(turned(files, 'ffffffffff'), ['longest', 'a', 'b', 'c']);
  const seconds = new Set(Array.from({ length: 9 }, (_, at) => turned(files, `0000000${at}ab`)[1]));
  assert.deepEqual([...seconds].sort(), ['a', 'b', 'c']);
  assert.deepEqual(turned(['only'], '12345678'), ['only']);
  assert.deepEqual(turned([], '12345678'), []);
});
