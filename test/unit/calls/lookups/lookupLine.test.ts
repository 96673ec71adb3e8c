import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answered, filledValues, lookupLine } from '../../../../src/calls/lookups/lookupLine.ts';
import { defaultLookupFields } from '../../../../src/contract/lookupFields.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { resultValues } from '../../../../src/contract/resultValues.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { plain } from '../../../../src/contract/words.ts';

const now = Date.UTC(2026, 10, 22);

function answered(
  operation: OperationId,
  result: unknown,
  settlement: Partial<Answered['settlement']> = {},
  requestBody = '{}',
): Answered {
  const body = JSON.stringify({ data: { order_id: 'ORD-1', error_code: '', result } });
  return {
    operation: operationById(operation),
    result: resultValues(operationById(operation), body),
    settlement: {
      ...({ outcome: 'verified', billing: 'billed', messageCode: 'OK', orderId: 'ORD-1' } as const),
      ...{ failureCode: null, coolDown: null },
      ...settlement,
    },
    failure: null,
    requestBody,
  };
}

function said(one: Answered, chosen = defaultLookupFields[one.operation.id]): string {
  const { contradiction, came, next } = lookupLine(one, chosen, now);
  const parts = [contradiction, ...came, '₹', next].filter((part) => part !== null);
  return parts.map((part) => (typeof part === 'string' ? part : plain(part))).join(' · ');
}

const car = {
  rc_number: 'XX00AB0000',
  rc_status: 'ACTIVE',
  maker_model: 'INVENTED MODEL 3',
  insurance_upto: '2028-12-04',
  owner_name: 'INVENTED OWNER',
  fuel_type: '',
};

describe('a verified answer', () => {
  test('is told by its three values', () => {
    assert.equal(said(answered('rc-advanced', car)), 'ACTIVE · INVENTED MODEL 3 · insured to 2028-12-04 · ₹');
  });

  test('personal values are masked, the score among them', () => {
    assert.equal(
      said(answered('rc-advanced', car), ['owner_name', 'rc_number']),
      'Verified · •••••• · rc_number XX••••••00 · ₹',
    );
    const report = { number: '0000001234', fetch_by: 'pan', credit_score: '812' };
    assert.equal(said(answered('credit-report', report)), 'Verified · score •••••• · by pan · ₹');
  });

  test('an empty value is left out; a field the answer does not have is said', () => {
    assert.equal(said(answered('rc-advanced', car), ['fuel_type', 'colour']), 'no colour in the answer · ₹');
  });

  test('without any value the outcome stands there', () => {
    assert.equal(said(answered('rc-advanced', car), []), 'Verified · ₹');
    assert.equal(said(answered('rc-advanced', car), ['fuel_type']), 'Verified · ₹');
    assert.equal(said(answered('rc-advanced', {})), 'Verified · ₹');
  });

  test('a list that nobody documented is told by what its items say, without their personal values', () => {
    const results = ['one', 'two', 'three'].map((name, at) => ({
      ...{ email: `${name}@example.invalid`, well_formed: true },
      deliverable: at === 1 ? 'no' : 'yes',
    }));
    assert.equal(
      said(answered('email-bulk', { _note: 'invented', total: 3, results })),
      'total 3 · well_formed: true 3 · deliverable: yes 2, no 1 · ₹',
    );
    const counts = { valid: 2, invalid: 1, unknown: 0, results };
    assert.equal(said(answered('email-bulk', counts)), 'valid 2 · invalid 1 · unknown 0 · ₹');
    assert.equal(
      said(answered('email-bulk', { results: results.map(({ email }) => email) })),
      'Verified · ₹',
    );
  });

  test('where no result is documented the first open values stand there, by name', () => {
    const link = { _note: 'invented', aadhaar_number: 'XXXXXXXX2222', linked: true, link_status: 'LINKED' };
    assert.equal(said(answered('aadhaar-pan-link', link)), 'linked true · link_status LINKED · ₹');
    assert.equal(said(answered('aadhaar-pan-link', {})), 'Verified · ₹');
    assert.equal(
      said(answered('aadhaar-pan-link', { a: 1, b: '', c: 2, d: 3, e: 4 })),
      'a 1 · c 2 · d 3 · ₹',
    );
  });

  test('a long value is cut', () => {
    const modelOf = (length: number): string =>
      said(answered('rc-advanced', { ...car, maker_model: 'M'.repeat(length) }), ['maker_model']);
    assert.equal(modelOf(40), `${'M'.repeat(40)} · ₹`);
    assert.equal(modelOf(41), `${'M'.repeat(40)}… · ₹`);
  });

  test('a value whose words would not be understood alone has its name, or a word, before it', () => {
    for (const [name, line] of [
      ...[
        'rc_status',
        'maker_model',
        'maker_description',
        'fuel_type',
        'color',
        'body_type',
        'norms_type',
      ].map((one) => [one, 'SAID'] as const),
      ...['vehicle_category', 'vehicle_category_description', 'registered_at'].map(
        (one) => [one, 'SAID'] as const,
      ),
      ['insurance_upto', 'insured to SAID'],
      ['fit_up_to', 'fitness to SAID'],
      ['tax_upto', 'tax to SAID'],
      ['pucc_upto', 'PUC to SAID'],
      ['registration_date', 'registered SAID'],
      ['rto_code', 'rto_code SAID'],
    ] as const) {
      assert.equal(said(answered('rc-advanced', { [name]: 'SAID' }), [name]), `${line} · ₹`, name);
    }
    assert.equal(
      said(answered('credit-report', { name: 'Invented Person' }), ['name']),
      'Verified · •••••• · ₹',
    );
  });

  test('what was asked about is masked in whatever field; what the user calls personal in its own', () => {
    const model = { ...car, maker_model: 'Invented Person Motors' };
    const about = answered('rc-advanced', model, {}, '{"owner_name":"Invented Person"}');
    assert.equal(said(about, ['maker_model']), 'Verified · •••••• · ₹');
    const reading = readRequestFields({ 'rc-advanced': [{ name: 'branch', personal: 'all' }] });
    const one = answered('rc-advanced', { branch: 'Nowhere', colour_2: 'red' });
    const corrected = { ...one, operation: withRequestFields(one.operation, reading) };
    assert.equal(said(corrected, ['branch', 'colour_2']), 'Verified · branch •••••• · colour_2 red · ₹');
  });

  test('the values that hold something are offered one by one, however they are grouped', () => {
    const { result } = answered('rc-advanced', { rc_status: 'ACTIVE', fuel_type: '', extra: 0, none: null });
    assert.deepEqual(
      filledValues(result).map(({ name, text }) => [name, text]),
      [
        ['rc_status', 'ACTIVE'],
        ['extra', '0'],
      ],
    );
    assert.deepEqual(filledValues(null), []);
  });

  test('an answer for another identifier says so first, in another spelling it does not', () => {
    const sent = (rc: string) => answered('rc-advanced', car, {}, JSON.stringify({ rc_number: rc }));
    assert.match(said(sent('XX00AB9999')), /^asked XX••••••99, answered XX••••••00 · ACTIVE/);
    assert.match(said(sent('XX00ZZ0100')), /^asked XX••••••00, answered another one · ACTIVE/);
    assert.match(said(sent('xx 00 ab 0000')), /^ACTIVE/);
    assert.match(said(answered('rc-advanced', car, {}, 'not JSON')), /^ACTIVE/);
  });
});

