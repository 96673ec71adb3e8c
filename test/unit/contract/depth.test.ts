import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthOf } from '../../../src/contract/depth.ts';
import { readTree } from '../../../src/requests/bodyTree.ts';

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

test('a tree is made of two hundred levels, and of no more', () => {
  const levels = (count: number): string => '['.repeat(count) + ']'.repeat(count);
  assert.equal(readTree(levels(200)).ok, true);
  const deeper = readTree(levels(201));
  assert.equal(deeper.ok ? null : deeper.why, 'deep');
});
