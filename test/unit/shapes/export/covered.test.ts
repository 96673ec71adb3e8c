import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../../support/memoryShapes.ts';
import { validatorOf } from './tools.ts';

const operation = operationById('aadhaar-pan-link');

/** @param aadhaar as it is spelt */
function answer(aadhaar: string): string {
  return `{"status":"SUCCESS","status_code":200,"charged":true,"success":true,"message":"Done","message_code":"OK",
    "order_id":"ORD-1","data":{"order_id":"ORD-1","error_code":"","result":{"aadhaar":${aadhaar},"linked":true}}}`;
}

test('an answer whose number was reduced is accepted by what it taught, beside one that was learned as it came', () => {
  const store = new MemoryShapes();
  const reading = { shape: 'envelope', messageCode: 'OK' } as const;
  const bodies = [answer('200000000000'), answer('"XXXXXXXX0000"')];
  for (const [n, body] of bodies.entries()) {
    const call = { operation, request: null, reading, answer: body, headers: [], receivedAt: n };
    const seen = observed({ ...call, isReduced: n === 1 });
    store.learn({ operation: operation.id, place: 'p', input: String(n), at: n }, seen);
  }
  const shapes = store.all().filter(({ side }) => side === 'answer');
  const wanted = { operations: [operation], shapes, baseUrl: null };
  const accepts = validatorOf(JSON.parse(shapeWriter.export('json-schema', wanted)));
  for (const body of bodies) assert.ok(accepts(JSON.parse(body)), JSON.stringify(accepts.errors));
  // Who reads is told all that is known.
  assert.match(shapeWriter.export('typescript', wanted), /readonly aadhaar\??: number;/);
});
