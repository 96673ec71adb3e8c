import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import '../../../support/plainVscode.ts';

const { rawView, readableBody } = await import('../../../../src/ui/answers/rawView.ts');
const operation = operationById('rc-advanced');
const whole = `{"status":"SUCCESS","message_code":"OK","charged":true,"order_id":"ORD-1012","data":{"order_id":"ORD-1012","result":{"owner_name":"RAVINDRA KUMAR","father_name":"SURESH KUMAR","present_address":"12 Hill Lane, Pune"}}}`;

for (const text of [
  `<div data-answer="${whole}"></div>`,
  `"${whole}"`,
  `Warning: 5" is no number on line 1 ${whole}`,
  // The same without text around it: one quotation mark that is not escaped.
  whole.replace('"charged"', '"message":"a 5" pipe","charged"'),
]) {
  test(`names and addresses are masked: ${text.slice(0, 40)}`, () => {
    const body = new TextEncoder().encode(text);
    // The page's Raw tab; masked exports, copies and diffs.
    for (const shown of [rawView(operation, body, false).text, readableBody(operation, body, true)])
      assert.doesNotMatch(shown, /RAVINDRA|SURESH|Hill Lane/);
  });
}

test('so they are in an answer that was encoded twice: its keys still name them', () => {
  const body = new TextEncoder().encode(JSON.stringify(whole));
  for (const shown of [rawView(operation, body, false).text, readableBody(operation, body, true)])
    assert.doesNotMatch(shown, /RAVINDRA|SURESH|Hill Lane/);
});
