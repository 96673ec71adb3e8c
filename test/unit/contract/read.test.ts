import assert from 'node:assert/strict';
import test from 'node:test';
import { messageCodeRow, messageCodes } from '../../../src/contract/messageCodes.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { readAnswer, readFailure } from '../../../src/contract/read.ts';
import { readPart } from '../../../src/contract/readPart.ts';
import { plain } from '../../../src/contract/words.ts';
import { envelope, randomFrom, read, without } from './answers.ts';

const short = { success: false, message: 'Rate limit exceeded. Please try again later.', data: null };

test('both 429 bodies are throttled and free; the short one by inference', () => {
  for (const { id, shortRateLimitBody } of operations) {
    const long = read(envelope('RATE_LIMITED', id), 429, id);
    assert.deepEqual(
      [long.shape, long.outcome, long.billing, long.evidence],
      ['envelope', 'throttled', 'free', 'stated'],
    );
    const brief = read(short, 429, id);
    assert.deepEqual(
      [brief.shape, brief.outcome, brief.billing, brief.evidence, brief.messageCode, brief.message],
      ['short-429', 'throttled', 'free', 'inferred', null, short.message],
    );
    const said = ['fault: The short form of 429 is not documented for this operation.'];
    assert.deepEqual(brief.said, shortRateLimitBody ? [] : said, id);
  }
});

test('the short body is taken for a 429 only with HTTP 429 and nothing that says more', () => {
  const other = read(short, 503, 'email-bulk');
  assert.deepEqual([other.shape, other.outcome, other.billing], ['not-an-envelope', 'unknown', 'unknown']);
  const longer = read({ ...short, trace: 'x' }, 429, 'email-bulk');
  assert.deepEqual([longer.shape, longer.outcome, longer.billing], ['not-an-envelope', 'unknown', 'unknown']);
  const charged = read({ ...short, charged: true }, 429, 'email-bulk');
  assert.deepEqual([charged.shape, charged.billing], ['envelope', 'billed']);
  const success = read({ ...short, success: true }, 429, 'email-bulk');
  assert.deepEqual([success.shape, success.billing], ['not-an-envelope', 'unknown']);
});

test('the HTTP status decides nothing', () => {
  for (const { code, outcome, billing } of messageCodes) {
    for (const status of [200, 418, 429, 500]) {
      const reading = read(envelope(code), status);
      assert.deepEqual([reading.outcome, reading.billing], [outcome, billing], `${code} ${status}`);
    }
  }
});

test('neither success nor status decides anything', () => {
  for (const { code, outcome, billing } of messageCodes) {
    const turned = envelope(code, 'rc-advanced', { success: true, status: 'SUCCESS' });
    const reading = read(turned, messageCodeRow(code)?.http ?? 0);
    assert.deepEqual([reading.outcome, reading.billing], [outcome, billing], code);
  }
});

test('charged decides the money against the code, and the advice says so', () => {
  for (const { code, http, charged, outcome } of messageCodes) {
    const reading = read(envelope(code, 'rc-advanced', { charged: !charged }), http);
    assert.equal(reading.outcome, outcome);
    assert.deepEqual([reading.billing, reading.evidence], [charged ? 'free' : 'billed', 'stated'], code);
    assert.match(plain(reading.advice), /before sending it again/);
    assert.ok(plain(reading.advice).includes(code));
  }
});

test('without a boolean charged the billing is unknown, whatever the code', () => {
  for (const { code, http, outcome } of messageCodes) {
    for (const body of [
      without(envelope(code), 'charged'),
      ...['true', 1, null].map((charged) => envelope(code, 'rc-advanced', { charged })),
    ]) {
      const reading = read(body, http);
      assert.deepEqual(
        [reading.outcome, reading.billing, reading.evidence],
        [outcome, 'unknown', 'not-known'],
      );
      assert.match(plain(reading.advice), /does not say clearly/);
    }
  }
});

test('charged twice says nothing', () => {
  const text = JSON.stringify(envelope('OK')).replace('"charged":true', '"charged":false,"charged":true');
  const reading = read(text, 200);
  assert.deepEqual([reading.billing, reading.evidence], ['unknown', 'not-known']);
  assert.ok(reading.said.some((one) => one.includes('charged is in the answer more than once')));
  const below = envelope('OK', 'email-bulk', {
    data: { order_id: 'ORD-1', error_code: '', result: { charged: false } },
  });
  assert.equal(read(below, 200, 'email-bulk').billing, 'billed');
});

