import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { readExchange, settlementOf } from '../../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { plain } from '../../../../src/contract/words.ts';
import { answerView } from '../../../../src/ui/answers/answerView.ts';
import { anOrder } from '../../calls/orders.ts';
import { envelope } from '../../contract/answers.ts';

const assumed = operationById('rc-advanced');

/** The operation with this field in the user's settings. */
function withField(field: object): Operation {
  const reading = readRequestFields({ 'rc-advanced': [field] });
  return withRequestFields(assumed, reading);
}

function adviceFor(operation: Operation, code: string): string {
  const exchange: Exchange = {
    kind: 'answered',
    head: { status: 422, statusText: '', headers: [] },
    body: new TextEncoder().encode(JSON.stringify(envelope(code))),
    wireBytes: 1,
    timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
  };
  const reading = readExchange(operation, exchange);
  const { answer, coolDown, ...row } = settlementOf(exchange, reading, 0);
  const order = anOrder(row);
  const parts = { order, reading, answer, operation, requestBody: null, revealed: new Set<string>(), now: 0 };
  return answerView({ ...parts, warning: null }, plain).advice;
}

test('fields are called assumed only as long as one is', () => {
  const unsure = /The request fields are assumed, so their names may be wrong/;
  assert.match(adviceFor(assumed, 'INVALID_INPUT'), unsure);
  assert.match(adviceFor(withField({ name: 'vehicle' }), 'INVALID_INPUT'), unsure);
  const stated = withField({ name: 'vehicle', confirmed: true });
  assert.equal(adviceFor(stated, 'INVALID_INPUT'), 'Correct the request and send it again.');
  assert.equal(adviceFor(stated, 'NO_RECORD_FOUND'), adviceFor(assumed, 'NO_RECORD_FOUND'));
});
