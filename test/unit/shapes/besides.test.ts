import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, settingWith } from '../../../src/contract/requestFields.ts';
import { confirmable, fieldsBesides } from '../../../src/shapes/fields.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';

const operation = operationById('rc-advanced');

function sent(calls: readonly { readonly request: object; readonly code?: string }[]) {
  const store = new MemoryShapes();
  for (const [n, { request, code = 'OK' }] of calls.entries()) {
    const seen = observed({
      operation,
      request: JSON.stringify(request),
      reading: { shape: 'envelope', messageCode: code },
      answer: JSON.stringify({ message_code: code }),
      headers: [],
      receivedAt: n,
    });
    store.learn({ operation: 'rc-advanced', place: 'p', input: String(n), at: n }, seen);
  }
  return store.all();
}

test('what is offered to be added to the form can be added', () => {
  const shapes = sent([
    { request: { rc_number: 'XX00AB0000', ids: [1, 2], reason: 'x', consent: true } },
    { request: { rc_number: 'XX00AB0001', reason: 4 }, code: 'NO_RECORD_FOUND' },
  ]);
  assert.deepEqual(fieldsBesides(operation, shapes), [['consent']], 'not what fits no field, or several');
});

test('what is added to the form is in the form', () => {
  const shapes = sent([{ request: { rc_number: { number: 'XX00AB0000' }, sub: { level: 3 } } }]);
  assert.deepEqual(fieldsBesides(operation, shapes), [['sub', 'level']]);
  for (const keys of fieldsBesides(operation, shapes)) {
    const field = confirmable(operation, shapes, keys);
    assert.ok(field);
    const saved = settingWith(null, operation, operation.requestFields, field);
    const read = readRequestFields({ 'rc-advanced': saved });
    assert.deepEqual(
      read.problems,
      [],
      '"is confirmed in your settings" is said of a field that is left out',
    );
  }
});
