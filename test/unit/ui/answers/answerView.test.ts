import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange, FailureCode, OrderSummary, SealedAnswer } from '../../../../src/calls/ports/ports.ts';
import { readExchange, settlementOf } from '../../../../src/calls/sending/exchange.ts';
import { said } from '../../../../src/calls/usage/periods.ts';
import { messageCodes } from '../../../../src/contract/messageCodes.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { headline } from '../../../../src/contract/outcomes.ts';
import { plain } from '../../../../src/contract/words.ts';
import type { AnswerView } from '../../../../src/protocol/messages.ts';
import { magicInputs } from '../../../../src/sandbox/magic.ts';
import { answerView } from '../../../../src/ui/answers/answerView.ts';
import { readOrder } from '../../../../src/ui/answers/orderReading.ts';
import { anOrder } from '../../calls/orders.ts';
import { envelope, type Json, without } from '../../contract/answers.ts';
import { aSandbox, magic, send } from '../../sandbox/aSandbox.ts';

const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function answered(
  status: number,
  body: Json | string,
  headers: readonly (readonly [string, string])[] = [],
): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const head = { status, statusText: '', headers };
  return { kind: 'answered', head, body: bytes(text), wireBytes: 1, timing };
}

function broken(code: FailureCode, body: string | null, status = 202): Exchange {
  return {
    kind: 'failed',
    sent: 'maybe',
    code,
    what: { text: 'x' },
    cause: 'X',
    head: body === null ? null : { status, statusText: '', headers: [] },
    partialBody: body === null ? null : bytes(body),
    timing,
  };
}

/** The row and the payload the ledger keeps of an exchange. */
function kept(exchange: Exchange): { readonly order: OrderSummary; readonly answer: SealedAnswer } {
  const reading = readExchange(operationById('rc-advanced'), exchange);
  const { answer, coolDown, ...row } = settlementOf(exchange, reading, Date.UTC(2026, 10, 21, 12));
  return { order: anOrder({ ...row }), answer };
}

function view(
  exchange: Exchange,
  payload: 'kept' | 'erased' = 'kept',
  asked: string | null = null,
): AnswerView {
  const { order, answer } = kept(exchange);
  const open = payload === 'kept' ? answer : null;
  const about = { operation: operationById('rc-advanced'), revealed: new Set<string>(), warning: null };
  const when = { now: Date.UTC(2026, 10, 22) };
  const requestBody = asked === null ? null : bytes(asked);
  const parts = { order, reading: readOrder(order, open), answer: open, requestBody, ...about, ...when };
  return answerView(parts, plain);
}

/** Of an order without an answer. */
function unanswered(state: 'in-flight' | 'lost'): AnswerView {
  const none = { outcome: 'unknown', billing: 'unknown', evidence: 'not-known', settledAt: null } as const;
  const nothing = { httpStatus: null, messageCode: null, orderId: null, totalMs: null } as const;
  const order = anOrder({ state, ...none, ...nothing });
  const about = { operation: operationById('rc-advanced'), revealed: new Set<string>(), warning: null };
  const parts = { order, reading: readOrder(order, null), answer: null, requestBody: null, ...about, now: 0 };
  return answerView(parts, plain);
}

test('an order under way waits, in the words of the history; one given up is unknown', () => {
  const out = unanswered('in-flight');
  assert.equal(out.headline, 'Waiting for the answer');
  assert.equal(out.underWay, true);
  // Read without their labels, which the page draws as icons.
  assert.deepEqual([out.signs.lookup.value, out.signs.lookup.tone], ['outcome not known yet', 'neutral']);
  assert.deepEqual([out.signs.money.value, out.signs.money.tone], ['cost not known yet', 'neutral']);
  assert.equal(out.signs.transport.value, 'waiting for the answer');
  assert.match(out.meaning, /^The call is under way/);
  const lost = unanswered('lost');
  assert.equal(lost.headline, 'Outcome unknown');
  assert.equal(lost.underWay, undefined);
  assert.deepEqual([lost.signs.lookup.value, lost.signs.lookup.tone], ['unknown', 'caution']);
});

