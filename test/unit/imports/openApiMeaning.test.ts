import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportedField } from '../../../src/calls/ports/importPorts.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields } from '../../../src/contract/requestFields.ts';
import { readOpenApi } from '../../../src/imports/openApi.ts';
import { shapeWriter } from '../../../src/shapes/export/exports.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';

const path = '/api/v1/rc/advanced';

async function fieldsOf(text: string): Promise<readonly ImportedField[]> {
  const reading = await readOpenApi(text);
  assert.ok(reading.ok);
  return reading.found[0]?.fields().fields ?? [];
}

function described(properties: object, components: object = {}): string {
  const schema = { type: 'object', properties };
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  return JSON.stringify({ openapi: '3.1.0', paths: { [path]: { post } }, components });
}

test('what stands beside a reference of a property holds: read-only, default, description', async () => {
  const Id = { type: 'string', description: 'of Id' };
  const found = await fieldsOf(
    described(
      {
        order_id: { $ref: '#/components/schemas/Id', readOnly: true },
        reason: { $ref: '#/components/schemas/Id', description: 'own words', default: 'audit' },
      },
      { schemas: { Id } },
    ),
  );
  assert.deepEqual(found, [
    { name: 'reason', type: 'string', required: false, default: 'audit', note: 'own words' },
  ]);
});

test('a parameter of the operation holds over the one of its path', async () => {
  const parameter = (more: object) => ({ in: 'formData', name: 'consent', ...more });
  const found = await fieldsOf(
    JSON.stringify({
      swagger: '2.0',
      paths: {
        [path]: {
          parameters: [parameter({ type: 'string' })],
          post: { parameters: [parameter({ type: 'boolean', required: true })] },
        },
      },
    }),
  );
  const read = readRequestFields({ 'rc-advanced': found });
  assert.deepEqual(read.problems, []);
  assert.deepEqual(
    read.fields.get('rc-advanced')?.map(({ name, type, required }) => [name, type, required]),
    [['consent', 'boolean', true]],
  );
});

test('what may be a few numbers, or true, is no text', async () => {
  const found = await fieldsOf(described({ level: { enum: [1, 2] }, consent: { const: true } }));
  assert.deepEqual(
    found.map(({ name, type }) => [name, type]),
    [
      ['level', 'number'],
      ['consent', 'boolean'],
    ],
  );
});

test('what only a sandbox was sent is nothing that the user states, once its own export is imported', async () => {
  const operation = operationById('rc-advanced');
  const store = new MemoryShapes();
  for (let n = 0; n < 12; n += 1) {
    const seen = observed({
      operation,
      request: JSON.stringify({ rc_number: `XX00AB${1000 + n}`, sandbox_amount: 5, reason: 'x' }),
      reading: { shape: 'envelope', messageCode: 'OK' },
      answer: '{"message_code":"OK"}',
      headers: [],
      receivedAt: n,
    });
    store.learn({ operation: 'rc-advanced', place: 'p', input: String(n), at: n }, seen);
  }
  const wanted = { operations: [operation], shapes: store.all(), baseUrl: null, simulated: true };
  const found = await fieldsOf(shapeWriter.export('openapi', wanted));
  assert.deepEqual(
    // As importFields.ts writes what a description says.
    found.flatMap((field) => ({ confirmed: true, ...field }).confirmed === true ? [field.name] : []),
    [],
  );
});

test('a text that its name says is an identifier is checked as one; a schema has no value to go by', async () => {
  const found = await fieldsOf(
    described({
      vehicle_number: { type: 'string' },
      vehicle_id: { type: 'string' },
      mobile: { type: 'integer' },
      plan: { type: 'string', enum: ['A', 'B'] },
    }),
  );
  assert.deepEqual(
    found.map(({ name, check }) => [name, check]),
    [
      ['vehicle_number', 'registration'],
      ['vehicle_id', undefined],
      ['mobile', undefined],
      ['plan', undefined],
    ],
  );
});
