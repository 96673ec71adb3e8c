import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prettyJson } from '../../../src/contract/jsonText.ts';
import { maskAt } from '../../../src/contract/masking.ts';
import { operations } from '../../../src/contract/operations.ts';

for (const operation of operations) {
  test(`a result that is a text, and broke off, is hidden: ${operation.id}`, () => {
    const mask = (path: readonly string[]) => maskAt(operation, path);
    for (const body of ['{"message_code":"OK","data":{"result":"someb', '{"status_code":200,"data":"someb']) {
      const { text, masked } = prettyJson(body, { maxChars: 1000, mask });
      assert.ok(masked && !text.includes('someb') && text.includes('"data"'), text);
    }
    for (const half of [
      '1000 0000',
      '10000000',
      '\u0967\u0968\u0969\u096a',
      'somebody@ex',
      'somebody%40ex',
    ]) {
      const status = prettyJson(`{"status":"${half}`, { maxChars: 1000, mask });
      assert.ok(
        status.masked && !status.text.includes(half),
        `half a datum in a word of the envelope: ${status.text}`,
      );
    }
    const id = prettyJson('{"order_id":"ORD-20261123', { maxChars: 1000, mask });
    assert.equal(id.text, '{"order_id":"ORD-20261123', 'what is left of an id is shown');
    const { text } = prettyJson('{"message_code":"NO_RECOR', { maxChars: 1000, mask });
    assert.equal(text, '{"message_code":"NO_RECOR', 'what is known to be harmless is shown');
  });

  test(`a key with dots of its own is none of the envelope's: ${operation.id}`, () => {
    assert.equal(maskAt(operation, ['data.error_code']), undefined);
    assert.equal(maskAt(operation, ['data', 'error_code']), null);
    const mask = (path: readonly string[]) => maskAt(operation, path);
    assert.ok(prettyJson('{"data.error_code":"someb', { maxChars: 1000, mask }).masked);
  });
}
