import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, marksOf, namedIn } from '../../../../src/calls/inputs/inputMarks.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { RequestField } from '../../../../src/contract/shapes.ts';
import type { OperationId } from '../../../../src/contract/words.ts';

const marks = (id: OperationId, body: string): readonly string[] =>
  [...marksOf([operationById(id)], body)].sort();

test('an input is told by its identifiers, in one spelling', () => {
  assert.deepEqual(marks('rc-advanced', '{"rc_number":" mh-00 ab 0001"}'), ['MH00AB0001']);
  assert.deepEqual(marks('aadhaar-pan-link', '{"aadhaar_number":900000004190,"pan_number":"zzzpz4190q"}'), [
    '900000004190',
    'ZZZPZ4190Q',
  ]);
  const emails = '{"emails":["Asha.Rao@Example.com ","b@x.example"]}';
  assert.deepEqual(marks('email-bulk', emails), ['ASHA.RAO@EXAMPLE.COM', 'B@X.EXAMPLE']);
  assert.deepEqual(marks('credit-report', '{"number":"+91 98765 43210","fetch_by":"mobile"}'), [
    '9876543210',
  ]);
});

test('in the digits of whatever script', () => {
  assert.deepEqual(marks('aadhaar-pan-link', '{"aadhaar_number":"९००० ०००० ४१९०"}'), ['900000004190']);
  assert.deepEqual(marks('credit-report', '{"number":"+९१ ९८७६५ ४३२१०","fetch_by":"mobile"}'), [
    '9876543210',
  ]);
  assert.equal(folded('of ९८७६५-४३२१०'), 'OF 98765-43210');
});

test('also where no field is known, where it is no JSON, and where it looks like nothing', () => {
  assert.deepEqual(marks('rc-advanced', '{"vehicle":{"plates":["MH00AB0001"]}}'), ['MH00AB0001']);
  assert.deepEqual(marks('rc-advanced', 'rc=MH00AB0001; pan=ZZZPZ4190Q'), ['MH00AB0001', 'ZZZPZ4190Q']);
  assert.deepEqual(marks('rc-advanced', '{"rc_number":"ask the clerk"}'), ['ASKTHECLERK']);
});

test('words that everybody’s request has, and what is too short, tell nothing', () => {
  const body = '{"number":"1","fetch_by":"mobile","gender":"female","consent":"Y","purpose":"loan check"}';
  assert.deepEqual(marks('credit-report', body), []);
});

test('a text is looked through with the JSON in it, whatever is escaped', () => {
  const places = folded(
    JSON.stringify({ json: '{"a":"\\u004dH 00-ab 0001"}', rows: [['ZZZ PZ4190q']] }),
  ).split('"');
  assert.ok(places.includes('MH 00-AB 0001') && places.includes('ZZZ PZ4190Q'), String(places));
  // What stands in two places is not read together.
  assert.equal(folded('["MH00AB","0001",]'), 'MH00AB"0001"["MH00AB","0001",]');
  assert.equal(folded('[98765 43210]'), '98765"[98765 43210]');
  assert.equal(folded('{"a":9.00000004190e11,"a":2}'), 'A"900000004190"A"2');
});

const first = operationById('credit-report').requestFields[0];
const corrected = (body: unknown, how: Partial<RequestField>): readonly string[] => {
  assert.ok(first !== undefined);
  const field: RequestField = { ...first, name: 'said', path: ['said'], check: null, mask: null, ...how };
  const operation = { ...operationById('credit-report'), requestFields: [field] };
  return marksOf([operation], JSON.stringify({ said: body }));
};

test('what stands in a field tells by what the field is checked for and how it is covered', () => {
  const rows: readonly (readonly [how: Partial<RequestField>, said: string, told: string[]])[] = [
    [{}, 'room 12', []],
    [{ check: 'registration' }, 'clerk', ['CLERK']],
    [{ mask: 'last4' }, 'clerk', ['CLERK']],
    [{ mask: 'all' }, 'feminine', []],
    [{ mask: 'all' }, 'room 1', []],
    [{ mask: 'all' }, 'room 12', ['ROOM12']],
    [{ mask: 'all' }, 'a1b2c3d', ['A1B2C3D']],
    [{ mask: 'all' }, 'Asha Rao', ['ASHARAO']],
  ];
  for (const [how, said, told] of rows) assert.deepEqual(corrected(said, how), told, said);
});

