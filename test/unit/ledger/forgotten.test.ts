import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotes } from '../../../src/ledger/forgotten.ts';

const reduced = { size: 0, areIn: () => false };
const plates = Array.from({ length: 500 }, (_, n) => `MH12AB${String(n).padStart(4, '0')}`);

test('few marks and many are found anywhere in a text, and others are not', () => {
  for (const count of [1, 20, 500]) {
    const marks = new Set([...plates.slice(0, count), 'A@X.EXAMPLE']);
    for (const mark of [plates[0] ?? '', plates[count - 1] ?? '', 'A@X.EXAMPLE']) {
      for (const text of [mark, `x${mark}`, `${mark}y`, `a\u0000${mark}\u0000b`]) {
        assert.equal(quotes(text, { marks, reduced }), true, `${count} ${text}`);
      }
    }
    for (const text of ['', 'MH12AB', 'MH00AB9999', `${'MH12AC0000'.repeat(50)}`]) {
      assert.equal(quotes(text, { marks, reduced }), false, `${count} ${text}`);
    }
  }
  assert.equal(quotes('MH12AB0000', { marks: new Set(), reduced }), false);
});