const words = (of: AnswerView): string =>
  [of.headline, of.meaning, of.advice, of.signs.lookup.value].join(' | ');

for (const row of messageCodes) {
  test(`${row.code}, as the sandbox answers it, is shown with its meaning and its billing`, async (t) => {
    const sandbox = await aSandbox(t);
    const input = magicInputs.find(({ messageCode, fault }) => messageCode === row.code && fault === null);
    const { status, text, headers } = await send(
      sandbox,
      'rc-advanced',
      magic(input?.id ?? '', 'rc-advanced'),
    );
    const shown = view(answered(status, text, [...headers]));
    const words = headline({ ...row, messageCode: row.code, failureCode: null });
    assert.deepEqual(
      [shown.headline, shown.meaning, shown.advice],
      [words, row.meaning, row.advice].map((one) => plain(one)),
    );
    assert.deepEqual([shown.outcome, shown.billing, shown.messageCode], [row.outcome, row.billing, row.code]);
    assert.match(shown.signs.transport.value, new RegExp(`^answered, HTTP ${row.http}, \\d+ ms$`));
    assert.equal(shown.signs.money.value, `${row.billing === 'billed' ? 'BILLED' : row.billing} (stated)`);
    assert.equal((shown.orderId ?? '') !== '', row.order === 'present');
  });
}

test('a failed request that says it was charged is nowhere called refunded', () => {
  const exchange = answered(400, envelope('REQUEST_FAILED', 'rc-advanced', { charged: true }));
  for (const payload of ['kept', 'erased'] as const) {
    const shown = view(exchange, payload);
    assert.doesNotMatch(words(shown), /refund/i);
    assert.equal(shown.headline, 'Failed, yet charged');
    assert.equal(shown.signs.lookup.value, 'failed');
    assert.equal(shown.signs.money.value, 'BILLED (stated), against the documents');
    assert.equal(shown.contradictsCharge, true);
  }
  assert.match(
    words(view(answered(400, envelope('REQUEST_FAILED')))),
    /Failed and refunded.*failed, refunded/s,
  );
});

test('a stated free against the documents is a contradiction before it is free, in words and colour', () => {
  for (const [exchange, free] of [
    [answered(200, envelope('OK', 'rc-advanced', { charged: false })), true],
    [answered(202, envelope('ACCEPTED', 'rc-advanced', { charged: false })), true],
    [answered(200, envelope('OK', 'rc-advanced', { charged: false, message_code: 'BRAND_NEW' })), true],
    [answered(400, envelope('REQUEST_FAILED')), false],
    [answered(404, envelope('NOT_FOUND')), false],
  ] as const) {
    for (const payload of ['kept', 'erased'] as const) {
      const { signs, contradictsCharge } = view(exchange, payload);
      assert.equal(contradictsCharge, free);
      assert.equal(signs.money.tone, free ? 'caution' : 'good');
      assert.equal(/^Stated free, against the documents$/.test(signs.money.value), free, signs.money.value);
    }
  }
});

const began = '{"charged":true,"message_code":"OK","order_id":"ORD-INVENTED-9","data":{"resu';

test('an answer that broke off shows what came, and from where', () => {
  for (const exchange of [broken('truncated', began), broken('too-large', began), answered(200, began)]) {
    for (const payload of ['kept', 'erased'] as const) {
      const shown = view(exchange, payload);
      assert.deepEqual(
        [shown.messageCode, shown.orderId, shown.fromPart, shown.whole, shown.outcome],
        ['OK', 'ORD-INVENTED-9', true, false, 'unknown'],
      );
      assert.equal(shown.headline, 'Incomplete answer');
      assert.equal(shown.signs.money.value, 'BILLED (stated), from the part that came');
      assert.doesNotMatch(words(shown), /returned a result|Use the result/);
    }
  }
});

