import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallRequest } from '../../../src/calls/ports/ports.ts';
import { prepare } from '../../../src/client/request.ts';
import { plain } from '../../../src/contract/words.ts';

const request: CallRequest = {
  url: 'https://api.example.in/api/v1/rc/advanced?x=1',
  apiKey: 'test-key-0001',
  body: Buffer.from('{"rc_number":"ZZ00ZZ0000"}'),
  deadlineMs: 20_000,
  connectTimeoutMs: 10_000,
  maxResponseBytes: 1_000_000,
};

/** The code, the cause and the sentence of what is not sent; what is ready instead, otherwise. */
function refused(changes: Partial<CallRequest>): unknown {
  const made = prepare({ ...request, ...changes }, '1.2.3');
  return 'code' in made ? [made.code, made.cause, plain(made.what)] : made;
}

const common = ['Accept', 'application/json', 'Content-Type', 'application/json'];

test('a call is ready with its address, its body and exactly these headers', () => {
  assert.deepEqual(prepare(request, '1.2.3'), {
    url: new URL('https://api.example.in/api/v1/rc/advanced?x=1'),
    headers: [
      'Authorization',
      'Bearer test-key-0001',
      ...common,
      'User-Agent',
      'verification-api-explorer/1.2.3',
    ],
    body: Buffer.from('{"rc_number":"ZZ00ZZ0000"}'),
  });
});

test('a call without a key has no Authorization', () => {
  const made = prepare({ ...request, apiKey: null }, '0.1.0');
  assert.ok('headers' in made);
  assert.deepEqual(made.headers, [...common, 'User-Agent', 'verification-api-explorer/0.1.0']);
});

test('the body is a copy, which its owner cannot change any more', () => {
  const body = Buffer.from('{"n":1}');
  const made = prepare({ ...request, body }, '1.2.3');
  body.fill('x');
  assert.ok('body' in made);
  assert.equal(made.body.toString(), '{"n":1}');
});

test('an address of http is taken as one of https is', () => {
  const made = prepare({ ...request, url: 'http://127.0.0.1:8080/x' }, '1.2.3');
  assert.ok('url' in made);
  assert.equal(made.url.href, 'http://127.0.0.1:8080/x');
});

for (const [name, url] of [
  ['no URL', 'here'],
  ['nothing', ''],
  ['another protocol', 'ftp://api.example.in/'],
  ['another protocol that names a host by itself', 'wss://api.example.in/'],
  ['a user name', 'https://anita@api.example.in/'],
  ['a password without a user name', 'https://:secret@api.example.in/'],
  ['both', 'http://anita:secret@api.example.in/'],
] as const) {
  test(`an address that is ${name} is refused, without it being said`, () => {
    assert.deepEqual(refused({ url }), [
      'invalid-request',
      'ERR_INVALID_URL',
      'The address of the call is not an http or https URL without credentials. Nothing was sent. Correct the base URL.',
    ]);
  });
}

const printable = Array.from({ length: 0x7f - 0x20 }, (_, code) => String.fromCharCode(0x20 + code)).join('');

test('a key may have every sign that can be sent', () => {
  for (const apiKey of [printable, 'k']) {
    const made = prepare({ ...request, apiKey }, '1.2.3');
    assert.ok('headers' in made);
    assert.deepEqual(made.headers.slice(0, 2), ['Authorization', `Bearer ${apiKey}`]);
  }
});

for (const [name, apiKey] of [
  ['a line break', 'abc\r\nX-Evil: 1'],
  ['a line break at its end', 'abc\n'],
  ['a tab', 'a\tb'],
  ['the first sign after those that can be sent', 'a\x7f'],
  ['the last sign before them', 'a\x1f'],
  ['a letter beyond ASCII', 'schlüssel'],
] as const) {
  test(`a key with ${name} is refused, without it being said`, () => {
    assert.deepEqual(refused({ apiKey }), [
      'invalid-request',
      'INVALID_KEY',
      'The API key contains a character that cannot be sent (a line break, a tab, or a letter outside ASCII). Nothing was sent. Enter the key again.',
    ]);
  });
}

for (const limit of ['deadlineMs', 'connectTimeoutMs', 'maxResponseBytes'] as const) {
  test(`a limit that is not above zero is refused: ${limit}`, () => {
    for (const value of [0, -1, Number.NaN])
      assert.deepEqual(
        refused({ [limit]: value }),
        [
          'invalid-request',
          'INVALID_LIMIT',
          'Deadline, connect timeout and response size limit must be greater than zero. Nothing was sent. Correct the settings.',
        ],
        String(value),
      );
    assert.ok('url' in prepare({ ...request, [limit]: 0.5 }, '1.2.3'));
  });
}
