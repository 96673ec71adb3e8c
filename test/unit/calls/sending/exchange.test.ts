import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange, FailureCode, Settlement } from '../../../../src/calls/ports/ports.ts';
import {
  coolDownOf,
  readExchange,
  readInTurns,
  settlementOf,
} from '../../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Reading } from '../../../../src/contract/shapes.ts';

const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
const answered: Exchange = {
  kind: 'answered',
  head: { status: 202, statusText: '', headers: [] },
  body: new TextEncoder().encode(
    '{"status":"PENDING","status_code":202,"charged":true,"success":false,"message":"","message_code":"ACCEPTED","order_id":"O","data":{"order_id":"O","error_code":"","result":{}}}',
  ),
  wireBytes: 1,
  timing,
};

function read(exchange: Exchange): { readonly reading: Reading; readonly settlement: Settlement } {
  const reading = readExchange(operationById('rc-advanced'), exchange);
  return { reading, settlement: settlementOf(exchange, reading, 42) };
}

test('an answer is kept as it came, with what it means', () => {
  const { settlement } = read(answered);
  assert.deepEqual(
    [
      settlement.outcome,
      settlement.billing,
      settlement.orderId,
      settlement.messageCode,
      settlement.settledAt,
    ],
    ['pending', 'billed', 'O', 'ACCEPTED', 42],
  );
  assert.ok(answered.kind === 'answered');
  assert.deepEqual(settlement.answer, {
    head: answered.head,
    timing,
    wireBytes: 1,
    body: answered.body,
    failure: null,
  });
});

test('a connection lost after the request left may have been billed; one that never left is free', () => {
  const maybe = read(broken('reset', null)).settlement;
  assert.deepEqual([maybe.outcome, maybe.billing], ['unknown', 'unknown']);
  const no = read(broken('refused', null, { sent: 'no' })).settlement;
  assert.deepEqual([no.outcome, no.billing, no.evidence], ['not-sent', 'free', 'inferred']);
});

