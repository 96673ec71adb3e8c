import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelope, read, without } from './answers.ts';

/** Source: docs/service.md, "Response envelope". */
const always = ['status', 'status_code', 'charged', 'success', 'message', 'message_code'];

test('each of six fields is missed in any envelope, the others are not', () => {
  for (const name of always)
    assert.ok(
      read(without(envelope('NOT_FOUND'), name), 404).said.includes(`fault: ${name} is missing.`),
      name,
    );
  const told = read(without(envelope('NOT_FOUND'), 'order_id', 'data'), 404).said;
  assert.deepEqual(told, []);
});

test('one of four fields is enough to tell an envelope from any other JSON', () => {
  const isEnvelope = (body: object): boolean => read(body, 500).said.includes('fault: success is missing.');
  for (const [name, value] of Object.entries({
    status_code: 500,
    charged: false,
    message_code: 'NEW',
    order_id: 'ORD-1',
  }))
    assert.equal(isEnvelope({ [name]: value }), true, name);
  for (const [name, value] of Object.entries({ status: 'FAILED', message: 'x', data: {}, other: 1 }))
    assert.equal(isEnvelope({ [name]: value }), false, name);
});

test('a field given twice decides nothing where money hangs on it', () => {
  const twice = (name: string, value: string): string =>
    JSON.stringify(envelope('OK')).replace(/}$/, `,"${name}":${value}}`);
  for (const [name, value] of [
    ['charged', 'true'],
    ['message_code', '"OK"'],
  ] as const) {
    const { said } = read(twice(name, value), 200);
    assert.ok(
      said.some((one) => one.includes(name)),
      `${name}: ${said.join()}`,
    );
  }
});
