import assert from 'node:assert/strict';
import test from 'node:test';
import { mask, maskAt, maskedInput, maskKindFor } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { maskKindByName } from '../../../src/contract/personalNames.ts';
import { maskKindByLook, maskPersonalText } from '../../../src/contract/personalText.ts';
import type { MaskKind } from '../../../src/contract/shapes.ts';

const masks: readonly (readonly [MaskKind, string, string])[] = [
  ['last4', '000000001234', '••••••1234'],
  ['last4', '0000 0000 1234', '••••••1234'],
  ['last4', '0000001234', '••••••1234'],
  ['last4', '000001234', '••••••'],
  ['last4', '1234', '••••••'],
  ['first2last2', 'ZZ99ZZ9998', 'ZZ••••••98'],
  ['first2last2', 'ZZ-99 ZZ 9998', 'ZZ••••••98'],
  ['first2last2', 'ZZ99998', '••••••'],
  ['first2last2', 'ज़ोज़ो ज़ोज़ो ज़ोज़ो', '••••••'],
  ['email', 'someone@example.com', 's••••••e@••••••.com'],
  ['email', 'so@example.com', '••••••'],
  ['email', 'someone@x.photography', '••••••'],
  ['email', 'not an address', '••••••'],
  ['email', 'some@example.com', 's••••••@••••••.com'],
  ['email', 'some1@example.com', 's••••••1@••••••.com'],
  ['email', 'some-@example.com', 's••••••@••••••.com'],
  ['email', ' someone@example.com ', 's••••••e@••••••.com'],
  ['all', 'Invented Person', '••••••'],
  ['all', 'x', '••••••'],
];
for (const [kind, text, shown] of masks) {
  test(`${kind} shows ${JSON.stringify(text)} as ${shown}`, () => assert.equal(mask(kind, text), shown));
}

test('a mask tells no length, and nothing stays nothing', () => {
  for (const kind of ['last4', 'first2last2', 'email', 'all'] as const) {
    assert.equal(mask(kind, ''), '');
    assert.equal(mask(kind, 'A'.repeat(12)).length, mask(kind, 'A'.repeat(60)).length);
    assert.equal(mask(kind, 'A'.repeat(1_000_000)), '••••••');
  }
});

test('very long texts show nothing of their own', () => {
  for (const [kind, most, text] of [
    ['last4', 200, (chars: number) => '0'.repeat(chars)],
    ['first2last2', 200, (chars: number) => '0'.repeat(chars)],
    ['email', 320, (chars: number) => `${'a'.repeat(chars - 12)}@example.com`],
  ] as const) {
    assert.notEqual(mask(kind, text(most)), '••••••', kind);
    assert.equal(mask(kind, text(most + 1)), '••••••', kind);
  }
});

test('a field is masked as declared, an unlisted one by its name', () => {
  assert.equal(maskKindFor(operationById('rc-advanced'), 'owner_name'), 'all');
  assert.equal(maskKindFor(operationById('rc-advanced'), 'owner_number'), null);
  assert.equal(maskKindFor(operationById('rc-advanced'), 'response_metadata.masked_owner_name'), null);
  assert.equal(maskKindFor(operationById('credit-report'), 'number'), 'last4');
  assert.equal(maskKindFor(operationById('aadhaar-pan-link'), 'aadhaar_number'), 'last4');
  assert.equal(maskKindFor(operationById('email-bulk'), 'emails'), 'email');
  assert.equal(maskKindFor(operationById('email-bulk'), 'results.email'), 'email');
  assert.equal(maskKindFor(operationById('aadhaar-pan-link'), 'toString'), null);
});

const names: readonly (readonly [MaskKind | null, string])[] = [
  [
    'last4',
    'aadhaar aadharNumber maskedAadhaar uid AADHAAR_NO mobile mobileno phoneNumber contact_no whatsapp',
  ],
  [
    'first2last2',
    'pan PAN panNumber pannumber pan_no vehicle_number regNo engine_no chassisNumber account_number passport',
  ],
  ['email', 'email e-mail emailId email_address userEmail'],
  [
    'all',
    'name fullname full_name firstName father_name address permanentAddress dob dateOfBirth birth_date pincode zip gender credit_score authorization apiKey token',
  ],
  [
    null,
    'status result count file_name fileName serviceName field_name email_status pan_valid aadhaar_linked is_mobile_verified company span panel value score reason code domain tenant username_format',
  ],
];
for (const [kind, list] of names) {
  for (const name of list.split(' ')) {
    test(`a key named ${name} means ${kind}`, () => assert.equal(maskKindByName(name), kind));
  }
}

