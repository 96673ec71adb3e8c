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
    const { text } = prettyJson('{"message_code":"NO_RECOR', { maxChars: 1000, mask });
    assert.equal(text, '{"message_code":"NO_RECOR', 'what is known to be harmless is shown');
  });
}