test('an answer is whole or not, with or without an order_id', () => {
  const none = view(broken('reset', null));
  assert.deepEqual(
    [none.orderId, none.fromPart, none.whole, none.headline],
    ['', false, false, 'Outcome unknown'],
  );
  const early = view(broken('truncated', '{"status":"SUC'));
  assert.deepEqual([early.orderId, early.fromPart, early.whole], ['', false, false]);
  const free = view(answered(404, envelope('NOT_FOUND')));
  assert.deepEqual([free.orderId, free.fromPart, free.whole], ['', false, true]);
  assert.equal(view(answered(502, '<html>')).whole, true);
});

test('a kept order without its answer reads as its row says', () => {
  const unknown = view(answered(418, envelope('OK', 'rc-advanced', { message_code: 'BRAND_NEW' })), 'erased');
  assert.match(unknown.meaning, /do not list this message_code/);
  // There is no result to use.
  assert.equal(view(answered(200, envelope('OK')), 'erased').advice, '');
  assert.match(
    view(answered(200, envelope('OK', 'rc-advanced', { charged: false })), 'erased').advice,
    /did not charge/,
  );
});

test('a Retry-After date is told by our clock, in local time as the wait before a call is', () => {
  const headers = [
    ['Date', 'Sat, 21 Nov 2026 10:00:00 GMT'],
    ['Retry-After', 'Sat, 21 Nov 2026 10:00:40 GMT'],
  ] as const;
  const shown = view(answered(429, envelope('RATE_LIMITED'), headers));
  const until = said(Date.UTC(2026, 10, 21, 12, 0, 40), Date.UTC(2026, 10, 22));
  assert.equal(shown.retryAfter, `Retry-After: wait until ${until}`);
  assert.match(shown.advice, /^Wait for the time in the Retry-After header\./);
});

test('a 429 that names no readable time is not advised to wait for it', () => {
  for (const headers of [[], [['Retry-After', 'soon']]] as const) {
    assert.match(
      view(answered(429, envelope('RATE_LIMITED'), headers)).advice,
      /^Wait one minute \(assumed\)/,
    );
  }
});

test('the money says what the call cost by the price it left with, and nothing where none was set or it was free', () => {
  const body = envelope('OK');
  const told = (changes: Partial<OrderSummary>): readonly [string, string] => {
    const { order: came, answer } = kept(answered(200, body));
    const order = { ...came, price: '4.5', ...changes };
    const about = { operation: operationById('rc-advanced'), revealed: new Set<string>(), warning: null };
    const reading = readOrder(order, answer);
    const shown = answerView({ order, reading, answer, requestBody: null, ...about, now: 0 }, plain);
    return [shown.signs.money.value, shown.about.find(([label]) => label === 'Cost')?.[1] ?? ''];
  };
  const cost = '≈ ₹4.50 (estimated)';
  assert.deepEqual(told({}), [`BILLED (stated) · ${cost}`, cost]);
  assert.deepEqual(told({ price: null }), ['BILLED (stated)', '']);
  assert.deepEqual(told({ price: '0' })[1], '≈ ₹0.00 (estimated)');
  assert.deepEqual(told({ billing: 'unknown' }), [`unknown: may have been billed · ${cost}`, cost]);
  assert.deepEqual(told({ billing: 'free' }), ['free (stated)', '']);
  assert.deepEqual(told({ billing: 'refunded' }), ['refunded (stated)', '']);
  assert.deepEqual(told({ state: 'in-flight' }), ['cost not known yet', '']);
  assert.deepEqual(told({ kind: 'sandbox' }), [
    `BILLED (stated) · ${cost} · simulated`,
    `${cost}, simulated`,
  ]);
  // What was found out later: then the order cost nothing, whatever its answer left open.
  assert.equal(told({ outcome: 'unknown', billing: 'unknown', resolved: 'not-billed' })[1], '');
});

