import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthOf } from '../../../src/contract/depth.ts';

test('a text is at most as deep as its brackets, those in its strings included', () => {
  const depths: readonly (readonly [string, number])[] = [
    ['1', 0],
    ['"[["', 2],
    ['{}', 1],
    ['[]', 1],
    ['{"a":[1]}', 2],
    ['[[],[[]],[]]', 3],
    ['{"a":{},"b":{"c":{}}}', 3],
  ];
  for (const [text, depth] of depths) assert.equal(depthOf(text), depth, text);
});