test('an answer of a megabyte and more is read in turns, to the same end; a smaller one at once', async () => {
  for (const [bytes, turns] of [
    [999_999, 0],
    [1_000_000, 2],
    [1_500_000, 2],
  ] as const) {
    const text = '{"message_code":"OK","charged":true,"order_id":"O","data":{"order_id":"O","result":{"x":"';
    const body = new TextEncoder().encode(`${text.padEnd(bytes - 4, 'y')}"}}}`);
    assert.equal(body.byteLength, bytes);
    const large: Exchange = { ...answered, head: { status: 200, statusText: '', headers: [] }, body };
    let turned = 0;
    const reading = await readInTurns(operationById('rc-advanced'), large, async () => {
      turned += 1;
    });
    assert.equal(turned, turns);
    assert.deepEqual(reading, readExchange(operationById('rc-advanced'), large));
    assert.deepEqual([reading.outcome, reading.orderId], ['verified', 'O']);
  }
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const began =
  '{"status":"PENDING","charged":true,"message_code":"PROVIDER_NO_RESPONSE","order_id":"ORD-INVENTED-9","data":{"resu';

function broken(
  code: FailureCode,
  body: string | null,
  {
    status = 202,
    sent = 'maybe',
    headers = [],
  }: { status?: number; sent?: 'no' | 'maybe'; headers?: readonly (readonly [string, string])[] } = {},
): Extract<Exchange, { kind: 'failed' }> {
  const head = body === null ? null : { status, statusText: '', headers };
  const partialBody = body === null ? null : bytes(body);
  return { kind: 'failed', sent, code, what: { text: 'x' }, cause: 'X', head, partialBody, timing };
}

for (const code of [
  'truncated',
  'too-large',
  'deadline',
  'reset',
  'cancelled',
  'malformed',
  'encoding',
] as const) {
  test(`an answer that broke off keeps what came: ${code}`, () => {
    const { settlement, reading } = read(broken(code, began));
    assert.deepEqual(
      [settlement.outcome, settlement.billing, settlement.evidence, settlement.failureCode],
      ['unknown', 'billed', 'stated', code],
    );
    assert.deepEqual(
      [settlement.messageCode, settlement.orderId],
      ['PROVIDER_NO_RESPONSE', 'ORD-INVENTED-9'],
    );
    assert.deepEqual([reading.fromPart, settlement.coolDown], [true, null]);
    assert.deepEqual(settlement.answer.body, bytes(began));
  });
}

test('where no answer began, nothing is read', () => {
  const without = read(broken('deadline', null));
  assert.deepEqual([without.reading.fromPart, without.settlement.orderId], [false, null]);
  const free = read(broken('refused', began, { sent: 'no' }));
  assert.deepEqual([free.settlement.outcome, free.settlement.billing], ['not-sent', 'free']);
});

/** What is kept of an HTTP 429 with this body. */
function of429(body: string, headers: readonly (readonly [string, string])[], cut = false): Settlement {
  const head = { status: 429, statusText: '', headers };
  const exchange: Exchange = cut
    ? broken('truncated', body, { status: 429, headers })
    : { kind: 'answered', head, body: bytes(body), wireBytes: 1, timing };
  return settlementOf(exchange, readExchange(operationById('email-bulk'), exchange), 1_000);
}

const short = '{"success":false,"message":"Rate limit exceeded. Please try again later.","data":null';
for (const [name, body, cut, outcome] of [
  ['HTML', '<html>429</html>', false, 'unknown'],
  ['nothing', '', false, 'unknown'],
  ["a gateway's JSON", '{"error":"slow down"}', false, 'unknown'],
  ['the short form', `${short}}`, false, 'throttled'],
  ['the short form with more in it', `${short},"trace":"x"}`, false, 'unknown'],
  ['an unknown code', '{"message_code":"SLOW_DOWN","charged":false}', false, 'unknown'],
  ['a code of another status', '{"message_code":"OK","charged":true,"order_id":"O"}', false, 'verified'],
  ['a body that broke off', '{"message_code":"RATE_LIM', true, 'unknown'],
] as const) {
  test(`HTTP 429 starts a cool-down: ${name}`, () => {
    const told = of429(body, [['retry-after', '30']], cut);
    assert.equal(told.outcome, outcome);
    assert.deepEqual(told.coolDown, { until: 31_000, guessed: false });
    assert.deepEqual(of429(body, [], cut).coolDown, { until: 61_000, guessed: true });
    if (outcome === 'unknown' && !body.includes('charged')) assert.equal(told.billing, 'unknown');
  });
}

test('a throttled answer starts one on any HTTP status', () => {
  const exchange: Exchange = { ...answered, body: bytes('{"message_code":"RATE_LIMITED","charged":false}') };
  const { coolDown } = settlementOf(exchange, readExchange(operationById('rc-advanced'), exchange), 1_000);
  assert.deepEqual(coolDown, { until: 61_000, guessed: true });
});

test('no header makes a cool-down that is not a number of our clock', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  for (const header of [
    '99999999999999999999',
    '9'.repeat(400),
    'Fri, 31 Dec 9999 23:59:59 GMT',
    '-1',
    'NaN',
    '',
  ]) {
    for (const date of ['Sat, 01 Jan 0101 00:00:00 GMT', 'Sat, 21 Nov 2026 12:00:00 GMT', 'odd']) {
      const { until } = coolDownOf(
        {
          status: 429,
          statusText: '',
          headers: [
            ['Retry-After', header],
            ['Date', date],
          ],
        },
        now,
      );
      assert.ok(Number.isSafeInteger(until) && until >= now, header);
    }
  }
});

test('a date is waited for by the clock of the answer', () => {
  const headers = [
    ['Date', 'Sat, 21 Nov 2026 12:00:00 GMT'],
    ['Retry-After', 'Sat, 21 Nov 2026 12:00:40 GMT'],
  ] as const;
  assert.deepEqual(coolDownOf({ status: 429, statusText: '', headers }, 5_000), {
    until: 45_000,
    guessed: false,
  });
});

test('what was odd on the wire is kept with the answer, and stands first in what departs from the documents', async () => {
  const what = { text: 'odd: {0}', args: ['gzip'] };
  const odd: Exchange = { ...answered, oddities: [what] };
  const { reading, settlement } = read(odd);
  assert.deepEqual(settlement.answer.oddities, [what]);
  assert.deepEqual(reading.deviations[0], { kind: 'fault', paths: [], expected: null, found: null, what });
  assert.deepEqual(reading.deviations.slice(1), read(answered).reading.deviations);
  const large: Exchange = { ...odd, body: Buffer.concat([odd.body, Buffer.alloc(1_000_000, ' ')]) };
  const inTurns = await readInTurns(operationById('rc-advanced'), large, async () => {});
  assert.deepEqual(inTurns.deviations[0]?.what, what);
});

test('a code of ten million digits costs neither the order_id nor what is known of the money; of a long one the beginning is kept', () => {
  const kept = (code: string): Settlement => {
    const text = `{"charged":true,"message_code":"${code}","order_id":"ORD-1"}`;
    return read({ ...answered, body: new TextEncoder().encode(text) }).settlement;
  };
  const { outcome, billing, evidence, orderId, messageCode } = kept('1234567890'.repeat(1_000_000));
  assert.deepEqual([outcome, billing, evidence, orderId], ['unknown', 'billed', 'stated', 'ORD-1']);
  assert.equal(messageCode, '••••••');
  assert.equal(kept('NEW WORDS '.repeat(100)).messageCode, `${'NEW WORDS '.repeat(20)}…`);
});

test('of an answer that broke off so many bytes are counted as came', () => {
  const { answer } = read(broken('reset', '{"status":')).settlement;
  assert.deepEqual([answer.wireBytes, answer.body], [10, bytes('{"status":')]);
  const { answer: none } = read(broken('reset', null)).settlement;
  assert.deepEqual([none.wireBytes, none.body], [0, new Uint8Array()]);
});