test('a 429 that says it was charged, or does not say, is first of all a matter of money', () => {
  for (const headers of [[], [['Retry-After', 'soon']], [['Retry-After', '30']]] as const) {
    const charged = view(answered(429, envelope('RATE_LIMITED', 'rc-advanced', { charged: true }), headers));
    assert.match(charged.advice, /^The service says it charged this call, although RATE_LIMITED/);
    const unsaid = view(answered(429, without(envelope('RATE_LIMITED'), 'charged'), headers));
    assert.match(unsaid.advice, /does not say clearly whether it was charged/);
  }
});

test('what was charged is nowhere said not to have run', () => {
  for (const code of ['INVALID_INPUT', 'INVALID_API_KEY', 'RATE_LIMITED'] as const) {
    const row = messageCodes.find((one) => one.code === code);
    const lookup = (changed: Json): string => view(answered(row?.http ?? 0, changed)).signs.lookup.value;
    assert.match(lookup(envelope(code)), /^not run: /);
    assert.doesNotMatch(lookup(envelope(code, 'rc-advanced', { charged: true })), /not run/);
    assert.doesNotMatch(lookup(without(envelope(code), 'charged')), /not run/);
  }
});

test('of a sentence of the service of many megabytes the page shows the beginning', () => {
  for (const message of ['1234567890'.repeat(1_000_000), 'invented words '.repeat(500_000)]) {
    const shown = view(answered(200, envelope('OK', 'rc-advanced', { message })));
    assert.ok(shown.message.length <= 2001, `${shown.message.length} characters`);
    assert.equal(shown.headline, 'Verified');
  }
});

test('of the way no more is said than is kept: a part that came also where it is erased, and no time of a call that was lost', () => {
  for (const payload of ['kept', 'erased'] as const) {
    const { signs } = view(broken('truncated', '{"status":"SUC'), payload);
    assert.equal(signs.transport.value, 'HTTP 202, incomplete answer, 3 ms');
    assert.equal(view(broken('reset', null), payload).signs.transport.value, 'sent, no answer, 3 ms');
  }
  assert.equal(unanswered('lost').signs.transport.value, 'no answer kept');
});

test('an answer is headed by its input and time; one for another input says so', () => {
  const result = { rc_number: 'MH00AB1234' };
  const exchange = answered(200, envelope('OK', 'rc-advanced', { data: { result } }));
  const shown = view(exchange, 'kept', '{"rc_number":"MH00CD9002"}');
  assert.deepEqual([shown.input, shown.at], ['XX••••••01', Date.UTC(2026, 10, 21, 12)]);
  assert.equal(shown.otherIdentifier, 'Answered for another input: asked MH••••••02, answered MH••••••34.');
  assert.equal(
    shown.advice,
    'It is not about the input you sent: do not use it before the service has explained it.',
  );
  for (const [payload, asked] of [
    ['kept', '{"rc_number":"mh 00 ab 1234"}'],
    ['kept', null],
    ['erased', '{"rc_number":"MH00CD9002"}'],
  ] as const) {
    assert.equal(view(exchange, payload, asked).otherIdentifier, null);
  }
});

test('of an answer that broke off no field is called missing', () => {
  const exchange = broken('truncated', `${JSON.stringify(envelope('OK', 'rc-advanced'))}`);
  const kinds = view(exchange).groups.flatMap(({ values }) => values.map(({ kind }) => kind));
  assert.equal(kinds.includes('missing'), false);
});

test('a link can be kept though it is masked; one to this computer only in an answer from it', () => {
  const linked = (
    link: string,
    origin: string,
  ): AnswerView['groups'][number]['values'][number] | undefined => {
    const exchange = answered(200, envelope('OK', 'rc-advanced', { data: { result: { pdf_url: link } } }));
    const row = kept(exchange);
    const order = { ...row.order, origin };
    const about = { operation: operationById('rc-advanced'), warning: null, now: 0, requestBody: null };
    const parts = { order, answer: row.answer, reading: readOrder(order, row.answer), ...about };
    const groups = answerView({ ...parts, revealed: new Set() }, plain).groups;
    return groups.flatMap(({ values }) => values).find(({ name }) => name === 'pdf_url');
  };
  const live = 'https://api.example.in';
  const shown = linked('https://files.example.in/1.pdf', live);
  assert.deepEqual([shown?.masked, shown?.link, shown?.canKeep], [true, null, true]);
  assert.equal(linked('http://127.0.0.1:4000/1.pdf', live)?.canKeep, undefined);
  assert.equal(linked('http://127.0.0.1:4000/1.pdf', 'http://127.0.0.1:4000')?.canKeep, true);
  assert.equal(linked('http://files.example.in/1.pdf', 'http://127.0.0.1:4000')?.canKeep, undefined);
  assert.equal(linked('no link', live)?.canKeep, undefined);
});