const looks: readonly (readonly [MaskKind | null, string])[] = [
  ['last4', '000000001234'],
  ['last4', '0000 0000 1234'],
  ['last4', '0000-0000-1234'],
  ['last4', '0000 0000 0000 1234'],
  ['last4', '0000000000'],
  ['last4', '+91 00000 00000'],
  ['last4', '000-000-0000'],
  ['first2last2', 'ZZZXZ9999Z'],
  ['first2last2', 'zzzxz9999z'],
  ['email', 'someone@example.com'],
  ['all', 'mail someone@example.com please'],
  [null, '12345678901234567890'],
  [null, '1234567890123'],
  [null, '2026-11-21T10:00:00Z'],
  [null, '123456789'],
  [null, '0.123456789012'],
  [null, 'ABCDEF1234GH'],
  [null, 'ORD-20261121-0042'],
  [null, 'a@b'],
  [null, '@@@@'],
];
for (const [kind, text] of looks) {
  test(`${text} looks like ${kind}`, () => assert.equal(maskKindByLook(text), kind));
}

test('personal data inside a text is masked, the rest stays', () => {
  assert.equal(
    maskPersonalText('PAN ZZZXZ9999Z, Aadhaar 0000 0000 1234, <someone@example.com>; 20 of 5000.', mask),
    'PAN ZZ••••••9Z, Aadhaar ••••••1234, <s••••••e@••••••.com>; 20 of 5000.',
  );
});

test('the envelope is never masked, what is beside it is judged', () => {
  for (const path of [['order_id'], ['message_code'], ['data', 'order_id'], ['data', 'error_code']]) {
    assert.equal(maskAt(operationById('rc-advanced'), path), null);
  }
  assert.equal(maskAt(operationById('rc-advanced'), ['data', 'result', 'owner_name']), 'all');
  assert.equal(maskAt(operationById('rc-advanced'), ['data', 'result', 'color']), undefined);
  assert.equal(maskAt(operationById('rc-advanced'), ['rc_number']), 'first2last2');
  assert.equal(maskAt(operationById('rc-advanced'), ['message']), undefined);
  assert.equal(maskAt(operationById('email-bulk'), [...Array<string>(50_000).fill('a'), 'email']), 'email');
});

const inputs = [
  ['rc-advanced', '{"rc_number":"ZZ99ZZ9998"}', 'ZZ••••••98'],
  ['rc-advanced', '{"rc_number":"ZZ1"}', '••••••'],
  ['rc-advanced', '{"rc_number":12345678}', '••••••'],
  ['rc-advanced', '{"rc_number":""}', 'empty input'],
  ['rc-advanced', '{}', 'empty input'],
  ['aadhaar-pan-link', '{"aadhaar_number":"","pan_number":null}', 'empty input'],
  ['email-bulk', '{"other":[]}', 'empty input'],
  ['rc-advanced', '{"rc_number":"","plate":"ZZ99ZZ9998"}', 'JSON, 37 bytes'],
  ['rc-advanced', '{"rc_number":false}', 'JSON, 19 bytes'],
  ['rc-advanced', '{"rc_number":{"a":1}}', 'JSON, 21 bytes'],
  ['rc-advanced', '[]', 'JSON, 2 bytes'],
  ['rc-advanced', 'null', 'JSON, 4 bytes'],
  ['rc-advanced', '{"plate":"ZZ99ZZ9998"}', 'JSON, 22 bytes'],
  ['rc-advanced', '{"rc_number":"ZZ99ZZ9998"', 'JSON, 25 bytes'],
  ['rc-advanced', 'ZZ99ZZ9998', 'JSON, 10 bytes'],
  ['rc-advanced', '"ZZ99ZZ9998"', 'JSON, 12 bytes'],
  ['rc-advanced', '"é"', 'JSON, 4 bytes'],
  ['rc-advanced', '', 'no body'],
  [
    'credit-report',
    '{"number":"0000001234","fetch_by":"Invented Person","name":"Invented"}',
    '••••••1234 · ••••••',
  ],
  [
    'aadhaar-pan-link',
    '{"pan_number":"ZZZXZ9999Z","aadhaar_number":"000000001234"}',
    '••••••1234 · ZZ••••••9Z',
  ],
  ['email-bulk', '{"emails":["a@example.com","b@example.com","c@example.com"]}', '3 e-mail addresses'],
  ['email-bulk', '{"emails":["a@example.com"]}', '1 e-mail address'],
  ['rc-advanced', '1', 'JSON, 1 byte'],
  ['email-bulk', '{"emails":"someone@example.com"}', 's••••••e@••••••.com'],
] as const;
for (const [operation, body, shown] of inputs) {
  test(`the input ${body} is listed as ${shown}`, () =>
    assert.equal(maskedInput(operationById(operation), body), shown));
}
