import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyIn, keyProblem, keyStateFor, keyTail, readKeyRecord } from '../../../../src/calls/keys/key.ts';

const record = { v: 1, key: 'invented-key-0000', origin: 'https://api.example.in', savedAt: 1 } as const;

test('a key is used for the origin it was entered for and for no other', () => {
  assert.deepEqual(keyStateFor(record, 'https://api.example.in'), {
    kind: 'present',
    key: record.key,
    savedAt: record.savedAt,
  });
  for (const origin of [
    'http://api.example.in',
    'https://api.example.in:8443',
    'https://api.example.in.evil.example',
  ]) {
    assert.deepEqual(keyStateFor(record, origin), { kind: 'other-origin', origin: record.origin });
  }
  assert.deepEqual(keyStateFor(null, 'https://api.example.in'), { kind: 'missing' });
});

test('a kept secret is read whole or counts as missing', () => {
  assert.deepEqual(readKeyRecord(JSON.stringify(record)), record);
  const bad = [
    undefined,
    '',
    'null',
    '[]',
    '{"v":1}',
    '{',
    JSON.stringify({ ...record, v: 2 }),
    JSON.stringify({ ...record, key: '' }),
  ];
  for (const text of bad) assert.equal(readKeyRecord(text), null, String(text));
});

test('four characters of a long key may be seen, none of a short one', () => {
  assert.equal(keyTail('invented-key-9f3a'), '9f3a');
  assert.equal(keyTail('twelve-chars'), 'hars');
  assert.equal(keyTail('eleven-char'), '');
});

test('a key that no header can carry is refused, any other is taken', () => {
  assert.equal(keyProblem('  sk_invented.0000-~+/=  '), null);
  const nothing = 'Enter the API key.';
  const characters = 'A key cannot contain spaces, line breaks or letters outside ASCII.';
  for (const [typed, why] of [
    ['', nothing],
    ['   ', nothing],
    ['Bearer', nothing],
    ['Authorization: Bearer ', nothing],
    ['""', nothing],
    ['two words', characters],
    ['line\nbreak', characters],
    ['schlüssel', characters],
  ] as const) {
    assert.equal(keyProblem(typed)?.text, why, typed);
  }
});

test('a key is taken out of what was copied around it, and left alone where it looks the same', () => {
  const key = 'sk_invented.0000-~+/=';
  for (const pasted of [
    key,
    ` ${key}\n`,
    `Bearer ${key}`,
    `bearer\t ${key} `,
    `Authorization: Bearer ${key}`,
    `authorization:${key}`,
    `"${key}"`,
    `'Authorization: Bearer ${key}'`,
    `"Bearer ${key}"`,
    `Bearer "${key}"`,
    `Authorization: "Bearer ${key}"`,
    `“${key}”`,
  ]) {
    assert.equal(keyIn(pasted), key, pasted);
    assert.equal(keyProblem(pasted), null, pasted);
  }
  for (const whole of [
    'Bearerabcdefgh',
    'bearer-abcdefgh',
    '"abcdefgh',
    "abc'",
    '"ab"cd"',
    'authorization-9',
  ])
    assert.equal(keyIn(whole), whole);
});
