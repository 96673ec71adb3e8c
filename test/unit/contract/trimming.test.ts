import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trimmedOf, withoutSlashes } from '../../../src/contract/trimming.ts';

test('characters of a set go at both ends of a text, and only there', () => {
  for (const [text, trimmed] of [
    ['', ''],
    ['x', ''],
    ['xxx', ''],
    ['a', 'a'],
    ['xxaxbxx', 'axb'],
    ['ax', 'a'],
    ['xa', 'a'],
  ] as const)
    assert.equal(
      trimmedOf(text, (unit) => unit === 'x'),
      trimmed,
      text,
    );
});

test('nothing but characters of the text is asked about, each end once', () => {
  const asked: string[] = [];
  trimmedOf('xxx', (unit) => {
    asked.push(unit);
    return true;
  });
  trimmedOf('', () => assert.fail());
  assert.deepEqual(asked, ['x', 'x', 'x']);
});

test('slashes go at the end of a path, and only there', () => {
  for (const [path, without] of [
    ['/api/v1/', '/api/v1'],
    ['/api//', '/api'],
    ['/api', '/api'],
    ['//', ''],
    ['', ''],
  ] as const)
    assert.equal(withoutSlashes(path), without, path);
});