/** The same key in spellings that JSON.parse reads alike. */
const spellings = (key: string): readonly string[] => {
  const hexed = (char: string, upper = false): string => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? hex.toUpperCase() : hex}`;
  };
  return [
    hexed(key.charAt(0)) + key.slice(1),
    key.slice(0, 4) + hexed(key.charAt(4)) + key.slice(5),
    key.slice(0, -1) + hexed(key.slice(-1)),
    [...key].map((char) => hexed(char)).join(''),
    [...key].map((char) => hexed(char, true)).join(''),
  ];
};

test('a key repeated through an escape counts as repeated', () => {
  for (const spelling of spellings('charged')) {
    for (const pair of [
      `"${spelling}":false,"charged":true`,
      `"charged":false,"${spelling}":true`,
      `"${spelling}":false,"${spelling}":true`,
    ]) {
      const reading = read(JSON.stringify(envelope('OK')).replace('"charged":true', pair), 200);
      assert.deepEqual([reading.billing, reading.evidence], ['unknown', 'not-known'], pair);
      assert.ok(reading.said.some((one) => one.includes('charged is in the answer more than once')));
    }
    const once = read(JSON.stringify(envelope('OK')).replace('"charged":true', `"${spelling}":true`), 200);
    assert.deepEqual([once.billing, once.said], ['billed', []]);
  }
  for (const spelling of spellings('message_code')) {
    const text = JSON.stringify(envelope('OK')).replace(
      '"message_code":"OK"',
      `"${spelling}":"NOT_FOUND","message_code":"OK"`,
    );
    const reading = read(text, 200);
    assert.deepEqual([reading.messageCode, reading.outcome], [null, 'unknown']);
    assert.ok(reading.said.some((one) => one.includes('message_code is in the answer more than once')));
  }
});

test('message_code twice says nothing of the meaning, as in an answer that broke off; money and order_id stand', () => {
  for (const [first, last] of [
    ['ACCEPTED', 'NO_RECORD_FOUND'],
    ['ACCEPTED', 'BRAND_NEW'],
  ]) {
    const once = JSON.stringify(envelope('ACCEPTED'));
    const twice = once.replace(
      '"message_code":"ACCEPTED"',
      `"message_code":"${first}","message_code":"${last}"`,
    );
    const reading = read(twice, 202);
    assert.deepEqual(
      [reading.outcome, reading.messageCode, reading.billing, reading.evidence, reading.orderId],
      ['unknown', null, 'billed', 'stated', 'ORD-1'],
    );
    assert.deepEqual(reading.said, [
      'fault: message_code is in the answer more than once, so it decides nothing.',
    ]);
    assert.match(plain(reading.meaning), /more than one message_code/);
    assert.match(plain(reading.advice), /before sending it again/);
    assert.equal(readPart(twice.slice(0, -1)).messageCode, reading.messageCode);
  }
  const free = JSON.stringify(envelope('REQUEST_FAILED')).replace('{', '{"message_code":"OK",');
  assert.deepEqual([read(free, 400).outcome, read(free, 400).billing], ['unknown', 'free']);
});

test('what is there twice and each time the same leaves no doubt, and is told', () => {
  const text = JSON.stringify(envelope('REQUEST_FAILED'));
  const twice = text.replace('{', '{"message_code":"REQUEST_FAILED","charged":false,');
  const reading = read(twice, 400);
  const { outcome, billing } = read(text, 400);
  assert.deepEqual(
    [reading.messageCode, reading.outcome, reading.billing],
    ['REQUEST_FAILED', outcome, billing],
  );
  assert.deepEqual(
    reading.said.filter((one) => one.includes('more than once')).toSorted(),
    ['charged', 'message_code'].map(
      (key) => `fault: ${key} is in the answer more than once, each time the same.`,
    ),
  );
});

test('what only looks like a repeated key is none', () => {
  const inValues = envelope('OK', 'email-bulk', {
    message: '"charged": "charged"',
    data: { order_id: 'ORD-1', error_code: '', result: { 'x"charged': { charged: false } } },
  });
  const escaped = JSON.stringify(inValues)
    .replaceAll('charged\\"', '\\u0063harged\\"')
    .replaceAll('{"charged"', '{"\\u0063harged"');
  assert.equal(read(escaped, 200, 'email-bulk').billing, 'billed');
  assert.equal(read(inValues, 200, 'email-bulk').billing, 'billed');
});

test('an unknown code keeps its charged', () => {
  for (const [charged, billing] of [
    [true, 'billed'],
    [false, 'free'],
  ] as const) {
    const reading = read(envelope('OK', 'rc-advanced', { message_code: 'BRAND_NEW', charged }), 200);
    assert.deepEqual([reading.outcome, reading.billing, reading.evidence], ['unknown', billing, 'stated']);
    assert.equal(reading.messageCode, 'BRAND_NEW');
  }
  assert.equal(read(envelope('OK', 'rc-advanced', { message_code: 'toString' }), 200).outcome, 'unknown');
  assert.equal(read(envelope('OK', 'rc-advanced', { message_code: 'ok' }), 200).outcome, 'unknown');
});

test('an order_id is never lost', () => {
  assert.equal(read(without(envelope('ACCEPTED'), 'order_id'), 202).orderId, 'ORD-1');
  assert.equal(read(envelope('ACCEPTED', 'rc-advanced', { order_id: 'ORD-2' }), 202).orderId, 'ORD-2');
  assert.equal(read({ order_id: 'ORD-3' }, 502).orderId, 'ORD-3');
  const number = JSON.stringify(envelope('ACCEPTED')).replace(
    '"order_id":"ORD-1"',
    '"order_id":12345678901234567890',
  );
  assert.equal(read(number, 202).orderId, '12345678901234567890');
  const inner = JSON.stringify(without(envelope('ACCEPTED'), 'order_id')).replace(
    '"ORD-1"',
    '98765432109876543210',
  );
  assert.equal(read(inner, 202).orderId, '98765432109876543210');
  const elsewhere = inner.replace('"data":', '"x":{"order_id":1},"list":[{"data":{"order_id":2}}],"data":');
  assert.equal(read(elsewhere, 202).orderId, '98765432109876543210');
});

const bytes = (...list: number[]) => Uint8Array.from(list);
const text = (value: string) => new TextEncoder().encode(value);
const noEnvelopes: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
  ['nothing', '', /no body/],
  ['blanks', ' \r\n\t', /no body/],
  ['HTML', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>', /HTML or XML page/],
  ['XML', '<?xml version="1.0"?><e/>', /HTML or XML page/],
  ['plain text', 'upstream connect error', /is not JSON\.$/],
  [
    'JSON cut off before it says anything',
    '{"status":"SUCCESS","status_code":200,"succ',
    /cut off or damaged/,
  ],
  ['broken JSON', '{"charged":true,}', /cut off or damaged/],
  ['null', 'null', /null, not an object/],
  ['a list', '[{"charged":true}]', /list, not an object/],
  ['a string', '"OK"', /single JSON string/],
  ['a number', '1', /single JSON number/],
  ['true', 'true', /single JSON boolean/],
  ['an empty object', '{}', /none of message_code/],
  ['another object', '{"error":"nope"}', /none of message_code/],
  ['bytes of no text', bytes(0xff, 0xfe, 0x00, 0x80), /is not JSON/],
  ['UTF-16', new Uint8Array(new Uint16Array([0xfeff, 0x7b, 0x7d]).buffer), /is not JSON/],
  ['a deep list', '['.repeat(100_000) + ']'.repeat(100_000), /list, not an object|too deep/],
];
for (const [name, body, why] of noEnvelopes) {
  test(`${name} is no envelope: outcome and billing unknown`, () => {
    for (const status of [200, 422, 429, 502]) {
      const reading = readAnswer(operationById('rc-advanced'), { status }, body);
      assert.deepEqual(
        [reading.shape, reading.outcome, reading.billing, reading.evidence, reading.messageCode],
        ['not-an-envelope', 'unknown', 'unknown', 'not-known', null],
      );
      assert.ok(reading.deviations.some((one) => why.test(plain(one.what))));
      assert.match(plain(reading.advice), /may have been billed/);
    }
  });
}

test('what is no envelope is named in the first sentence, with the HTTP status', () => {
  const meaning = (status: number, body: string): string =>
    plain(readAnswer(operationById('rc-advanced'), { status }, body).meaning);
  assert.match(
    meaning(502, '<html>Bad Gateway</html>'),
    /^HTTP 502 came with an HTML or XML page instead of JSON,/,
  );
  assert.match(meaning(404, ''), /^HTTP 404 came without a body,/);
  for (const body of ['no upstream', '[]', '{"error":"nope"}'])
    assert.match(meaning(503, body), /^HTTP 503 came with something other than the documented JSON,/);
});

test('an envelope in imperfect bytes is read, and the bytes are reported', () => {
  const body = JSON.stringify(envelope('NOT_FOUND'));
  const marked = readAnswer(operationById('rc-advanced'), { status: 404 }, text(`\ufeff${body}`));
  assert.deepEqual([marked.outcome, marked.deviations.map((one) => one.kind)], ['refused', ['finding']]);
  const [before = '', after = ''] = body.split('Invented');
  const damaged = readAnswer(
    operationById('rc-advanced'),
    { status: 404 },
    Buffer.concat([text(before), bytes(0xc3), text(after)]),
  );
  assert.equal(damaged.outcome, 'refused');
  assert.match(plain(damaged.deviations[0]?.what ?? { text: '' }), /not valid UTF-8/);
});

test('an answer nested a hundred thousand deep is read', () => {
  const deep = JSON.stringify(envelope('OK', 'email-bulk')).replace(
    '"result":{}',
    `"result":{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
  );
  assert.equal(read(deep, 200, 'email-bulk').outcome, 'verified');
});

