import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsBetween, size } from '../../../webview/format.ts';

test('sizes', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [20_480, '20.5 KB'],
    [999_499, '999 KB'],
    [10_400_000, '10.4 MB'],
    [5e15, '5000000 GB'],
  ];
  for (const [bytes, text] of cases) assert.equal(size(bytes), text);
});

test('seconds never run backwards', () => {
  assert.deepEqual([secondsBetween(0, 2999), secondsBetween(5000, 1000)], [2, 0]);
});
