import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTree } from '../../../src/contract/fieldTree.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { RequestField } from '../../../src/contract/shapes.ts';

const [plain] = operationById('rc-advanced').requestFields;

function shape(...paths: readonly string[]): unknown {
  assert.ok(plain);
  const fields = paths.map((path): RequestField => ({ ...plain, name: path, path: path.split('.') }));
  const told = (tree: ReturnType<typeof fieldTree>): unknown =>
    [...tree].map(([key, node]) => (node instanceof Map ? [key, told(node)] : node.name));
  return told(fieldTree(fields));
}

test('fields stand in objects by their paths, in the order they are given', () => {
  assert.deepEqual(shape('b', 'o.x', 'a', 'o.p.y', 'o.z'), [
    'b',
    ['o', ['o.x', ['p', ['o.p.y']], 'o.z']],
    'a',
  ]);
});

test('of a field and an object of one name the first counts, whatever stands below', () => {
  assert.deepEqual(shape('a', 'a.b', 'a.b.c', 'd'), ['a', 'd']);
  assert.deepEqual(shape('a.b', 'a', 'a.b.c.d'), [['a', ['a.b']]]);
});
