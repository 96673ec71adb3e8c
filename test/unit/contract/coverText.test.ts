import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverHeaders } from '../../../src/contract/coverHeaders.ts';
import { coverCode, coverData, coverId, coverPhrase, coverText } from '../../../src/contract/coverText.ts';
import { prettyJson } from '../../../src/contract/jsonText.ts';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { maskKindByLook } from '../../../src/contract/personalText.ts';
import { plain } from '../../../src/contract/words.ts';
import { randomFrom } from './answers.ts';

/** What was asked about: invented, and of no shape that anything else is known by. */
const own = new OwnInput(
  operationById('credit-report'),
  JSON.stringify({
    number: '0000000001',
    fetch_by: 'mobile',
    mobile: '+91 00000 00001',
    name: 'Invented Person',
    extra: { plates: ['XX 00 ZZ 1234'], mail: 'planted@example.invalid', other: 'QRT-55-Z' },
  }),
);

const looks: readonly (readonly [text: string, shown: string])[] = [
  ['No record for ZZZXZ9999Z.', 'No record for ZZ••••••9Z.'],
  ['Aadhaar 0000 0000 0001 is not linked', 'Aadhaar ••••••0001 is not linked'],
  ['vehicle XX00ZZ1234, again xx00zz1234', 'vehicle XX••••••34, again xx••••••34'],
  ['vehicle XX 00 ZZ 1234 or XX-00-ZZ-1234', 'vehicle XX••••••34 or XX••••••34'],
  ['BH series 21 BH 0000 ZZ', 'BH series 21••••••ZZ'],
  ['sent to planted@example.invalid', 'sent to ••••••'],
  ['?mail=planted%40example.invalid', '?mail=••••••'],
  ['planted&#64;example.invalid', '••••••'],
  ['call 0000000001 or +91 00000 00001', 'call ••••••0001 or ••••••0001'],
  ['Mobile No.0000000001 of A/c.No.123456789', 'Mobile No.••••••0001 of A/c.No.••••••'],
  ['Aadhaar No.0000 0000 0001, VID No.0000-0000-0000-0001.', 'Aadhaar No.••••••0001, VID No.••••••0001.'],
  ['Mob.+91 00000 00001, Ph.000 000 0001', 'Mob.••••••0001, Ph.••••••0001'],
  ['of 0000\u00a00000\u00a00001, 00000\u201300001', 'of ••••••0001, ••••••'],
  ['Authorization: Bearer invented-Key_0a1B2c3D, Accept: */*', 'Authorization: Bearer ••••••, Accept: */*'],
  ['<p>bearer%20invented0key</p>', '<p>bearer%20••••••</p>'],
  ['account 123456789 and card 1234567890123456', 'account •••••• and card ••••••3456'],
];
for (const [text, shown] of looks) {
  test(`of what the service says, "${text}" is shown covered`, () => assert.equal(coverText(text), shown));
}

const harmless = [
  'Bearer authentication is required; send a Bearer key.',
  'The request could not be accepted. Check the parameters and try again.',
  'Limit 5000 reached on 21 Nov 2026 at 10:00:00.',
  'ON 21 NOV 2026 AT 1200',
  'Try again in 60 seconds (2026-11-21T10:00:00Z).',
  'Quote ORD-20261121-0042, version 1.0.12345678.',
  'Score 0.0000000001, share 12.123456789012.',
];
for (const text of harmless) {
  test(`"${text}" stays as it came`, () => assert.equal(coverText(text), text));
}

const spellings = [
  'Found INVENTED PERSON.',
  'Found person, invented.',
  'Found invented-person!',
  'Found 00 00 00 00 01.',
  'Found 0-0-0-0-0-0-0-0-0-1.',
  'Found xx.00.zz.1234.',
  'Found XX00ZZ1234X.',
  'Found PLANTED @ EXAMPLE.INVALID.',
  'Found planted%40example.invalid.',
  'Found planted(at)example.invalid.',
  'Found qrt 55 z.',
  'Found ＸＸ००ZZ१२३४.',
  'Found ＸＸ００ＺＺ１２３４.',
];
for (const text of spellings) {
  test(`what was asked about is covered as "${text}"`, () => {
    const shown = coverText(text, own);
    assert.match(shown, /••••••/);
    assert.doesNotMatch(
      shown.toLowerCase().replace(/[^a-z0-9]/g, ''),
      /invented|person|planted|zz1234|0000000001|qrt55z/,
    );
  });
}

