import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedBody } from '../../../src/contract/comparedBody.ts';
import { bodyFromFields } from '../../../src/contract/draft.ts';
import type { FieldCheck } from '../../../src/contract/fieldKinds.ts';
import {
  addressLines,
  normalFields,
  normalIdentifier,
  normalTyped,
} from '../../../src/contract/identifiers.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';

const rc = operationById('rc-advanced');
const credit = operationById('credit-report');
const link = operationById('aadhaar-pan-link');
const emails = operationById('email-bulk');

function corrected(id: OperationId, fields: readonly object[]): Operation {
  return withRequestFields(operationById(id), readRequestFields({ [id]: fields }));
}

const written: readonly (readonly [FieldCheck, normal: string, ...typed: string[]])[] = [
  ['registration', 'XX12AB1234', 'xx 12 ab 1234', 'XX-12-AB-1234', ' xx12ab1234\t', 'XX 12\u00a0AB‑1234'],
  ['registration', 'XX12AB1234', '\u200bXX12AB1234\ufeff', 'XX – 12 – AB – 1234'],
  ['registration', '22BH0000AA', '22 bh 0000 aa'],
  ['registration', 'XX121234', 'xx 12 1234'],
  ['registration', 'XX12345', 'xx12345'],
  ['pan', 'ABCXZ0000Q', 'abcxz 0000 q', 'ABCXZ-0000-Q', ' abcxz0000q '],
  ['aadhaar', '000011112222', '0000 1111 2222', '0000-1111-2222', '000011112222 '],
  [
    'mobile',
    '9800000000',
    '+91 98000 00000',
    '09800000000',
    '91-9800000000',
    '0091 9800000000',
    '(980) 000 0000',
  ],
  ['emails', 'Some.One@example.invalid', ' Some.One@Example.INVALID '],
];
for (const [kind, normal, ...typed] of written) {
  for (const one of [...typed, normal]) {
    test(`${kind}: ${JSON.stringify(one)} is ${normal}`, () => {
      assert.equal(normalIdentifier(kind, one), normal);
    });
  }
}

const left: readonly (readonly [FieldCheck, string])[] = [
  ['registration', 'xx 12 ab'],
  ['registration', 'xx-1-2345'],
  ['registration', 'what is this'],
  ['pan', 'abcde 12345'],
  ['aadhaar', '0000 1111 222'],
  ['aadhaar', '0000 1111 2222 3333'],
  ['mobile', '12345 67890'],
  ['mobile', '+1 98000 00000'],
  ['registration', 'x'.repeat(100_000)],
];
for (const [kind, typed] of left) {
  test(`${kind}: ${JSON.stringify(typed.slice(0, 20))} is none, and is left as it is typed`, () => {
    assert.equal(normalIdentifier(kind, typed), typed);
  });
}

test('addresses may be parted by commas, semicolons, spaces and line ends', () => {
  const typed = 'A@One.invalid, b@two.invalid;c@three.invalid d@four.invalid\r\n<e@five.invalid>,,';
  const lines = 'A@one.invalid\nb@two.invalid\nc@three.invalid\nd@four.invalid\ne@five.invalid';
  assert.equal(addressLines(typed), lines);
  assert.equal(addressLines(lines), lines);
  assert.equal(addressLines('row 0, row 1 a@one.invalid'), 'row 0\nrow 1 a@one.invalid');
  assert.deepEqual(normalFields(emails, { emails: typed }), { emails: lines });
  const spaced = { emails: '\n a@one.invalid \n\nb@two.invalid\n' };
  assert.equal(normalFields(emails, spaced), spaced);
});

test('an address in brackets is sent without the name before it, in the form as in its JSON', () => {
  const typed = '"Smith, J" <js@Example.com>\nnot-an-address\nDoe J <jd@example.com>; k@example.com';
  const sent = ['js@example.com', 'not-an-address', 'jd@example.com', 'k@example.com'];
  const fields = normalFields(emails, { emails: typed });
  assert.deepEqual(JSON.parse(bodyFromFields(emails, fields)), { emails: sent });
  assert.equal(normalFields(emails, fields), fields);
  const asTyped = normalFields(emails, { emails: typed }, ['emails']);
  assert.deepEqual(JSON.parse(bodyFromFields(emails, asTyped)).emails, typed.split('\n'));
});

test('only fields that hold an identifier are touched, and not those to be sent as typed', () => {
  const typed = {
    number: 'xx 12 ab 1234',
    mobile: '+91 98000 00000',
    name: ' Invented  Person ',
    extra: ' a ',
  };
  assert.deepEqual(normalFields(credit, typed), { ...typed, mobile: '9800000000' });
  assert.equal(normalFields(credit, typed, ['mobile']), typed);
  const empty = { rc_number: '   ' };
  assert.equal(normalFields(rc, empty), empty);
});

test('fetch_by says what the identifier beside it is; a value nobody knows says nothing', () => {
  const report = (fetchBy: string, number: string) =>
    normalFields(credit, { fetch_by: fetchBy, number }).number;
  assert.equal(report('pan', 'abcxz 0000 q'), 'ABCXZ0000Q');
  assert.equal(report(' Mobile ', '+91 98000 00000'), '9800000000');
  assert.equal(report('crn', 'abcxz 0000 q'), 'abcxz 0000 q');
  assert.equal(report('', 'abcxz 0000 q'), 'abcxz 0000 q');
});