test('a mark has four characters at least, and was written with 320 at most', () => {
  assert.deepEqual(corrected(['abc', 'ab cd'], { mask: 'last4' }), ['ABCD']);
  const most = 'x'.repeat(320);
  assert.deepEqual(corrected([most, `${most}x`], { mask: 'last4' }), [most.toUpperCase()]);
  const mail = (length: number): string => `${'a'.repeat(length - 10)}@x.invalid`;
  assert.deepEqual(marks('rc-advanced', JSON.stringify({ note: [mail(320), mail(321)] })), [
    mail(320).toUpperCase(),
  ]);
});

test('an address and a number tell in whatever field; another word, in JSON or not, tells nothing', () => {
  assert.deepEqual(marks('rc-advanced', '{"note":["asha@one.invalid","hello","MH00AB0001"]}'), [
    'ASHA@ONE.INVALID',
    'MH00AB0001',
  ]);
  assert.deepEqual(marks('rc-advanced', 'note: hello, asha@one.invalid, MH00AB0001'), [
    'ASHA@ONE.INVALID',
    'MH00AB0001',
  ]);
});

test('JSON within JSON is looked through, eleven levels of it, and lists however deep', () => {
  const lists = (levels: number): string => `${'['.repeat(levels)}"\\u0041bc"${']'.repeat(levels)}`;
  const read = (text: string): boolean => folded(text).split('"').includes('ABC');
  assert.equal(read(lists(1000)), true);
  const within = (times: number): string =>
    times === 1 ? '["\\u0041bc"]' : JSON.stringify([within(times - 1)]);
  assert.equal(read(within(11)), true);
  assert.equal(read(within(12)), false);
});

test('a request names identifiers that stand by themselves, or where it is no JSON, and no person', () => {
  const names = (id: OperationId, body: string): readonly string[] =>
    [...namedIn([operationById(id)], body)].sort();
  const asha =
    '{"number":"+91 98765 43210","name":"Asha Rao","note":"of mh-00-ab-0001, see","by":["asha@x.example"]}';
  assert.deepEqual(names('credit-report', asha), ['9876543210', 'ASHA@X.EXAMPLE']);
  assert.deepEqual(names('rc-advanced', '{"rc_number":"ask the clerk"}'), ['ASKTHECLERK']);
  assert.deepEqual(names('rc-advanced', 'mh 00 ab 0001'), ['MH00AB0001']);
  assert.deepEqual(names('rc-advanced', 'rc=MH00AB0001; pan=ZZZPZ4190Q'), ['MH00AB0001', 'ZZZPZ4190Q']);
  assert.deepEqual(names('rc-advanced', `{"a":"${'x'.repeat(320)}@y.example"}`), []);
  assert.deepEqual(names('rc-advanced', ''), []);
  // What is sent where a field wants a number, and is nobody's: every call of a developer may hold it.
  const dummies = '{"number":"ZZZPZ4190Q","fetch_by":"pan","mobile":"0000000000"}';
  assert.deepEqual(names('credit-report', dummies), ['ZZZPZ4190Q']);
  assert.deepEqual(names('credit-report', '{"number":"0000000000","fetch_by":"mobile"}'), ['0000000000']);
});

test('twelve digits in a field for an Aadhaar number are no mobile number with the country’s code', () => {
  assert.deepEqual(marks('aadhaar-pan-link', '{"aadhaar_number":"919876543210"}'), ['919876543210']);
  assert.deepEqual(marks('aadhaar-pan-link', '{"aadhaar_number":"9000.0000.4190"}'), ['900000004190']);
});

test('several addresses in one text are each by itself, and a dummy tells nothing beside another identifier', () => {
  assert.deepEqual(marks('email-bulk', '{"emails":"a@x.example, b@x.example"}'), [
    'A@X.EXAMPLE',
    'B@X.EXAMPLE',
  ]);
  const dummy = '{"number":"ZZZPZ4190Q","fetch_by":"pan","mobile":"000-000-0000"}';
  assert.deepEqual(marks('credit-report', dummy), ['ZZZPZ4190Q']);
  assert.deepEqual(marks('credit-report', '{"number":"0000000000","name":"Asha Rao"}'), [
    '0000000000',
    'ASHARAO',
  ]);
});

test('null, true and false stand in many fields and tell nothing', () => {
  for (const said of ['null', 'true', 'false'])
    assert.deepEqual(marks('rc-advanced', `{"rc_number":${said},"a":[${said}]}`), [], said);
});