test('a number that was asked about is covered in the digits of every script of India', () => {
  for (const zero of [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66]) {
    const [none, one] = [String.fromCharCode(zero), String.fromCharCode(zero + 1)];
    assert.equal(coverText(`:${none.repeat(5)} ${none.repeat(4)}${one}.`, own), ':••••••.');
  }
});

test('a word that only chooses is not covered, nor is a part of another word', () => {
  assert.equal(
    coverText('No mobile number of personnel is known.', own),
    'No mobile number of personnel is known.',
  );
  const short = new OwnInput(operationById('credit-report'), '{"name":"Om","extra":true,"more":[7,null]}');
  assert.equal(coverText('Om from Rome, 7 times true', short), 'Om from Rome, 7 times true');
});

test('words of the documents, answers and sentences are covered only where something says that they are personal', () => {
  const body = {
    aadhaar_number: '0000 0000 0001',
    consent: 'Yes',
    purpose: 'Aadhaar PAN verification',
    year: 2024,
    consent_text: 'I hereby agree that my details are fetched for the report of Someone Invented',
    customer: 'Invented Person',
  };
  const asked = new OwnInput(operationById('aadhaar-pan-link'), JSON.stringify(body));
  for (const text of ['Yes', 'VERIFICATION_TIMEOUT', 'verification_failed', '2024-01-05', 'aadhaar_status']) {
    assert.equal(coverCode(text, asked), text);
    assert.equal(asked.kindIn(text), null);
  }
  assert.equal(
    coverText('Your PAN is linked: details fetched for 0000 0000 0001, Invented.', asked),
    'Your PAN is linked: details fetched for ••••••0001, ••••••.',
  );
  assert.equal(coverText('AADHAAR-PAN-VERIFICATION of person', asked), 'AADHAAR-PAN-VERIFICATION of ••••••');
  const named = new OwnInput(operationById('credit-report'), '{"name":"Grace Report"}');
  assert.equal(coverText('the report of grace', named), 'the •••••• of ••••••');
  const sent =
    'rc_number=XX00ZZ1234&consent=yes&holder=Somebody+of%20No+Place&mail=planted%40example.invalid&ref=QRT-55-Z';
  const form = new OwnInput(operationById('rc-advanced'), sent);
  assert.equal(
    coverText('rc_number, owner_number: XX 0 ZZ 1234', form),
    'rc_number, owner_number: XX••••••34',
  );
  assert.equal(coverText('yes, QRT55Z of Somebody', form), 'yes, •••••• of ••••••');
});

test('a plate is found with and without its zeros, a number with and without its country', () => {
  const plate = new OwnInput(operationById('rc-advanced'), '{"rc_number":"XX01Z0042"}');
  for (const text of ['XX01Z0042', 'XX1Z42', 'xx 1 z 42'])
    assert.match(coverText(text, plate), /^(?:XX)?••••••(?:42)?$/);
  const mobile = new OwnInput(operationById('credit-report'), '{"mobile":"+91 00000 00001"}');
  assert.equal(coverText('#0 000 000 001', mobile), '#••••••0001');
});

test('of a body that is no JSON its quoted texts are taken, or the whole of a short one', () => {
  const broken = new OwnInput(operationById('rc-advanced'), '{"rc_number":"Invented One","x":');
  assert.equal(coverText('the rc_number invented one', broken), 'the rc_number ••••••');
  const bare = new OwnInput(operationById('rc-advanced'), ' Invented One ');
  assert.equal(coverText('for Invented One.', bare), 'for ••••••.');
  assert.equal(coverText('anything', new OwnInput(operationById('rc-advanced'), null)), 'anything');
});

test('a page that repeats what was asked about a hundred thousand times is covered whole', () => {
  const page = 'of invented person, '.repeat(100_000);
  assert.equal(coverText(page, own), 'of ••••••, '.repeat(100_000));
  assert.equal(own.kindIn('x'.repeat(1_000_000)), null);
});

