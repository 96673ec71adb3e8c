import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asItCame } from '../../../src/contract/looseText.ts';
import { maskAt } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';

const covered = (text: string, maxChars = 1e6) =>
  asItCame(text, { maxChars, mask: (path) => maskAt(operationById('rc-advanced'), path) });

describe('text that is no JSON, as it came', () => {
  it('is cut at the length wanted, and says so', () => {
    const plain = (text: string) => asItCame(text, { maxChars: 10 });
    assert.deepEqual(plain('0123456789'), {
      ...{ text: '0123456789', truncated: false, masked: false, json: false },
    });
    assert.deepEqual(plain('0123456789a'), {
      ...{ text: '0123456789', truncated: true, masked: false, json: false },
    });
  });

  it('is whole where it is masked and goes on for 1024 characters at most', () => {
    const text = (chars: number) => `<${'y'.repeat(chars - 1)}`;
    assert.deepEqual(covered(text(1124), 100), {
      ...{ text: text(1124), truncated: false, masked: false, json: false },
    });
    assert.deepEqual(covered(text(1125), 100), {
      ...{ text: text(100), truncated: true, masked: false, json: false },
    });
  });

  it('drops the last 512 characters of what was read, where masks make it shorter than wanted', () => {
    const head = '<p>{"name":';
    const text = `${head}"${'z'.repeat(1498)}"}${'y'.repeat(10_000)}`;
    const read = 2000 + 1024 - head.length - 1500 - 1;
    const shown = covered(text, 2000);
    assert.equal(shown.text, `${head}"••••••"}${'y'.repeat(read - 512)}`);
    assert.equal(shown.truncated, true);
  });
});

/** Each as it is shown; `plain` words stay, `Zed` and numbers of more digits are somebody's. */
const shown: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['a value by its key, without any bracket', '"name": "Zed"', '"name": "••••••"'],
  ['a value by its key, with space before the colon', '"name" : "Zed"', '"name" : "••••••"'],
  [
    'no value by the key of the value before it',
    '{"name":"Zed","y":"plain" ?',
    '{"name":"••••••","y":"plain" ?',
  ],
  ['all below a key', '{"a":1,"name":{"x":"Zed" ?', '{"a":1,"name":{"x":"••••••" ?'],
  ['all in lists below a key', '{"name":[["Zed",["Zed" ?', '{"name":[["••••••",["••••••" ?'],
  [
    'nothing behind what is below a key',
    '{"name":{"x":"Zed"},"y":"plain" ?',
    '{"name":{"x":"••••••"},"y":"plain" ?',
  ],
  ['nothing behind a bracket that closes', '"a":{"name":"Zed"} "plain"', '"a":{"name":"••••••"} "plain"'],
  ['a value behind a bracket that closes nothing', '} "name": "Zed" ?', '} "name": "••••••" ?'],
  ['a number by its key, and no other', '{"name":4711,"n":4711 ?', '{"name":"••••••","n":4711 ?'],
  ['no word that is no value', '{"name":true,"n":null ?', '{"name":true,"n":null ?'],
  ['a key by its look, with escapes', '{"someone\\u0040example.com":1 ?', '{"s••••••e@••••••.com":1 ?'],
  ['a value by its look, with escapes', '{"x":"someone\\u0040example.com" ?', '{"x":"s••••••e@••••••.com" ?'],
  ['what follows a slash', '/"name":"Zed"', '/"name":"••••••"'],
  ['what stands in a comment', '// "name": "Zed"\n', '// "name": "••••••"\n'],
  ['what stands in a comment after a space', 'x // "name": "Zed"\n', 'x // "name": "••••••"\n'],
  ['what stands in a long comment', ' /* "name": "Zed" */', ' /* "name": "••••••" */'],
  ['no string that ends where the text ends', 'x "plain"', 'x "plain"'],
  ['a string that broke off', 'x "plai', 'x "••••••"'],
  ['no string with a fault before the end', 'x "pl\\xain" y', 'x "pl\\xain" y'],
  ['no string that ends with its line', 'x "plain\ny', 'x "plain\ny'],
];
describe('what is covered in text that is no JSON is', () => {
  for (const [what, text, wanted] of shown)
    it(what, () => {
      assert.equal(covered(text).text, wanted);
      assert.equal(covered(text).masked, text !== wanted);
    });

  it('asked for by the innermost keys alone, where very many brackets are open', () => {
    const asked: number[] = [];
    const mask = (path: readonly string[]) => {
      asked.push(path.length);
      return undefined;
    };
    asItCame(`${'{"a":'.repeat(100)}"x" ?`, { maxChars: 1e6, mask });
    assert.equal(Math.max(...asked), 64);
  });
});
