import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownCell } from '../../../../src/calls/orders/markdownCell.ts';

test('eighty characters of a text stand in a cell; of a longer one the first, and a sign that it goes on', () => {
  assert.equal(markdownCell('x'.repeat(80)), 'x'.repeat(80));
  assert.equal(markdownCell('x'.repeat(81)), `${'x'.repeat(79)}…`);
});

test('nothing in a cell ends it, is markup or is an address', () => {
  assert.equal(markdownCell('a|b\r\nc'), 'a&#124;b c');
  assert.equal(markdownCell('<b>*x*'), '&#60;b&#62;&#42;x&#42;');
  assert.equal(markdownCell('https://x'), 'https&#58;//x');
});