test('a text of more millions of characters than a pattern can look through is covered whole', () => {
  for (const text of ['1234567890'.repeat(1_000_000), `a@${'b.'.repeat(15_000_000)}`]) {
    for (const cover of [coverText, coverData, coverCode]) assert.equal(cover(text), '••••••');
    assert.equal(maskKindByLook(text), 'all');
  }
});

test('many and long inputs are searched in a time that grows with the text alone', () => {
  const emails = Array.from({ length: 20_000 }, (_, index) => `planted${index}@example.invalid`);
  const many = new OwnInput(operationById('email-bulk'), JSON.stringify({ emails }));
  const text = 'planted '.repeat(20_000);
  assert.equal(coverText(text, many), text);
  assert.match(coverText('of planted19999@example.invalid', many), /^of ••••••$/);
});

const clear = [
  'ORD-20261121-0042',
  'SBX_1763718000',
  '2026112101',
  '202611211015',
  'X',
  'a1b2c3',
  'f47ac10b-58cc-4372-a567-000000000001',
  '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-234567890124',
  'TXN/2026/11/0042#1',
];
for (const id of clear) test(`the order_id ${id} is shown as it is`, () => assert.equal(coverId(id), id));

test('no UUID is taken for anything, and seldom another id that is drawn by lot', () => {
  const random = randomFrom(7);
  const hex = (length: number): string =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  let covered = 0;
  for (let turn = 0; turn < 20_000; turn += 1) {
    const id = `sandbox-order-${[8, 4, 4, 4, 12].map(hex).join('-')}`;
    assert.equal(coverId(id), id);
    const other = hex(24);
    if (coverId(other) !== other) covered += 1;
  }
  assert.ok(covered < 20, `${covered} of 20000`);
});

const hidden: readonly (readonly [string, string])[] = [
  ['ORD-ZZZXZ9999Z', 'ORD-ZZ••••••9Z'],
  ['ORD-XX00ZZ1234-1', 'ORD-XX••••••34-1'],
  ['ORD-0000000001', 'ORD-••••••0001'],
  ['ORD000000000001', 'ORD••••••0001'],
  ['0000 0000 0001', '••••••0001'],
  ['planted@example.invalid', '••••••'],
  ['INVENTED-PERSON', '••••••RSON'],
  ['Invented Person 42', '••••••on42'],
  ['', ''],
];
for (const [id, shown] of hidden) {
  test(`the order_id ${id} is shown as ${shown}`, () => {
    assert.equal(coverId(id), shown);
  });
}

test('what was asked about is covered in an order_id whatever it looks like', () => {
  assert.equal(coverId('ORD-QRT55Z-7', own), 'ORD-••••••-7');
  assert.equal(coverId('REF.INVENTED.7', own), 'REF.••••••.7');
});

test('a documented code is shown, any other by the rule', () => {
  for (const { code } of messageCodes) assert.equal(coverCode(code, own), code);
  assert.equal(coverCode('QUOTA_EXCEEDED', own), 'QUOTA_EXCEEDED');
  assert.equal(coverCode('NO_PAN_ZZZXZ9999Z', own), 'NO_PAN_ZZ••••••9Z');
  assert.equal(coverCode('NO_INVENTED_PERSON', own), 'NO_••••••');
});

test('words of the service in a sentence of ours are covered, within phrases, too', () => {
  const inner = { text: 'the code {0}', args: ['ZZZXZ9999Z', 3] };
  const phrase = { text: 'Not documented: {0}, {1}', args: ['Invented Person', inner] };
  assert.equal(plain(coverPhrase(phrase, own)), 'Not documented: ••••••, the code ZZ••••••9Z');
});

