import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOperation, readOrderRef } from '../../../src/ui/asking/arguments.ts';

function refusing(): never {
  throw new Error('refused');
}

test('an argument that is none is named by its names alone, whatever it holds or refuses', () => {
  const cyclic: Record<string, unknown> = { mobile: '9000000000' };
  cyclic.self = cyclic;
  const rows: readonly (readonly [unknown, string])[] = [
    [cyclic, '{ mobile, self }'],
    [Object.defineProperty({}, 'order', { get: refusing, enumerable: true }), '{ order }'],
    [new Proxy({}, { ownKeys: refusing }), 'object'],
    [10n, '10'],
    [refusing, 'function'],
    ['', "''"],
  ];
  for (const [given, shown] of rows) {
    assert.deepEqual(readOrderRef(given), { kind: 'bad', shown });
    assert.deepEqual(readOperation(given), { kind: 'bad', shown });
  }
});

test('a row is read by the id it holds', () => {
  assert.deepEqual(readOrderRef({ order: { id: 'a' } }), { kind: 'given', value: 'a' });
  assert.deepEqual(readOperation({ operation: { id: 'rc-advanced' } }), {
    kind: 'given',
    value: 'rc-advanced',
  });
  assert.deepEqual(readOperation({ operation: { id: '__proto__' } }).kind, 'bad');
  assert.deepEqual([readOrderRef(null).kind, readOperation(undefined).kind], ['none', 'none']);
});
