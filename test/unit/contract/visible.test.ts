import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNames, visible, visiblePieces } from '../../../src/contract/visible.ts';

test('controls, marks of direction, joiners without letters, tags and fillers are shown by name', () => {
  for (const code of [
    ...[0x00, 0x07, 0x08, 0x0b, 0x1b, 0x1f, 0x7f, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180e],
    ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
    ...[
      0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb,
    ],
    ...[0xd800, 0xdfff, 0xe0001, 0xe0041, 0xe007f, 0xe0100],
  ]) {
    const name = code.toString(16).toUpperCase().padStart(4, '0');
    assert.equal(visible(`ORD-A${String.fromCodePoint(code)}`), `ORD-A⟨U+${name}⟩`);
  }
});

test('what is written is left as it is, the very same text', () => {
  for (const text of [
    '',
    'ORD-20261121-0042',
    'two\nlines\r\nand a\ttab',
    '₹ 1,23,456.00 · é · e\u0301 · 漢字 · 😀',
    // Half forms and conjuncts held apart, in Hindi; a non-joiner in Urdu and Malayalam.
    'क्\u200dष · क्\u200cष · श्री · क्\u200d',
    'می\u200cخواہم',
    'അവൻ\u200c അ',
    // A family and a heart.
    '👩\u200d👩\u200d👧 · ❤\ufe0f · 🏽',
    'עברית · العربية',
  ]) {
    assert.equal(visible(text), text === 'അവൻ\u200c അ' ? 'അവൻ⟨U+200C⟩ അ' : text);
  }
});

test('joiners outside of words are shown, and a lone carriage return', () => {
  assert.equal(visible('pa\u200dy'), 'pa⟨U+200D⟩y');
  assert.equal(visible('क\u200d x'), 'क⟨U+200D⟩ x');
  assert.equal(visible('\u200cक'), '⟨U+200C⟩क');
  assert.equal(visible('a\rb'), 'a⟨U+000D⟩b');
});

test('a text comes in pieces that make it up', () => {
  assert.deepEqual(visiblePieces('a\u202eb\u200e'), [
    { text: 'a' },
    { hidden: 'U+202E' },
    { text: 'b' },
    { hidden: 'U+200E' },
  ]);
  assert.deepEqual(visiblePieces(''), [{ text: '' }]);
  assert.deepEqual(visiblePieces('\u202e'), [{ hidden: 'U+202E' }]);
  assert.deepEqual(hiddenNames('a\u202eb\u202ec\u0000'), ['U+202E', 'U+0000']);
});

test('a joiner belongs to what stands just before and behind it, emoji of two units included', () => {
  for (const text of ['क\u200cष', '🐀\u200d👩', '👩🏿\u200d🚀', '❤\ufe0e', '😀\ufe0f', 'श्री😀क\u200dष'])
    assert.equal(visible(text), text);
  for (const text of [
    'क😀\u200dक',
    'कx\u200dक',
    'क\ue000\u200dक',
    '👩\u200c👩',
    '👩\u200dx',
    'x\u200d👩',
    '👩\u200d',
    '❤\u200b',
    '\ufe0f',
    '\udc00\u200dक',
  ])
    assert.notEqual(visible(text), text, JSON.stringify(text));
});

test('the first five of what is hidden are named, each once', () => {
  assert.deepEqual(hiddenNames('\u0001\u0002\u0001\u0003\u0004\u0005\u0006'), [
    'U+0001',
    'U+0002',
    'U+0003',
    'U+0004',
    'U+0005',
  ]);
  assert.deepEqual(hiddenNames('\u0001\u0002\u0003\u0004'), ['U+0001', 'U+0002', 'U+0003', 'U+0004']);
});
