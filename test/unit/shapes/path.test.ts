import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Path } from '../../../src/shapes/model.ts';
import { pathText } from '../../../src/shapes/path.ts';
import { pathOf } from '../../support/shapePath.ts';

const keys = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '/',
    '[]',
    '{}',
    '.',
    '"',
    '\\',
    '__proto__',
    'a.b',
    '["a"]',
    '~x',
    '\ud800',
    '\t',
    '\u2028',
    '$',
    '-a',
  ),
);
const segment = fc.oneof(
  fc.constant('items' as const),
  fc.constant('any-key' as const),
  fc.record({ key: keys }, { noNullPrototype: true }),
);

describe('a path as text', () => {
  it('reads as one', () => {
    const path: Path = [
      { key: 'data' },
      { key: 'result' },
      'items',
      { key: 'a b' },
      'any-key',
      { key: 'x-1' },
      { key: '' },
    ];
    assert.equal(pathText(path), 'data.result[]["a b"]{}.x-1[""]');
    assert.equal(pathText([]), '');
    assert.equal(pathText(['any-key', 'items']), '{}[]');
  });

  it('is the same path again, whatever the keys are', () => {
    const property = fc.property(fc.array(segment, { maxLength: 8 }), (path) => {
      const text = pathText(path);
      assert.deepEqual(pathOf(text), path);
      assert.doesNotMatch(text, /\t/, 'a tab parts a fact');
    });
    fc.assert(property, { numRuns: 2000, seed: 1 });
  });

  it('is told from any other text', () => {
    for (const text of [
      '.a',
      'a..b',
      'a.',
      '[',
      '["a"',
      '["a"]',
      'a b',
      'a.[]',
      '[]a',
      '{',
      '~x',
      '["\\u0061 b"]',
    ]) {
      assert.equal(pathOf(text), null, text);
    }
  });
});
