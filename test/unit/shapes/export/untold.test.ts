import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../../support/memoryShapes.ts';
import { validatorOf } from './tools.ts';

const operation = operationById('email-bulk');

function answer(providers: readonly string[]): string {
  const results = providers.map((provider) => ({ provider }));
  const said = { status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'Done' };
  const order = { message_code: 'OK', order_id: 'ORD-1' };
  return JSON.stringify({
    ...said,
    ...order,
    data: { order_id: 'ORD-1', error_code: '', result: { results } },
  });
}

interface Call {
  readonly emails: readonly string[];
  readonly text: string;
}

const asked = (input: string, at = 0) =>
  ({ operation: operation.id, place: 'https://service.example', input, at }) as const;

function seen({ emails, text }: Call, receivedAt = 0) {
  const reading = { shape: 'envelope', messageCode: 'OK' } as const;
  const request = JSON.stringify({ emails });
  return observed({ operation, request, reading, answer: text, headers: [], receivedAt });
}

/** What calls for addresses, each answered with providers, have taught. */
function taught(calls: readonly Call[]) {
  const memory = new MemoryShapes();
  for (const [n, call] of calls.entries()) memory.learn(asked(String(n), n), seen(call, n));
  const shapes = memory.all().filter(({ side }) => side === 'answer');
  return {
    drifts: (call: Call) => memory.drifts(asked('another'), seen(call)),
    export: (format: 'json-schema' | 'typescript') =>
      shapeWriter.export(format, { operations: [operation], shapes, baseUrl: null }),
  };
}

const address = (n: number, host: string): string => `nobody${n}@${host}.example`;

for (const [what, callOf] of [
  [
    'beside others',
    (n: number) => ({ emails: [address(n, 'zzmail')], providers: ['free', 'corporate', 'zzmail'] }),
  ],
  [
    'alone in some answers',
    (n: number) =>
      n % 3 === 0
        ? { emails: [address(n, 'zzmail')], providers: ['zzmail'] }
        : { emails: [address(n, 'other')], providers: ['free', 'corporate'] },
  ],
] as const) {
  test(`a word of a list that was asked about, ${what}, leaves the values of the list open`, () => {
    const calls = Array.from({ length: 60 }, (_, n) => callOf(n)).map(({ emails, providers }) => ({
      emails,
      text: answer(providers),
    }));
    const all = taught(calls);
    const validate = validatorOf(JSON.parse(all.export('json-schema')));
    for (const { text } of calls) assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors));
    assert.doesNotMatch(all.export('typescript'), /provider: 'corporate' \| 'free';/);
  });
}

test('values that all inputs tell are all there are', () => {
  const calls = Array.from({ length: 60 }, (_, n) => ({
    emails: [address(n, 'zzmail')],
    text: answer(['free', 'corporate']),
  }));
  assert.match(taught(calls).export('typescript'), /provider: 'corporate' \| 'free';/);
});

test('what was asked about each time it came is no new value the first time that it was not', () => {
  const calls = Array.from({ length: 150 }, (_, n) => ({
    emails: [address(n, n % 3 === 0 ? 'zzmail' : 'other')],
    text: answer([n % 3 === 0 ? 'zzmail' : n % 2 === 0 ? 'free' : 'corporate']),
  }));
  const hosted = { emails: [address(150, 'other')], text: answer(['zzmail']) };
  assert.deepEqual(taught(calls).drifts(hosted), []);
  const told = calls.filter((_, n) => n % 3 > 0);
  assert.deepEqual(
    taught(told)
      .drifts(hosted)
      .map(({ what }) => what.kind),
    ['new-value'],
  );
});