test('a corrected field is what the user says it is', () => {
  const operation = corrected('rc-advanced', [
    { name: 'plate', in: ['vehicle'], check: 'registration' },
    { name: 'rc_number', check: 'pan' },
    { name: 'plates', type: 'string-list', check: 'registration' },
    { name: 'digits', type: 'number', check: 'aadhaar' },
  ]);
  const typed = {
    'vehicle.plate': 'xx 12 ab 1234',
    rc_number: 'xx 12 ab 1234',
    plates: 'xx 12 ab 1234\nnone',
    digits: '0000 1111 2222',
  };
  assert.deepEqual(normalFields(operation, typed), {
    ...typed,
    'vehicle.plate': 'XX12AB1234',
    plates: 'XX12AB1234\nnone',
  });
  const { requestFields: _, ...rest } = operation;
  const unchecked = {
    ...rest,
    requestFields: operation.requestFields.map((one) => ({ ...one, check: null })),
  };
  assert.equal(normalFields(unchecked, typed), typed);
});

test('a body is compared by its identifiers in their one form, wherever their field stands', () => {
  const same = (operation: Operation, body: string) => JSON.parse(comparedBody(operation, body));
  assert.deepEqual(same(rc, '{ "rc_number" : "xx 12 ab 1234", "n": 1 }'), { rc_number: 'XX12AB1234', n: 1 });
  assert.deepEqual(same(emails, '{"emails":["A@One.invalid"," b@TWO.invalid"]}'), {
    emails: ['A@one.invalid', 'b@two.invalid'],
  });
  assert.deepEqual(same(credit, '{"number":"abcxz 0000 q","fetch_by":"pan"}'), {
    number: 'ABCXZ0000Q',
    fetch_by: 'pan',
  });
  const nested = corrected('rc-advanced', [{ name: 'plate', in: ['vehicle'], check: 'registration' }]);
  assert.deepEqual(same(nested, '{"vehicle":{"plate":"xx 12 ab 1234"},"plate":"xx 12 ab 1234"}'), {
    vehicle: { plate: 'XX12AB1234' },
    plate: 'XX12AB1234',
  });
  assert.equal(
    comparedBody(rc, '{"rc_number":"\\u0078x 12 ab 1234","big":12345678901234567890}'),
    '{"rc_number":"XX12AB1234","big":12345678901234567890}',
  );
});

test('what is in that form, no JSON, of no known shape or very long is compared as it stands', () => {
  const bodies = [
    '{ "rc_number" : "XX12AB1234" }',
    '{"rc_number":"xx 12 ab 1234"',
    '// {"rc_number":"xx 12 ab 1234"}',
    '{"other":"a plate: xx 12 ab 1234"}',
    '{"rc_number":{"deep":"of xx 12 ab 1234"}}',
    '"of xx 12 ab 1234"',
    '',
    `{"rc_number":"xx 12 ab 1234","pad":"${'x'.repeat(1_000_000)}"}`,
  ];
  for (const body of bodies) assert.equal(comparedBody(rc, body), body);
});

test('what a form sends is compared as it is sent', () => {
  const typed = { aadhaar_number: '0000 1111 2222', pan_number: ' abcxz0000q' };
  const sent = bodyFromFields(link, normalFields(link, typed));
  assert.equal(comparedBody(link, sent), sent);
  assert.equal(
    JSON.stringify(JSON.parse(comparedBody(link, bodyFromFields(link, typed)))),
    JSON.stringify(JSON.parse(sent)),
  );
});

test('no magic input of the sandbox is changed', () => {
  for (const operation of operations) {
    for (const magic of magicInputs) {
      const body = JSON.stringify(magic.body(operation.id));
      assert.equal(comparedBody(operation, body), body, magic.id);
    }
  }
});

test('what is typed for a lookup shows as it is sent; a number by its shape where fetch_by says nothing yet', () => {
  const typed = (operation: Operation, fields: Readonly<Record<string, string>>, name: string): string => {
    const field = operation.requestFields.find((one) => one.name === name);
    assert.ok(field);
    return normalTyped(operation, fields, field);
  };
  assert.equal(typed(rc, { rc_number: 'xx 12 ab 1234' }, 'rc_number'), 'XX12AB1234');
  assert.equal(typed(rc, { rc_number: 'no plate' }, 'rc_number'), 'no plate');
  const number = (text: string, fetch_by: string): string =>
    typed(credit, { number: text, fetch_by }, 'number');
  assert.equal(number('abcxz 0000 q', 'pan'), 'ABCXZ0000Q');
  assert.equal(number('abcxz 0000 q', ''), 'ABCXZ0000Q');
  assert.equal(number('+91 90000 00000', ''), '9000000000');
  assert.equal(number('abcxz 0000 q', 'mobile'), 'abcxz 0000 q');
  assert.equal(number('abcxz 0000 q', 'passport'), 'abcxz 0000 q');
  assert.equal(typed(credit, { name: 'ab 12 cd 3456' }, 'name'), 'ab 12 cd 3456');
});
