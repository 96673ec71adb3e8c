import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../../support/memoryShapes.ts';
import { validatorOf } from './tools.ts';

const operation = operationById('email-bulk');

function answer(provider: string): string {
  const said = { status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'Done' };
  const order = { message_code: 'OK', order_id: 'ORD-1' };
  return JSON.stringify({
    ...said,
    ...order,
    data: { order_id: 'ORD-1', error_code: '', result: { provider } },
  });
}

test('an input that was asked again, and then had a word of its own there, leaves the values open', () => {
  const memory = new MemoryShapes();
  const learn = (n: number, text: string, at: number): void => {
    const request = JSON.stringify({ emails: [`nobody${n}@zzmail.example`] });
    const reading = { shape: 'envelope', messageCode: 'OK' } as const;
    const seen = observed({ operation, request, reading, answer: text, headers: [], receivedAt: at });
    memory.learn({ operation: 'email-bulk', place: 'p', input: String(n), at }, seen);
  };
  const texts = Array.from({ length: 40 }, (_, n) => answer(n % 2 === 0 ? 'free' : 'corporate'));
  for (const [n, text] of texts.entries()) learn(n, text, n);
  const again = answer('zzmail');
  learn(0, again, 100);
  const shapes = memory.all().filter(({ side }) => side === 'answer');
  const text = shapeWriter.export('json-schema', { operations: [operation], shapes, baseUrl: null });
  const validate = validatorOf(JSON.parse(text));
  for (const one of [...texts, again]) assert.ok(validate(JSON.parse(one)), JSON.stringify(validate.errors));
});