test('a failure before the request left is free, any other may have been billed', () => {
  const before = readFailure('no', 'dns');
  assert.deepEqual([before.outcome, before.billing, before.evidence], ['not-sent', 'free', 'inferred']);
  const meanings = new Set<string>();
  for (const code of [
    'deadline',
    'cancelled',
    'reset',
    'truncated',
    'too-large',
    'malformed',
    'encoding',
    'no-answer-kept',
    'toString',
  ]) {
    const after = readFailure('maybe', code);
    assert.deepEqual([after.outcome, after.billing, after.evidence], ['unknown', 'unknown', 'not-known']);
    assert.match(plain(after.advice), /may have been billed/);
    meanings.add(plain(after.meaning));
  }
  assert.equal(meanings.size, 9);
});

/** JSON of any shape over the words of the envelope, so that the reader gets far. */
function randomJson(random: () => number, depth: number): unknown {
  const names = [
    'status',
    'status_code',
    'charged',
    'success',
    'message',
    'message_code',
    'order_id',
    'data',
    'error_code',
    'result',
    'rc_number',
    'response_metadata',
    '__proto__',
    'toString',
  ];
  const scalars: readonly unknown[] = [
    null,
    true,
    false,
    '',
    'OK',
    'PENDING',
    'RATE_LIMITED',
    0,
    200,
    429,
    1e300,
    -0.5,
    'a@b.cd',
    '\ud800',
  ];
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  if (depth === 0 || random() < 0.3) return pick(scalars);
  const size = Math.floor(random() * 6);
  if (random() < 0.2) return Array.from({ length: size }, () => randomJson(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: size + 2 }, () => [pick(names), randomJson(random, depth - 1)]),
  );
}

test('no JSON and no bytes make the reader throw, and billing is stated only by a boolean charged', () => {
  const random = randomFrom(20261121);
  for (let turn = 0; turn < 4000; turn += 1) {
    const json = randomJson(random, 4);
    const written = JSON.stringify(json) ?? '';
    const operation = operations[turn % 4] ?? operationById('rc-advanced');
    const reading = readAnswer(operation, { status: turn % 2 ? 429 : 200 }, written);
    const charged = typeof json === 'object' && json !== null && 'charged' in json ? json.charged : undefined;
    if (reading.evidence === 'stated') assert.equal(typeof charged, 'boolean', written);
    if (charged === true && !Array.isArray(json)) assert.equal(reading.billing, 'billed', written);
    for (const one of reading.deviations) assert.doesNotMatch(plain(one.what), /\{\d\}|undefined|\[object/);
    const damaged = text(written);
    for (let hit = 0; hit < 3; hit += 1)
      damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
    readAnswer(operation, { status: 200 }, damaged.subarray(0, Math.floor(random() * (damaged.length + 1))));
  }
});
