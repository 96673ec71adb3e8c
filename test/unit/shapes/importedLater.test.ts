import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { readCurl } from '../../../src/imports/curl.ts';
import { shapeWriter } from '../../../src/shapes/export/exports.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';

const before = operationById('email-bulk');

function call(store: MemoryShapes, operation: Operation, n: number) {
  const mode = n % 2 === 0 ? 'full' : 'basic';
  const seen = observed({
    operation,
    request: JSON.stringify({ emails: [`nobody${n}@example.invalid`], mode }),
    reading: { shape: 'envelope', messageCode: 'OK' },
    answer: JSON.stringify({ message_code: 'OK', data: { result: { mode, total: 1 } } }),
    headers: [],
    receivedAt: n,
  });
  return store.learn({ operation: 'email-bulk', place: 'p', input: `input ${n}`, at: n }, seen);
}

test('an answer like all before departs in nothing because request fields were imported meanwhile', () => {
  const store = new MemoryShapes();
  for (let n = 0; n < 150; n += 1) assert.deepEqual(call(store, before, n), []);
  const command = `curl https://x.example.invalid${before.path} -d '{"emails":["nobody@example.invalid"],"mode":"full"}'`;
  const reading = readCurl(command);
  assert.ok(reading.ok);
  const imported = readRequestFields({ 'email-bulk': reading.found[0]?.fields().fields });
  const after = withRequestFields(before, imported);
  assert.deepEqual(call(store, after, 150), []);
  const answers = store.all().filter(({ side }) => side === 'answer');
  const said = (operation: Operation): string =>
    shapeWriter.export('typescript', { operations: [operation], shapes: answers, baseUrl: null });
  assert.match(said(before), /basic/, 'what was known of its values has not ended');
  assert.doesNotMatch(said(after), /basic/, 'nothing is told of them while the field is called personal');
});

test('no value is learned of a field with choices of which nobody said that it is not personal: another may be typed beside them', () => {
  const learned = (field: object): string => {
    const operation = withRequestFields(before, readRequestFields({ 'email-bulk': [field] }));
    const store = new MemoryShapes();
    for (let n = 0; n < 150; n += 1) call(store, operation, n);
    return JSON.stringify(store.all().filter(({ side }) => side === 'request'));
  };
  const unsaid = { name: 'mode', choices: ['fast', 'slow'] };
  assert.ok(learned({ ...unsaid, personal: 'none' }).includes('basic'));
  assert.ok(!learned(unsaid).includes('basic'));
});
