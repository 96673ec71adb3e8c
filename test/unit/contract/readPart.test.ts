import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer, readFailure } from '../../../src/contract/read.ts';
import { type PartRead, readPart } from '../../../src/contract/readPart.ts';
import { plain } from '../../../src/contract/words.ts';
import { emptyResult, envelope, randomFrom } from './answers.ts';

const nothing: PartRead = { orderId: null, messageCode: null, charged: null };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (text: string): PartRead => readPart(bytes(text));

/** Answers whole; every cut of them is tried. */
const samples: readonly string[] = [
  ...messageCodes.map(({ code }) => JSON.stringify(envelope(code, 'credit-report'))),
  JSON.stringify(envelope('OK', 'credit-report', { message: 'हिन्दी 😀 "quoted" \\ é' }), null, 2),
  `\ufeff${JSON.stringify(envelope('ACCEPTED', 'email-bulk'))}`,
  '{"data":{"order_id":98765432109876543210},"message_code":"\\u004f\\u004B","charged":true,"n":-1.5e+3,"l":[{"charged":false,"order_id":"NO"},[]]}',
  '{"order_id":12345678901234567890 ,\r\n\t"ch\\u0061rged":false,"message_code":"REQUEST_FAILED"}',
  '{"x":{"order_id":"NO","charged":true,"message_code":"NO"},"order_id":"ORD-é😀","charged":null,"message_code":7}',
  '{"order_id":"","data":{"order_id":"ORD-2","charged":true,"result":{"order_id":"NO"}},"charged":false}',
  '[{"order_id":"NO","charged":true,"message_code":"NO"}]',
  '"order_id"',
  '{}',
];

/** What the answer says once it is whole. */
function whole(sample: string): PartRead {
  const reading = readAnswer(operationById('email-bulk'), { status: 200 }, sample);
  const charged = { billed: true, free: false, refunded: false, unknown: null }[reading.billing];
  return { orderId: reading.orderId, messageCode: reading.messageCode, charged };
}

test('at every cut, each value is that of the whole answer or not known', () => {
  for (const sample of samples) {
    const body = bytes(sample);
    const expected = whole(sample);
    let known = 0;
    for (let end = 0; end <= body.length; end += 1) {
      const read = readPart(body.subarray(0, end));
      for (const name of ['orderId', 'messageCode', 'charged'] as const) {
        assert.ok(read[name] === null || read[name] === expected[name], `${name} at ${end} of ${sample}`);
      }
      const now = Object.values(read).filter((value) => value !== null).length;
      assert.ok(now >= known, `lost again at ${end} of ${sample}`);
      known = now;
    }
    assert.deepEqual(readPart(body), expected, sample);
  }
});

test('what stands before the cut is read', () => {
  const reading = JSON.stringify(envelope('PROVIDER_NO_RESPONSE'));
  const cut = reading.slice(0, reading.indexOf('"data"') + 9);
  assert.deepEqual(part(cut), { orderId: 'ORD-1', messageCode: 'PROVIDER_NO_RESPONSE', charged: true });
});

for (const [name, text, expected] of [
  ['a string that is not closed', '{"charged":true,"order_id":"ORD-1', { charged: true }],
  ['a string that has just closed', '{"order_id":"ORD-1"', { orderId: 'ORD-1' }],
  ['an escape cut in the middle', '{"message_code":"OK","order_id":"ORD\\u00', { messageCode: 'OK' }],
  ['a number at the end may have more digits', '{"order_id":123', {}],
  ['a number with something after it', '{"order_id":123 ', { orderId: '123' }],
  ['half a fraction', '{"charged":true,"order_id":12.', { charged: true }],
  ['half a word', '{"message_code":"OK","charged":tru', { messageCode: 'OK' }],
  ['a whole word', '{"charged":true', { charged: true }],
  ['a key given twice', '{"charged":true,"charged":true,"message_code":"OK"', { messageCode: 'OK' }],
  ['a key given twice, the second without its value', '{"charged":true,"ch\\u0061rged"', {}],
  ['a key of another object', '{"data":{"charged":true,"message_code":"OK","result":{"order_id":"NO"', {}],
  ['the order_id of data', '{"data":{"order_id":"ORD-2","x":', { orderId: 'ORD-2' }],
  [
    'a result with brackets and quotes in its strings',
    '{"data":{"result":{"a":"}]\\"}","b":["\\\\",[{}]]},"order_id":"ORD-2"},"charged":true,',
    { orderId: 'ORD-2', charged: true },
  ],
  [
    'what is no JSON within another object',
    '{"charged":true,"x":{"n":01},"message_code":"OK"',
    { charged: true, messageCode: 'OK' },
  ],
  [
    'what is no JSON within the result',
    '{"data":{"order_id":"ORD-2","result":{"n":01}},"charged":true',
    { orderId: 'ORD-2', charged: true },
  ],
  [
    'what is no JSON within a list',
    '{"charged":true,"x":[01],"message_code":"OK"',
    { charged: true, messageCode: 'OK' },
  ],
  ['two data', '{"data":{"order_id":"ORD-2"},"data":{', {}],
  ['an order_id in a list', '{"data":[{"order_id":"NO"', {}],
  ['a byte order mark', '\ufeff{"charged":false,', { charged: false }],
  ['values of other types', '{"charged":"true","message_code":200,"order_id":{"a":1},', {}],
] as const) {
  test(`part: ${name}`, () => assert.deepEqual(part(text), { ...nothing, ...expected }));
}

