import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifiersIn, recognise } from '../../../../src/calls/inputs/recognise.ts';

function operationsOf(text: string): string[] {
  return recognise(text).map((one) => one.operation);
}

test('a registration number, spaced, dashed or of the BH series', () => {
  for (const text of ['XX00AB0000', 'xx 00 ab 0000', '"XX-00-AB-0000",', '00 BH 0000 AA']) {
    assert.deepEqual(operationsOf(text), ['rc-advanced'], text);
  }
  assert.deepEqual(recognise('xx 00 ab 0000')[0]?.fields, { rc_number: 'XX00AB0000' });
});

test('a PAN may be checked for its link or asked a report for', () => {
  assert.deepEqual(operationsOf('pan: abcxz0000q'), ['aadhaar-pan-link', 'credit-report']);
  assert.deepEqual(recognise('abcxz0000q')[1]?.fields, { number: 'ABCXZ0000Q', fetch_by: 'pan' });
});

test('an Aadhaar number with or without spaces; twelve digits inside longer ones are none', () => {
  assert.deepEqual(recognise('0000 1111 2222')[0]?.fields, { aadhaar_number: '000011112222' });
  assert.deepEqual(operationsOf('1234567890123456'), []);
});

test('groups that pages and PDFs part by spaces that do not break, or by dashes', () => {
  for (const text of ['2000\u00a00000\u00a00124', '2000\u20130000\u20130124', '2000\u202f0000\u20110124']) {
    assert.deepEqual(recognise(text)[0]?.fields, { aadhaar_number: '200000000124' });
  }
  assert.deepEqual(recognise('XX\u00a000\u00a0AA\u00a00000')[0]?.fields, { rc_number: 'XX00AA0000' });
  const report = { number: '9000000000', fetch_by: 'mobile' };
  assert.deepEqual(recognise('+91\u00a090000\u00a000000')[0]?.fields, report);
});

test('Aadhaar and PAN together fill both fields', () => {
  assert.deepEqual(recognise('0000-1111-2222 and ABCXZ0000Q')[0]?.fields, {
    aadhaar_number: '000011112222',
    pan_number: 'ABCXZ0000Q',
  });
});

test('a mobile number, with or without +91, may be asked a report for; a longer number is none', () => {
  for (const text of ['9000000000', '+91 90000 00000', '090000-00000']) {
    assert.deepEqual(recognise(text), [
      { operation: 'credit-report', fields: { number: '9000000000', fetch_by: 'mobile' } },
    ]);
  }
  assert.deepEqual(operationsOf('90000000001'), []);
});

test('one or many addresses, each once', () => {
  const text = 'To: <a@one.invalid>, "B" <b@two.invalid>; a@one.invalid';
  assert.deepEqual(recognise(text), [
    { operation: 'email-bulk', fields: { emails: 'a@one.invalid\nb@two.invalid' } },
  ]);
});

const addressesIn = (text: string): string => identifiersIn(text).addresses.join(' ');

test('an address is never the end of a longer one, which is somebody else’s', () => {
  for (const [text, found] of [
    ["o'testperson@nowhere.example", "o'testperson@nowhere.example"],
    ["to: Asha <o'testperson@nowhere.example>", "o'testperson@nowhere.example"],
    ["'o'testperson@nowhere.example'", "o'testperson@nowhere.example"],
    ["o''testperson@nowhere.example", ''],
    ['‘o’testperson@nowhere.example’', 'o’testperson@nowhere.example'],
    ['o‘testperson@nowhere.example', 'o‘testperson@nowhere.example'],
    ['o`testperson@nowhere.example', 'o`testperson@nowhere.example'],
    ['R&D@nowhere.example', 'R&D@nowhere.example'],
    ['bounces+1-asha=example.com@nowhere.example', ''],
    ['SRS0=h=t=example.com=asha@nowhere.example', ''],
    ['a@b@nowhere.example', ''],
    ['mailto:a@nowhere.example', 'a@nowhere.example'],
    ["email='a@nowhere.example'", 'a@nowhere.example'],
    ["['a@nowhere.example','b@nowhere.example']", 'a@nowhere.example b@nowhere.example'],
    ["{e:'a@nowhere.example'}", 'a@nowhere.example'],
    ['é.आशा@भारत.example', 'é.आशा@भारत.example'],
  ] as const) {
    assert.equal(addressesIn(text), found, text);
  }
});

test('the name of a parameter, a path and what encloses an address are no part of it', () => {
  for (const text of [
    'POST /verify?email=asha@nowhere.example HTTP/1.1',
    'GET /users/asha@nowhere.example/x.html',
    'email=asha@nowhere.example',
    'q=email==asha@nowhere.example',
    'https://x.example?a=1&email=asha@nowhere.example&b=2.example',
    '“asha@nowhere.example”',
    '‘asha@nowhere.example’',
    '`asha@nowhere.example`',
    '•asha@nowhere.example;',
    '**asha@nowhere.example**',
    'a|asha@nowhere.example|',
    '|https://x.example|asha@nowhere.example|',
    'https://x.example,asha@nowhere.example',
    '//asha@nowhere.example',
    '📧asha@nowhere.example',
  ]) {
    assert.equal(addressesIn(text), 'asha@nowhere.example', text);
  }
});

test('the user of a web address and its secret are no address', () => {
  for (const user of ['asha', 'asha:word', 'asha:wo=rd', 'asha:wo*rd'])
    assert.equal(addressesIn(`git clone https://${user}@dev.nowhere.example/acme`), '', user);
});

test('what looks like nothing is nothing, however long', () => {
  assert.deepEqual(recognise('hello world'), []);
  assert.deepEqual(recognise(''), []);
  assert.deepEqual(recognise('a@'.repeat(100_001)), []);
  assert.deepEqual(recognise('@'.repeat(50_000)), []);
  for (const part of ["a'", 'a=', '+a', '://a:', 'a@a.'])
    assert.equal(addressesIn(part.repeat(20_000)), '', part);
});

test('a hundred thousand characters are a selection; one more are a document, in which nothing is found', () => {
  const ends = (length: number): string => `${' '.repeat(length - 10)}XX00AB0000`;
  assert.deepEqual(operationsOf(ends(100_000)), ['rc-advanced']);
  assert.deepEqual(identifiersIn(ends(100_001)), {
    addresses: [],
    pan: null,
    aadhaar: null,
    sureAadhaar: false,
    plate: null,
    mobile: null,
  });
});

test('where an Aadhaar number’s check digit is right, what asks for one goes before what else was found', () => {
  const [sure, doubtful] = ['0000 1111 2224', '0000 1111 2225'];
  const beside = 'a@one.invalid, XX00AB0000';
  assert.deepEqual(
    [sure, doubtful].map((text) => identifiersIn(text).sureAadhaar),
    [true, false],
  );
  assert.deepEqual(operationsOf(`${beside}, ${sure}`), ['aadhaar-pan-link', 'email-bulk', 'rc-advanced']);
  assert.deepEqual(operationsOf(`${beside}, ${doubtful}`), ['email-bulk', 'aadhaar-pan-link', 'rc-advanced']);
});
