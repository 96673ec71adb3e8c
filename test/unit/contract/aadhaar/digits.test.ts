import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digitAt, digitWidth, partAt } from '../../../../src/contract/aadhaar/digits.ts';
import { aadhaarNumbersIn } from '../../../../src/contract/aadhaar/numbers.ts';
import { reducedBody } from '../../../../src/contract/aadhaar/reducing.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { number } from './aNumber.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const digit = (text: string): number => digitAt(bytes(text), 0);
const part = (text: string): number => partAt(bytes(text), 0);

describe('a digit in bytes', () => {
  const rows: readonly (readonly [string, number, number])[] = [
    ['0', 0, 1],
    ['9', 9, 1],
    ['\\u0030', 0, 6],
    ['\\u0039', 9, 6],
  ];
  for (const [text, value, width] of rows)
    it(text, () => assert.deepEqual([digit(text), digitWidth(bytes(text), 0)], [value, width]));

  for (const text of [
    '/',
    ':',
    'a',
    '\\u002f',
    '\\u003a',
    '\\u1032',
    '\\u0132',
    '\\x0032',
    '\\u003',
    '\\u00g0',
  ])
    it(`none is ${text}`, () => assert.equal(digit(text), -1));

  it('none stands after the end', () => assert.equal(digitAt(bytes('1'), 1), -1));
});

describe('what may part two digits of one number', () => {
  const rows: readonly (readonly [string, number])[] = [
    [' ', 1],
    ['-', 1],
    ['\u007f', 1],
    ['\\t', 2],
    ['\\n', 2],
    ['\\r', 2],
    ['\\b', 2],
    ['\\f', 2],
    ['\\/', 2],
    ['\\\\', 2],
    ['\\u0020', 6],
    ['\\u002a', 6],
    ['\\u002F', 6],
    ['\\u2010', 6],
    ['%20', 3],
    // A sign of per cent that is none of a form of the web.
    ['%2a', 1],
    ['%10', 1],
    ['\u0080', 2],
    ['\u00a0', 2],
    ['\u2010', 3],
    ['\uffff', 3],
    ['\u{10000}', 0],
    ['\u{1017a}', 4],
    ['\u{1f600}', 4],
    ['\u{10fffd}', 4],
    ['\u{10ffff}', 4],
  ];
  for (const [text, width] of rows)
    it(`${JSON.stringify(text)}: ${width} bytes`, () => assert.equal(part(text), width));

  for (const text of [
    'a',
    '1',
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    'é',
    'क',
    '\\u0061',
    '\\u003a',
    '\\u00e9',
    '',
  ])
    it(`not ${JSON.stringify(text)}`, () => assert.equal(part(text), 0));

  it('not a letter beyond sixteen bits', () => assert.equal(part('\u{20000}'), 0));

  it('an escape that is none is a backslash', () => {
    for (const text of ['\\x0020', '\\u00:0', '\\u000g', '\\u3g00', '\\u002', '\\'])
      assert.equal(part(text), 1, text);
  });

  const broken: readonly (readonly number[])[] = [
    [0x80, 0x80],
    [0xbf, 0xa0],
    [0xc2],
    [0xc2, 0x20],
    [0xe2, 0x80],
    [0xe2, 0x80, 0x20],
    [0xf0, 0x9f, 0x98],
    [0xf0, 0x9f, 0x98, 0x20],
    // One above the last character there is, and one that says less than its length.
    [0xf4, 0x90, 0x80, 0x80],
    [0xf0, 0x80, 0x80, 0xa0],
  ];
  for (const some of broken)
    it(`not bytes that are no character: ${some.map((one) => one.toString(16)).join(' ')}`, () =>
      assert.equal(partAt(Uint8Array.from(some), 0), 0));
});

// Found by changing the code: the number was known, and stayed in what was kept.
describe('a number whose digits a backslash parts is covered as it is known', () => {
  const operation = operationById('aadhaar-pan-link');
  const rows = [
    ['{"a":"2345\\u005c6789 0124"}', '{"a":"XXXX\\u005cXXXX 0124"}'],
    ['{"a":"2345\\\\6789 0124"}', '{"a":"XXXX\\\\XXXX 0124"}'],
    ['a=2345\\6789 0124', 'a=XXXX\\XXXX 0124'],
    // Right before it, where it escapes nothing: the first digit was taken for escaped, and the number was missed.
    [`a=\\${number}`, 'a=\\XXXXXXXX0124'],
    [`a=\\\\${number}`, 'a=\\\\XXXXXXXX0124'],
    [`{"a":"\\\\${number}"}`, '{"a":"\\\\XXXXXXXX0124"}'],
    [`{"a":"\\${number}`, '{"a":"\\XXXXXXXX0124'],
  ] as const;
  for (const [before, after] of rows)
    it(before, async () => {
      const known = aadhaarNumbersIn(operation, before);
      assert.deepEqual(known, [number]);
      const kept = await reducedBody(bytes(before), known, async () => undefined);
      assert.equal(new TextDecoder().decode(kept), after);
    });

  it('a backslash that is escaped itself begins no escape, so the body stays JSON', async () => {
    const body = '{"a":"\\\\u0032345 6789 0124"}';
    const kept = await reducedBody(bytes(body), [number], async () => undefined);
    assert.equal(new TextDecoder().decode(kept), '{"a":"\\\\u003XXXX XXXX 0124"}');
  });
});