const rows: readonly (readonly [settlement: Partial<Answered['settlement']>, line: string])[] = [
  [{ outcome: 'negative', messageCode: 'NO_RECORD_FOUND' }, 'No record found · ₹'],
  [
    { outcome: 'negative', messageCode: 'SOURCE_UNAVAILABLE' },
    'Record source was down · ₹ · a retry is billed too',
  ],
  [
    { outcome: 'pending', messageCode: 'ACCEPTED' },
    'Pending at the provider · ₹ · quote ORD-1, do not send again',
  ],
  [
    { outcome: 'held', messageCode: 'PROVIDER_NO_RESPONSE', orderId: null },
    'Held for manual review · ₹ · do not send again',
  ],
  [{ outcome: 'rejected', messageCode: 'INVALID_INPUT', billing: 'free' }, 'Input was rejected · ₹'],
  [
    {
      ...{ outcome: 'throttled', messageCode: 'RATE_LIMITED', billing: 'free', orderId: null },
      coolDown: { until: now + 30_000, guessed: false },
    },
    'Rate limit exceeded · ₹ · wait 0:30',
  ],
  [
    {
      ...{ outcome: 'throttled', messageCode: null, billing: 'free', orderId: null },
      coolDown: { until: now + 60_000, guessed: true },
    },
    'Rate limit exceeded · ₹ · wait 1:00 (assumed: the service did not say)',
  ],
  [
    {
      ...{ outcome: 'throttled', messageCode: 'RATE_LIMITED', billing: 'unknown', orderId: null },
      coolDown: { until: now + 30_000, guessed: false },
    },
    'Rate limit exceeded · ₹ · ask the service before sending again',
  ],
  [
    { outcome: 'unknown', messageCode: null, billing: 'unknown', orderId: null, failureCode: 'reset' },
    'Outcome unknown · ₹ · ask the service before sending again',
  ],
  [
    { outcome: 'unknown', messageCode: null, billing: 'free', orderId: null, failureCode: 'reset' },
    'Outcome unknown · ₹ · ask the service before sending again',
  ],
  [
    { outcome: 'negative', messageCode: 'NO_RECORD_FOUND', billing: 'unknown' },
    'No record found · ₹ · ask the service before sending again',
  ],
];
for (const [settlement, line] of rows) {
  test(`${settlement.outcome} ${settlement.messageCode ?? ''} has a short line of its own`, () => {
    assert.equal(said(answered('rc-advanced', car, settlement)), line);
  });
}
