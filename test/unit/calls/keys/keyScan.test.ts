import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findKeys, type KeyHashing, type KeyPrint, keyPrint } from '../../../../src/calls/keys/keyScan.ts';

const key = 'invented_key-0123.456~789+/=';
const short = 'shortkey9';

function hashing(base = 0x2545f491 | 1): KeyHashing & { readonly digested: string[] } {
  const digested: string[] = [];
  return {
    digested,
    base,
    digest: (text) => {
      digested.push(text);
      return createHmac('sha256', 'of this test').update(text).digest('base64');
    },
  };
}

function printsOf(keys: Readonly<Record<string, string>>, with_: KeyHashing): KeyPrint[] {
  return Object.entries(keys).map(([environment, text]) => {
    const print = keyPrint(environment, text, with_);
    assert.ok(print !== null);
    return print;
  });
}

function search(text: string, keys: Readonly<Record<string, string>> = { live: key }): string[] {
  const with_ = hashing();
  return findKeys(text, printsOf(keys, with_), with_).map(
    ({ environment, start, end }) => `${environment}: ${text.slice(start, end)}`,
  );
}

describe('keys in a text', () => {
  const places = [
    `${key}`,
    `const key = '${key}';`,
    `Authorization: Bearer ${key}`,
    `VERIFICATION_API_KEY=${key}\n`,
    `https://api.example.invalid/?api_key=${key}&x=1`,
    `"line\\n${key}\\n"`,
    `अ${key}अ`,
    `${'x'.repeat(5000)}${key}${'y'.repeat(5000)}`,
  ];
  for (const text of places) {
    it(`are found in ${text.slice(0, 60).replace(key, '<key>').trim()}`, () => {
      assert.deepEqual(search(text), [`live: ${key}`]);
    });
  }

  it('are found each time, each under its environment, in the order of the text', () => {
    const other = 'another-invented-key';
    assert.deepEqual(search(`${other} ${key}\n${other}`, { live: key, second: other }), [
      `second: ${other}`,
      `live: ${key}`,
      `second: ${other}`,
    ]);
  });

  it('are not found where one character differs, or a line break stands in them', () => {
    assert.deepEqual(search(`${key.slice(0, -1)}! ${key.slice(1)} ${key.slice(0, 9)}\n${key.slice(9)}`), []);
  });

  it('that are short are found as words of their own only', () => {
    assert.deepEqual(search(`my${short} ${short}s x="${short}"`, { live: short }), [`live: ${short}`]);
  });

  it('that are short are found a sign away from another word', () => {
    assert.deepEqual(search(`a ${short} b`, { live: short }), [`live: ${short}`]);
  });

  it('of which one begins another are both found, the shorter one first', () => {
    const longer = `${key}-and-more`;
    assert.deepEqual(search(`x ${longer}`, { second: longer, live: key }), [
      `live: ${key}`,
      `second: ${longer}`,
    ]);
  });

  it('that are too short to be told from words are not looked for', () => {
    assert.equal(keyPrint('live', 'seven77', hashing()), null);
    assert.deepEqual(search('x="eight888"', { live: 'eight888' }), ['live: eight888']);
  });

  it('are not held by their prints', () => {
    const [print] = printsOf({ live: key }, hashing());
    assert.ok(!JSON.stringify(print).includes(key.slice(0, 6)));
  });

  it('are not looked for in a text that is too long', () => {
    assert.deepEqual(search(key.padEnd(1_000_001, ' x')), []);
    assert.deepEqual(search(key.padEnd(1_000_000, ' x')), [`live: ${key}`]);
  });

  it('are pointed at a hundred times at most', () => {
    assert.equal(search(`${key}\n`.repeat(150)).length, 100);
  });

  it('cost a keyed hash only where one stands: the rolling hash sorts out the rest', () => {
    const with_ = hashing();
    const prints = printsOf({ live: key, second: 'another-invented-key' }, with_);
    with_.digested.length = 0;
    const text = Array.from({ length: 40_000 }, (_, index) => `word${index}+`).join('');
    findKeys(`${text} ${key} ${text}`, prints, with_);
    assert.deepEqual(with_.digested, [key]);
  });

  it('are found wherever a plain search finds them', () => {
    const character = fc.constantFrom('a', 'b', '=', ' ', '\n', 'é');
    const word = fc
      .array(fc.constantFrom('a', 'b', '='), { minLength: 16, maxLength: 18 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, fc.array(character), fc.array(character), fc.integer(), (k, head, tail, seed) => {
        const text = head.join('') + k + tail.join('');
        const wanted: number[] = [];
        for (let at = text.indexOf(k); at !== -1; at = text.indexOf(k, at + 1)) wanted.push(at);
        const with_ = hashing(seed | 1);
        const found = findKeys(text, printsOf({ live: k }, with_), with_);
        assert.deepEqual(
          found.map(({ start }) => start),
          wanted,
        );
      }),
    );
  });
});