for (const [name, body] of [
  ['nothing', ''],
  ['a page', '<html>{"order_id":"NO","charged":true}'],
  ['words before', 'error {"order_id":"NO"'],
  ['a comma too many', '{"order_id":"NO",,"charged":true'],
  ['a comma before the end', '{"order_id":"NO",}'],
  ['a comment', '{"order_id":"NO",/*x*/"charged":true'],
  ['a line comment at the end', '{"order_id":"NO",//'],
  ['single quotes', "{'order_id':'NO'"],
  ['something after the end', '{"order_id":"NO"}x'],
  ['another object after the end', '{"order_id":"NO"}{'],
  ['a bare line break in a string', '{"order_id":"NO","message":"a\nb","charged":true'],
  ['an escape that is none', '{"order_id":"NO","message":"\\x","charged":true'],
  ['a leading zero', '{"order_id":"NO","n":01,"charged":true'],
] as const) {
  test(`not JSON, so nothing is taken from it: ${name}`, () => assert.deepEqual(part(body), nothing));
}

test('a character cut in the middle ends what is read', () => {
  const body = bytes('{"order_id":"ORD-1","message_code":"é');
  assert.deepEqual(readPart(body.subarray(0, -1)), { ...nothing, orderId: 'ORD-1' });
  const after = Buffer.concat([bytes('{"order_id":"ORD-1"'), Uint8Array.of(0xe0, 0xa4)]);
  assert.deepEqual(readPart(after), nothing);
});

test('bytes of no text and damaged bytes never throw', () => {
  const random = randomFrom(9);
  const body = bytes(JSON.stringify(envelope('OK', 'credit-report')));
  assert.deepEqual(readPart(gzipSync(body)), nothing);
  for (let turn = 0; turn < 3000; turn += 1) {
    const damaged = body.slice(0, Math.floor(random() * body.length));
    for (let hit = 0; hit < 3 && damaged.length > 0; hit += 1) {
      damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
    }
    readPart(damaged);
    readPart(Uint8Array.from({ length: 40 }, () => Math.floor(random() * 256)));
  }
  readPart(bytes(`{"a":${'['.repeat(1e5)}`));
});

test('a failure keeps what came: the outcome stays unknown, the money is what charged and code say together', () => {
  for (const [text, billing, evidence, contradictsCharge] of [
    ['"charged":true,"message_code":"OK",', 'billed', 'stated', false],
    ['"charged":true,', 'billed', 'stated', false],
    ['"charged":true,"message_code":"NOT_FOUND",', 'billed', 'stated', true],
    ['"charged":false,"message_code":"NOT_FOUND",', 'free', 'stated', false],
    ['"charged":false,"message_code":"REQUEST_FAILED",', 'refunded', 'stated', false],
    ['"charged":false,"message_code":"OK",', 'unknown', 'not-known', false],
    ['"charged":false,"message_code":"BRAND_NEW",', 'unknown', 'not-known', false],
    ['"charged":false,', 'unknown', 'not-known', false],
    ['"message_code":"OK",', 'unknown', 'not-known', false],
  ] as const) {
    const reading = readFailure('maybe', 'truncated', part(`{"order_id":"ORD-1",${text}`));
    assert.deepEqual(
      [reading.outcome, reading.billing, reading.evidence, reading.contradictsCharge],
      ['unknown', billing, evidence, contradictsCharge],
      text,
    );
    assert.deepEqual([reading.orderId, reading.fromPart], ['ORD-1', true]);
    assert.match(plain(reading.meaning), /broke off/);
  }
  const against = readFailure('maybe', 'reset', part('{"charged":false,"message_code":"OK",'));
  assert.deepEqual(
    against.deviations.map(({ what }) => plain(what)),
    ['OK is documented with charged true, not false.'],
  );
});

test('nothing came, or nothing was sent: nothing is from a part', () => {
  assert.equal(readFailure('maybe', 'reset').fromPart, false);
  assert.equal(readFailure('maybe', 'reset', nothing).fromPart, false);
  const notSent = readFailure('no', 'dns', part('{"order_id":"ORD-1","charged":true,'));
  assert.deepEqual([notSent.fromPart, notSent.billing, notSent.orderId], [false, 'free', null]);
  assert.equal(
    readAnswer(operationById('rc-advanced'), { status: 200 }, JSON.stringify(envelope('OK'))).fromPart,
    false,
  );
});

test('an answer without an announced end that breaks off is read as far as it came', () => {
  const text = JSON.stringify(
    envelope('ACCEPTED', 'rc-advanced', { data: { order_id: 'ORD-1', result: emptyResult('rc-advanced') } }),
  );
  for (const body of [text.slice(0, -9), { text: text.slice(0, -9), valid: true }]) {
    const reading = readAnswer(operationById('rc-advanced'), { status: 202 }, body);
    assert.deepEqual(
      [
        reading.shape,
        reading.outcome,
        reading.billing,
        reading.messageCode,
        reading.orderId,
        reading.fromPart,
      ],
      ['not-an-envelope', 'unknown', 'billed', 'ACCEPTED', 'ORD-1', true],
    );
    assert.match(plain(reading.deviations[0]?.what ?? { text: '' }), /cut off or damaged/);
    assert.match(plain(reading.meaning), /broke off/);
  }
});

test('a key that looks like a path is none', () => {
  assert.equal(readPart('{"data.order_id": "ORD-9", "charged": true, "x').orderId, null);
  assert.equal(readPart('{"data": {"order_id": "ORD-9", "x').orderId, 'ORD-9');
});
