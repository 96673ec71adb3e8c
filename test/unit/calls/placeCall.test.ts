import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CallDeps,
  coolDownOf,
  placeCall,
  readExchange,
  settlementOf,
} from '../../../src/calls/sending/exchange.ts';
import { type CallRequest, type Exchange, LedgerRefusal, type Settlement } from '../../../src/calls/ports.ts';
import { aNewOrder } from './orders.ts';

const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
const request: CallRequest = {
  url: 'https://api.example.invalid/api/v1/rc/advanced',
  apiKey: null,
  body: new Uint8Array(),
  deadlineMs: 1000,
  connectTimeoutMs: 100,
  maxResponseBytes: 1000,
};
const answered: Exchange = {
  kind: 'answered',
  head: { status: 202, statusText: '', headers: [] },
  body: new TextEncoder().encode(
    '{"status":"PENDING","status_code":202,"charged":true,"success":false,"message":"","message_code":"ACCEPTED","order_id":"O","data":{"order_id":"O","error_code":"","result":{}}}',
  ),
  wireBytes: 1,
  timing,
};

interface Steps {
  readonly log: string[];
  readonly settled: Settlement[];
}

function deps(exchange: Exchange | Error, faults: { begin?: Error; settle?: Error } = {}): CallDeps & Steps {
  const log: string[] = [];
  const settled: Settlement[] = [];
  return {
    log,
    settled,
    now: () => 42,
    ledger: {
      async begin() {
        log.push('begin');
        if (faults.begin !== undefined) throw faults.begin;
      },
      async settle(_id, settlement) {
        log.push('settle');
        if (faults.settle !== undefined) throw faults.settle;
        settled.push(settlement);
      },
    },
    transport: {
      async send() {
        log.push('send');
        if (exchange instanceof Error) throw exchange;
        return exchange;
      },
    },
  };
}

const place = (steps: CallDeps) =>
  placeCall(steps, { admission: null, order: aNewOrder(), request }, new AbortController().signal);

test('a call is written, sent once, settled, in that order', async () => {
  const steps = deps(answered);
  const result = await place(steps);
  assert.deepEqual(steps.log, ['begin', 'send', 'settle']);
  assert.ok(result.kind === 'settled' && result.unsettled === null);
  assert.deepEqual(
    [steps.settled[0]?.outcome, steps.settled[0]?.billing, steps.settled[0]?.orderId],
    ['pending', 'billed', 'O'],
  );
});

test('what cannot be written first is not sent', async () => {
  const refusal = new LedgerRefusal('unwritable', { text: 'The disk is full.' });
  for (const fault of [refusal, new Error('odd')]) {
    const steps = deps(answered, { begin: fault });
    const result = await place(steps);
    assert.deepEqual(steps.log, ['begin']);
    assert.equal(result.kind, 'not-begun');
  }
});

test('a refusal made in another bundle is told in its own words', async () => {
  const foreign = Object.assign(new Error('x'), {
    name: 'LedgerRefusal',
    reason: 'unwritable',
    what: { text: 'The disk is full.' },
  });
  const result = await place(deps(answered, { begin: foreign }));
  assert.deepEqual(result, { kind: 'not-begun', why: { text: 'The disk is full.' }, guard: false });
});

test('an answer that cannot be written is shown all the same, with a warning', async () => {
  const result = await place(deps(answered, { settle: new Error('disk full') }));
  assert.ok(result.kind === 'settled');
  assert.equal(result.reading.messageCode, 'ACCEPTED');
  assert.match(result.unsettled?.text ?? '', /could not be written/);
});

test('a connection lost after the request left may have been billed; one that never left is free', async () => {
  const lost = (sent: 'no' | 'maybe', code: string): Exchange => {
    return {
      kind: 'failed',
      sent,
      code,
      what: { text: 'x' },
      cause: 'X',
      head: null,
      partialBody: null,
      timing,
    };
  };
  const maybe = await place(deps(lost('maybe', 'reset')));
  assert.ok(maybe.kind === 'settled');
  assert.deepEqual([maybe.settlement.outcome, maybe.settlement.billing], ['unknown', 'unknown']);
  const no = await place(deps(lost('no', 'refused')));
  assert.ok(no.kind === 'settled');
  assert.deepEqual(
    [no.settlement.outcome, no.settlement.billing, no.settlement.evidence],
    ['not-sent', 'free', 'inferred'],
  );
});

test('a transport that fails unforeseen counts as maybe sent and is settled', async () => {
  const steps = deps(new Error('a bug'));
  const result = await place(steps);
  assert.deepEqual(steps.log, ['begin', 'send', 'settle']);
  assert.ok(result.kind === 'settled');
  assert.equal(result.settlement.billing, 'unknown');
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const began =
  '{"status":"PENDING","charged":true,"message_code":"PROVIDER_NO_RESPONSE","order_id":"ORD-INVENTED-9","data":{"resu';

function broken(
  code: string,
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

for (const code of ['truncated', 'too-large', 'deadline', 'reset', 'cancelled', 'malformed', 'encoding']) {
  test(`an answer that broke off keeps what came: ${code}`, async () => {
    const result = await place(deps(broken(code, began)));
    assert.ok(result.kind === 'settled');
    const { settlement, reading } = result;
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

test('where no answer began, nothing is read', async () => {
  const without = await place(deps(broken('deadline', null)));
  assert.ok(without.kind === 'settled');
  assert.deepEqual([without.reading.fromPart, without.settlement.orderId], [false, null]);
  const free = await place(deps(broken('refused', began, { sent: 'no' })));
  assert.ok(free.kind === 'settled');
  assert.deepEqual([free.settlement.outcome, free.settlement.billing], ['not-sent', 'free']);
});

/** What is kept of an HTTP 429 with this body. */
function of429(body: string, headers: readonly (readonly [string, string])[], cut = false): Settlement {
  const head = { status: 429, statusText: '', headers };
  const exchange: Exchange = cut
    ? broken('truncated', body, { status: 429, headers })
    : { kind: 'answered', head, body: bytes(body), wireBytes: 1, timing };
  return settlementOf(exchange, readExchange('email-bulk', exchange), 1_000);
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
  const { coolDown } = settlementOf(exchange, readExchange('rc-advanced', exchange), 1_000);
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