test('an order whose number was reduced says so at its answer and at its request', () => {
  const exchange = answered(200, envelope('OK'));
  const { order, answer } = kept(exchange);
  const shown = (aadhaarReducedAt: number | null): AnswerView =>
    answerView(
      {
        order: { ...order, aadhaarReducedAt },
        reading: readOrder(order, answer),
        answer,
        requestBody: bytes('{"aadhaar_number":"XXXX XXXX 0124"}'),
        operation: operationById('aadhaar-pan-link'),
        revealed: new Set<string>(),
        warning: null,
        now: 0,
      },
      plain,
    );
  assert.match(shown(1).reduced ?? '', /Only the last four digits of the Aadhaar number are kept/);
  assert.equal(shown(1).request?.notes[0], shown(1).reduced);
  assert.match(shown(1).request?.body ?? '', /••0124/);
  assert.equal(shown(null).reduced, null);
  assert.doesNotMatch(shown(null).request?.notes.join() ?? '', /four digits/);
});

test('what was odd about an answer on the wire is said whenever it is read again', () => {
  const { order, answer } = kept(answered(200, envelope('OK')));
  const what = { text: 'odd: {0}', args: ['gzip'] };
  assert.deepEqual(readOrder(order, { ...answer, oddities: [what] }).deviations[0]?.what, what);
  assert.equal(
    readOrder(order, answer).deviations.some((one) => one.what === what),
    false,
  );
});

test('what stood in the way of a call that was not sent is said, as long as it is kept', () => {
  const what = { text: '{0} refused the connection. Nothing was sent.', args: ['api.example.invalid'] };
  const refused = (sent: 'no' | 'maybe'): Exchange => {
    return { kind: 'failed', sent, code: 'refused', what, cause: '', head: null, partialBody: null, timing };
  };
  assert.equal(view(refused('no')).meaning, 'api.example.invalid refused the connection. Nothing was sent.');
  assert.match(view(refused('no'), 'erased').meaning, /^The request never left this computer/);
  assert.doesNotMatch(view(refused('maybe')).meaning, /refused the connection/);
});

test('a `false` that finds nothing is not to be taken for a finding', () => {
  const noteOf = (code: string, change: Json = {}): string =>
    view(answered(200, envelope(code, 'rc-advanced', change))).resultNote;
  for (const code of ['NO_RECORD_FOUND', 'VERIFICATION_FAILED', 'SOURCE_UNAVAILABLE'])
    assert.match(
      noteOf(code),
      /Ignore “false” in financed, less_info, masked_name: a negative answer says it whatever the input/,
    );
  for (const code of ['ACCEPTED', 'PROVIDER_NO_RESPONSE'])
    assert.match(noteOf(code), /Ignore “false” below: this answer came before the lookup ended \(assumed\)/);
  assert.equal(noteOf('OK'), '');
  assert.equal(noteOf('ACCEPTED', { data: { order_id: 'ORD-1', result: {} } }), '');
  assert.equal(noteOf('NO_RECORD_FOUND', { data: { order_id: 'ORD-1', result: { linked: false } } }), '');
});

test('nobody is told to use a result that is not here; what else a code advises stays', () => {
  const verified = answered(200, envelope('OK'));
  assert.deepEqual([view(verified).advice, view(verified, 'erased').advice], ['Use the result.', '']);
  const pending = answered(202, envelope('ACCEPTED'));
  assert.equal(view(pending, 'erased').advice, view(pending).advice);
});
