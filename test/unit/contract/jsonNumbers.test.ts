import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberText, parseWithNumbers, SourceNumber, sortedJson } from '../../../src/contract/jsonNumbers.ts';

const long = '12345678901234567890';
/** A list with one number, of so many characters. */
const ofLength = (chars: number): string => `[${long}${' '.repeat(chars - long.length - 2)}]`;
const firstOf = (list: unknown): string | null => numberText(Array.isArray(list) ? list[0] : null);

describe('JSON with numbers as they were sent', () => {
  it('has them exactly up to a million characters, and says beyond that they may differ', () => {
    assert.equal(firstOf(parseWithNumbers(ofLength(1_000_000))), long);
    assert.equal(firstOf(parseWithNumbers(ofLength(1_000_001))), '≈ 12345678901234567000');
    assert.equal(firstOf(parseWithNumbers(ofLength(1_000_001).replace(long, '7'.padEnd(20)))), '7');
  });

  it('is what was parsed already where it is that long, and not where it is not', () => {
    const parsed = [1];
    assert.equal(parseWithNumbers(ofLength(1_000_001), parsed), parsed);
    assert.deepEqual(parseWithNumbers('[1]', parsed), [new SourceNumber('1')]);
  });

  it('is read behind a byte order mark, and is nothing where it is no JSON', () => {
    assert.deepEqual(parseWithNumbers('\ufeff[1.50]'), [new SourceNumber('1.50')]);
    for (const text of ['[1]\ufeff', '', '[1', `[${' '.repeat(1_000_000)}`])
      assert.equal(parseWithNumbers(text), undefined, text.slice(0, 5));
  });

  it('is nested as deep as the parser goes, then without exact numbers', () => {
    let found = parseWithNumbers(`${'['.repeat(100_000)}${long}${']'.repeat(100_000)}`);
    while (Array.isArray(found)) [found] = found;
    assert.equal(numberText(found), '≈ 12345678901234567000');
  });
});

describe('the one text of JSON that says the same', () => {
  const sorted = (text: string): string => sortedJson(parseWithNumbers(text));

  it('has keys in order at every level, no space, and numbers as written', () => {
    assert.equal(
      sorted('{ "b": [1.0, {"z": 1, "y": [ ], "x": null}], "a": "x", "B": true, "": {} }'),
      '{"":{},"B":true,"a":"x","b":[1.0,{"x":null,"y":[],"z":1}]}',
    );
    assert.equal(sorted('[2,1,3]'), '[2,1,3]');
    assert.equal(sorted('1e2'), '1e2');
    assert.notEqual(sorted('1.0'), sorted('1'));
  });

  it('is the same for the same keys in any order', () => {
    const keys = ['d', 'a', 'c', 'b', 'aa', 'A', '10', '9'];
    const of = (names: readonly string[]) => sorted(`{${names.map((name) => `"${name}":1`).join(',')}}`);
    assert.equal(of(keys), of(keys.toReversed()));
    assert.equal(of(keys), '{"10":1,"9":1,"A":1,"a":1,"aa":1,"b":1,"c":1,"d":1}');
  });

  it('is not made of numbers that came without their digits', () => {
    const without = { name: 'RangeError', message: /digits it was written with/ };
    assert.throws(() => sortedJson([1]), without);
  });
});
