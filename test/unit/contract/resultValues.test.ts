import assert from 'node:assert/strict';
import test from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { resultValues } from '../../../src/contract/resultValues.ts';
import type { ResultValue } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { emptyResult } from './answers.ts';

function groups(operation: OperationId, result: unknown) {
  return resultValues(
    operationById(operation),
    typeof result === 'string' ? result : JSON.stringify({ data: { result } }),
  );
}

function one(operation: OperationId, result: unknown, name: string): ResultValue | undefined {
  return groups(operation, result)
    .flatMap((group) => group.values)
    .find((value) => value.name === name);
}

test('a documented result comes in the documented groups, whole', () => {
  const shown = groups('rc-advanced', emptyResult('rc-advanced'));
  assert.deepEqual(
    shown.map((group) => [group.title, group.values.length]),
    [
      ['Identity and registration', 8],
      ['Owner', 5],
      ['Vehicle', 20],
      ['Finance and insurance', 5],
      ['Tax and emission', 4],
      ['Permit', 8],
      ['Non-use', 3],
      ['Flags and other', 7],
      ['Masked by the service', 3],
    ],
  );
  assert.ok(shown.every((group) => group.values.every((value) => value.documented)));
});

test('empty, null, missing and false are told apart', () => {
  const result = { owner_name: '', variant: null, financed: false, color: 'RED' };
  const kinds = ['owner_name', 'variant', 'financed', 'color', 'rc_number'].map((name) => {
    const value = one('rc-advanced', result, name);
    return [name, value?.kind, value?.text];
  });
  assert.deepEqual(kinds, [
    ['owner_name', 'empty', ''],
    ['variant', 'null', ''],
    ['financed', 'boolean', 'false'],
    ['color', 'text', 'RED'],
    ['rc_number', 'missing', ''],
  ]);
});

test('fields that are not documented come last, in a group without title', () => {
  const last = groups('rc-advanced', { ...emptyResult('rc-advanced'), zeta: 1, alpha: 'x' }).at(-1);
  assert.equal(last?.title, null);
  assert.deepEqual(
    last?.values.map(({ name, path, kind, text, documented }) => [name, path, kind, text, documented]),
    [
      ['zeta', 'data.result.zeta', 'number', '1', false],
      ['alpha', 'data.result.alpha', 'text', 'x', false],
    ],
  );
});

test('an operation whose result is not shown has all its fields in that group', () => {
  const [group, ...more] = groups('email-bulk', { total: 2, note: '' });
  assert.deepEqual([group?.title, more.length], [null, 0]);
  assert.ok(group?.values.every((value) => !value.documented));
});

test('objects are opened one level, deeper ones described', () => {
  const result = {
    response_metadata: { masked_engine: true, more: 'x' },
    a: { b: { c: 1 }, d: [1, 2], e: {} },
    f: [],
  };
  const engine = one('rc-advanced', result, 'response_metadata.masked_engine');
  assert.deepEqual([engine?.text, engine?.documented], ['true', true]);
  const shown = ['response_metadata.more', 'a.b', 'a.d', 'a.e', 'f'].map(
    (name) => one('rc-advanced', result, name)?.text,
  );
  assert.deepEqual(shown, [
    'x',
    'object with 1 field',
    'list of 2 items',
    'object with 0 fields',
    'list of 0 items',
  ]);
});

test('a documented field of another type is shown, too', () => {
  const result = { response_metadata: 'none', variant: { name: 'V', code: 'X' }, owner_name: 5 };
  assert.equal(one('rc-advanced', result, 'response_metadata')?.text, 'none');
  assert.equal(one('rc-advanced', result, 'response_metadata.masked_engine')?.kind, 'missing');
  assert.equal(one('rc-advanced', result, 'variant')?.kind, 'structure');
  assert.equal(one('rc-advanced', result, 'variant.code')?.text, 'X');
  assert.deepEqual(one('rc-advanced', result, 'owner_name')?.kind, 'number');
});

test('numbers are shown as they were sent', () => {
  const text = '{"data":{"result":{"big":12345678901234567890,"price":1.10,"e":1E+2}}}';
  for (const [name, sent] of [
    ['big', '12345678901234567890'],
    ['price', '1.10'],
    ['e', '1E+2'],
  ]) {
    assert.equal(one('email-bulk', text, name ?? '')?.text, sent);
  }
});

test('in a body of more than a million characters numbers that may differ are marked', () => {
  const text = `{"data":{"result":{"big":12345678901234567890,"count":42,"pad":"${'x'.repeat(1_000_000)}"}}}`;
  assert.equal(one('email-bulk', text, 'big')?.text, '≈ 12345678901234567000');
  assert.equal(one('email-bulk', text, 'count')?.text, '42');
});

test('values are masked by field, by the object around them, by look', () => {
  const result = {
    owner_name: 'INVENTED',
    challan_details: { place: 'INVENTED' },
    note: 'ask someone@example.com',
    phone: 1234567890,
    plain: 'RED',
    flag: true,
    'someone@example.com': 'valid',
  };
  const kinds = ['owner_name', 'challan_details.place', 'note', 'phone', 'plain', 'flag'].map(
    (name) => one('rc-advanced', result, name)?.mask,
  );
  assert.deepEqual(kinds, ['all', 'all', 'all', 'last4', null, null]);
  const keyed = one('rc-advanced', result, 's••••••e@••••••.com');
  assert.deepEqual([keyed?.text, keyed?.path], ['valid', 'data.result.someone@example.com']);
});

test('of very many fields the first 500 are shown and the rest is counted', () => {
  const values = groups(
    'email-bulk',
    Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`f${index}`, 1])),
  )[0]?.values;
  assert.equal(values?.length, 501);
  assert.equal(values?.at(-1)?.text, '200 more fields in Raw');
});

for (const text of [
  '',
  '{',
  'null',
  '[]',
  '{}',
  '{"data":null}',
  '{"data":[]}',
  '{"data":{}}',
  '{"data":{"result":null}}',
  '{"data":{"result":[]}}',
  '{"data":{"result":"x"}}',
]) {
  test(`${JSON.stringify(text)} has no result`, () => assert.deepEqual(groups('rc-advanced', text), []));
}

test('a result nested a hundred thousand deep is described', () => {
  const text = `{"data":{"result":{"n":7,"deep":${'['.repeat(1e5)}${']'.repeat(1e5)}}}}`;
  assert.equal(one('email-bulk', text, 'deep')?.text, 'list of 1 item');
  assert.equal(one('email-bulk', text, 'n')?.text, '7');
});

test('keys of the language are only keys', () => {
  const text = '{"data":{"result":{"__proto__":"x","constructor":"y"}}}';
  assert.deepEqual(
    groups('email-bulk', text)[0]?.values.map((value) => [value.name, value.text]),
    [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ],
  );
});

test('a personal key is named masked behind a key that ends with a digit, too: that is no decimal', () => {
  const others = groups('credit-report', { v2: { '0000001234': 1 } }).at(-1)?.values ?? [];
  assert.deepEqual(
    others.map(({ name, path }) => [name, path]),
    [['v2.••••••1234', 'data.result.v2.0000001234']],
  );
});
