import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentFileName } from '../../../../src/calls/documents/documentName.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { OwnInput } from '../../../../src/contract/ownInput.ts';

const own = new OwnInput(operationById('credit-report'), '{"mobile":"0000000001","name":"Invented Person"}');
const id = orderId('f47ac10b-58cc');
const named = (theirs: string | null, field = 'data.result.pdf_url') =>
  documentFileName(field, { id, orderId: theirs }, 'pdf', own);

test('the file of a document is named by the order_id, where that holds nothing personal', () => {
  assert.equal(named('ORD/2026/11#7'), 'pdf_url-ORD_2026_11_7.pdf');
  assert.equal(named(null), 'pdf_url-f47ac10b-58cc.pdf');
  for (const personal of ['ORD-0000000001', 'ORD-INVENTED-7', 'ZZZXZ9999Z', 'planted@example.invalid']) {
    assert.equal(named(personal), 'pdf_url-f47ac10b-58cc.pdf', personal);
  }
  assert.equal(named('ORD-7', 'data.result.ZZZXZ9999Z'), 'document-ORD-7.pdf');
  assert.equal(named('ORD-7', 'data.result.invented person'), 'document-ORD-7.pdf');
});

test('of a long key forty characters stand in the name', () => {
  assert.equal(named('ORD-7', `data.${'k'.repeat(41)}`), `${'k'.repeat(40)}-ORD-7.pdf`);
});