test('headers known to be harmless are shown, others covered, those that let somebody in never shown', () => {
  const headers = [
    ['Date', 'Sat, 21 Nov 2026 10:00:00 GMT'],
    ['Retry-After', '60'],
    ['X-RateLimit-Remaining', '4'],
    ['X-Request-Id', 'for-ZZZXZ9999Z'],
    ['X-Customer', 'anybody'],
    ['Set-Cookie', 'session=anything'],
    ['X-Auth-Token', 'anything'],
    ['WWW-Authenticate', 'Bearer realm="x"'],
    ['X-Empty', ''],
  ] as const;
  assert.deepEqual(coverHeaders(headers, null, false), [
    ['Date', 'Sat, 21 Nov 2026 10:00:00 GMT'],
    ['Retry-After', '60'],
    ['X-RateLimit-Remaining', '4'],
    ['X-Request-Id', 'for-ZZ••••••9Z'],
    ['X-Customer', '••••••'],
    ['Set-Cookie', '••••••'],
    ['X-Auth-Token', '••••••'],
    ['WWW-Authenticate', '••••••'],
    ['X-Empty', ''],
  ]);
  const revealed = coverHeaders(headers, null, true);
  assert.deepEqual(revealed[3], ['X-Request-Id', 'for-ZZZXZ9999Z']);
  assert.deepEqual(revealed[4], ['X-Customer', 'anybody']);
  for (const place of [5, 6, 7]) assert.equal(revealed[place]?.[1], '••••••');
});

test('when a limit ends is read in a header, a number that was asked about or is a person’s is not', () => {
  const headers = [
    ['X-RateLimit-Reset', '1763718000'],
    ['RateLimit', 'limit=5, remaining=0, reset=1763718060'],
    ['X-Request-Id', '1763718000-0000000001'],
    ['Server', 'for 1763719999'],
  ] as const;
  const asked = new OwnInput(operationById('credit-report'), '{"mobile":"1763719999"}');
  assert.deepEqual(coverHeaders(headers, asked, false), [
    ...headers.slice(0, 2),
    ['X-Request-Id', '1763718000-••••••0001'],
    ['Server', 'for ••••••9999'],
  ]);
});

test("a number that is somebody else's is covered in the digits of other scripts, too, as by its look in a value", () => {
  assert.equal(coverText('मोबाइल ०००००-०१२३४, again ००००००१२३४.'), 'मोबाइल ••••••, again ••••••.');
  assert.equal(coverText('２０００ ００００ ０１２４ and 0000001234'), '•••••• and ••••••1234');
  assert.equal(coverText('account ००००००१२३'), 'account ••••••');
  assert.equal(coverData('वर्ष २०२५, मूल्य १२.००००००१२३४'), 'वर्ष २०२५, मूल्य १२.००००००१२३४');
  assert.equal(maskKindByLook('००००००१२३४'), 'last4');
  assert.equal(maskKindByLook('call ００００００１２３４'), 'all');
  // Also right after it was looked for, which leaves its place in the pattern.
  assert.equal(coverData('००००००१२३४'), '••••••');
});

test('a number of somebody is known also as a service writes it that keeps it with a fraction; an amount is none', () => {
  const shown = (body: string) => prettyJson(body, { maxChars: 1000, mask: () => undefined }).text;
  assert.equal(shown('[2.00000000124e11]'), '[\n  "••••••0124"\n]');
  assert.equal(shown('[6.000001234E9, 6000001234.0]'), '[\n  "••••••1234",\n  "••••••1234"\n]');
  assert.deepEqual(['6.000001234E9', '200000000124.0'].map(maskKindByLook), ['last4', 'last4']);
  const others = ['6000001234.00', '1.5e3', '2.0', '6.0000012345e9', '1e400'];
  assert.deepEqual(
    others.map(maskKindByLook),
    others.map(() => null),
  );
});

test('a mobile number is known in a value by the zeros before its country, too', () => {
  assert.equal(coverData('00910000000001'), '••••••0001');
  assert.equal(coverData('0091 00000-00001'), '••••••0001');
  assert.equal(maskKindByLook('00910000000001'), 'last4');
});

test('a key that a page of a gateway tells is in no value, no text and no export that is masked', () => {
  const page = { headers_seen: 'authorization: Bearer invented-Key_0a1B2c3D' };
  for (const body of [JSON.stringify(page), `<pre>${page.headers_seen}</pre>`]) {
    const shown = prettyJson(body, { maxChars: 1000, mask: () => undefined });
    assert.deepEqual([shown.masked, shown.text.includes('invented')], [true, false], body);
  }
});
