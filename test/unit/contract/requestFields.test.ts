import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { bodyFromFields, fieldsFromBody } from '../../../src/contract/draft.ts';
import { hintsFor } from '../../../src/contract/hints.ts';
import { maskAt, maskedInput, requestMaskAt, resultMask } from '../../../src/contract/masking.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import {
  mostFields,
  readRequestFields,
  settingOf,
  startOf,
  valuesForFields,
  withRequestFields,
} from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';

/** The operation with these fields; all of them must be usable. */
function corrected(list: readonly unknown[], id: Operation['id'] = 'rc-advanced'): Operation {
  const reading = readRequestFields({ [id]: list });
  assert.deepEqual(reading.problems, []);
  return withRequestFields(operationById(id), reading);
}

function problems(value: unknown): readonly string[] {
  return readRequestFields(value).problems.map(plain);
}

test('without a setting, the assumed fields stay', () => {
  for (const value of [undefined, null, {}, { 'rc-advanced': 'x' }, [], 'x', { 'rc-advanced': [7] }]) {
    for (const operation of operations) {
      assert.equal(withRequestFields(operation, readRequestFields(value)), operation);
    }
  }
});

test('an empty list means no fields: the body is JSON', () => {
  const operation = corrected([]);
  assert.deepEqual(operation.requestFields, []);
  assert.equal(bodyFromFields(operation, { rc_number: 'X' }), '{}');
  assert.equal(maskedInput(operation, '{"rc_number":"ZZ99ZZ9998"}'), 'JSON, 26 bytes');
});

test('what is written from the assumed fields reads as the same fields', () => {
  for (const { id, requestFields } of operations) {
    assert.deepEqual(corrected(settingOf(requestFields), id).requestFields, requestFields);
  }
});

test('types, nesting, order, digits: what the form sends', () => {
  const operation = corrected([
    { name: 'reg', in: ['vehicle'], required: true },
    { name: 'year', type: 'number', in: ['vehicle'] },
    { name: 'consent', type: 'boolean', required: true, default: true },
    { name: 'a.b', in: ['__proto', 'x y'] },
    { name: 'tags', type: 'string-list', in: ['vehicle', 'more'] },
  ]);
  const typed = {
    'vehicle.reg': 'ZZ99',
    'vehicle.year': '12345678901234567890',
    consent: 'false',
    '__proto.x y.a.b': 'é"',
    'vehicle.more.tags': 'a\nb',
  };
  const body = bodyFromFields(operation, typed);
  assert.equal(
    body,
    `{
  "vehicle": {
    "reg": "ZZ99",
    "year": 12345678901234567890,
    "more": {
      "tags": [
        "a",
        "b"
      ]
    }
  },
  "consent": false,
  "__proto": {
    "x y": {
      "a.b": "é\\""
    }
  }
}`,
  );
  assert.deepEqual(fieldsFromBody(operation, body), { ok: true, fields: typed });
  assert.deepEqual(startOf(operation), { consent: 'true' });
  assert.equal(bodyFromFields(operation, {}), '{\n  "vehicle": {\n    "reg": ""\n  },\n  "consent": ""\n}');
});

const reader = corrected([
  { name: 'n', type: 'number' },
  { name: 't', type: 'boolean' },
  { name: 'in', in: ['o'] },
]);
const misfits: readonly (readonly [string, RegExp])[] = [
  ['{"n":"12"}', /in quotes/],
  ['{"t":"true"}', /in quotes/],
  ['{"n":true}', /neither a number/],
  ['{"t":1}', /neither true/],
  ['{"n":null}', /neither a number/],
  ['{"o":1}', /not an object/],
  ['{"o":[]}', /not an object/],
  ['{"o":{}}', /empty object/],
  ['{"o":{"other":1}}', /no field "o\.other"/],
  ['{"o":{"in":"a","in":"b"}}', /o\.in appears more than once/],
  ['{"o.in":"a"}', /no field "o\.in"/],
  ['{"n":""}', /leave it out/],
];
for (const [text, why] of misfits) {
  test(`the corrected form cannot hold ${text}`, () => {
    const read = fieldsFromBody(reader, text);
    assert.ok(!read.ok && read.misfit !== null);
    assert.match(plain(read.misfit), why);
  });
}

test('what is no number is sent as text, with a warning, and comes back as typed', () => {
  for (const typed of ['012', '1e', '+1', 'NaN', '0x1', '1.', '١٢', '--1']) {
    const body = bodyFromFields(reader, { n: typed, t: typed });
    assert.deepEqual(JSON.parse(body), { n: typed, t: typed });
    assert.deepEqual(fieldsFromBody(reader, body), { ok: true, fields: { n: typed, t: typed, 'o.in': '' } });
    assert.deepEqual(
      hintsFor(reader, { n: typed, t: typed }).map(({ field, kind }) => `${field} ${kind}`),
      ['n warning', 't warning'],
    );
  }
  assert.deepEqual(hintsFor(reader, { n: ' -1.5e+3 ', t: 'true' }), []);
  assert.equal(bodyFromFields(reader, { n: ' -1.5e+3 ' }), '{\n  "n": -1.5e+3\n}');
});

test('a check of one field serves another', () => {
  const operation = corrected([
    { name: 'uid', check: 'aadhaar' },
    { name: 'pan_number', required: true },
  ]);
  assert.match(plain(hintsFor(operation, { uid: '12' })[0]?.what ?? { text: '' }), /12 digits/);
  assert.match(plain(hintsFor(operation, { pan_number: 'X' })[0]?.what ?? { text: '' }), /PAN has five/);
});

test('values found by their look go where the user put the fields', () => {
  const operation = corrected([{ name: 'reg', in: ['vehicle'], check: 'registration' }]);
  assert.deepEqual(valuesForFields(operation, { rc_number: 'XX00AB0000', other: '1' }), {
    'vehicle.reg': 'XX00AB0000',
  });
  assert.deepEqual(valuesForFields(corrected([{ name: 'x' }]), { rc_number: 'XX00AB0000' }), {});
});

test('a value that has found the field of its name, or one of its check, is put into no other', () => {
  const fields = [
    ...[{ name: 'nominee_pan', check: 'pan' }, { name: 'aadhaar_number' }, { name: 'pan_number' }],
    { name: 'holder_pan', check: 'pan' },
  ];
  const given = { aadhaar_number: '000011112222', pan_number: 'AAAPA0000A' };
  assert.deepEqual(valuesForFields(corrected(fields, 'aadhaar-pan-link'), given), given);
  const without = corrected(
    fields.filter(({ name }) => name !== 'pan_number'),
    'aadhaar-pan-link',
  );
  assert.deepEqual(valuesForFields(without, given), {
    aadhaar_number: given.aadhaar_number,
    nominee_pan: given.pan_number,
  });
});

test('a field of one line starts with one line', () => {
  const start = startOf(
    corrected([
      { name: 'consent', type: 'string', default: 'I agree\nto all of it' },
      { name: 'lines', type: 'string-list', default: ['a', 'b'] },
    ]),
  );
  assert.deepEqual(start, { consent: 'I agree to all of it', lines: 'a\nb' });
});

test('nothing leaks: an unknown text is hidden, a known name masked, none only where the user says so', () => {
  const operation = corrected([
    { name: 'who' },
    { name: 'amount', type: 'number' },
    { name: 'phone', in: ['contact'] },
    { name: 'kind', personal: 'none' },
    { name: 'flag', type: 'boolean' },
  ]);
  const kinds = Object.fromEntries(operation.requestFields.map(({ name, mask }) => [name, mask]));
  assert.deepEqual(kinds, { who: 'all', amount: 'all', 'contact.phone': 'last4', kind: null, flag: null });
  const body = '{"who":"Secret Person","amount":4711,"contact":{"phone":"0000012345"},"kind":"open"}';
  assert.equal(maskedInput(operation, body), '•••••• · ••••••');
  assert.equal(requestMaskAt(operation, ['who']), 'all');
  assert.equal(requestMaskAt(operation, ['contact', 'phone']), 'last4');
  assert.equal(requestMaskAt(operation, ['kind']), undefined);
  // Assumed before, and still in old orders and in what is written as JSON.
  assert.equal(requestMaskAt(operation, ['rc_number']), 'first2last2');
});

test('answers are masked by the documents; a corrected field only adds to that', () => {
  const open = corrected([{ name: 'owner_name', personal: 'none' }, { name: 'color' }, { name: 'ref' }]);
  assert.equal(maskAt(open, ['data', 'result', 'owner_name']), 'all');
  assert.equal(maskAt(open, ['data', 'result', 'color']), undefined);
  assert.equal(resultMask(open, 'ref'), 'all');
  assert.equal(maskAt(open, ['message_code']), null);
});

test('what cannot be used is named, and the rest is used', () => {
  const list = [
    { name: 'ok' },
    { name: 'ok', type: 'number' },
    { name: '' },
    { name: '__proto__' },
    { name: 'a\nb' },
    { name: 'x'.repeat(201) },
    { name: 'deep', in: Array(9).fill('a') },
    { name: 'x', in: 'a' },
    { name: 'x', type: 'date' },
    { name: 'x', check: 'iban' },
    { name: 'x', personal: 'some' },
    { name: 'x', default: {} },
    { name: 'x', default: 12345678901234567000 },
    { name: 'inner', in: ['ok'] },
    null,
  ];
  const reading = readRequestFields({ 'rc-advanced': list, nonsense: [] });
  assert.deepEqual(
    reading.fields.get('rc-advanced')?.map(({ name }) => name),
    ['ok'],
  );
  assert.equal(reading.problems.length, list.length);
  for (const problem of reading.problems) assert.doesNotMatch(plain(problem), /\{\d\}|undefined/);
  assert.match(
    problems({ 'rc-advanced': Array.from({ length: 70 }, (_, i) => ({ name: `f${i}` })) }).join(),
    /more than 60/,
  );
  assert.equal(mostFields, 60);
});

test('names that every object inherits are names like any other', () => {
  const operation = corrected([{ name: 'constructor' }, { name: 'toString', required: true }]);
  assert.equal(bodyFromFields(operation, {}), '{\n  "toString": ""\n}');
  const body = bodyFromFields(operation, { constructor: 'a' });
  assert.deepEqual(fieldsFromBody(operation, body), { ok: true, fields: { constructor: 'a', toString: '' } });
});

test('what is assumed stays assumed until the user says otherwise', () => {
  const states = corrected([
    { name: 'rc_number' },
    { name: 'other' },
    { name: 'sure', confirmed: true },
  ]).requestFields.map(({ assumed }) => assumed);
  assert.deepEqual(states, ['echoed', 'plain', 'stated-by-user']);
});

const keys = fc.stringMatching(/^[a-c .é]{1,3}$/);
const someFields = fc.array(
  fc.record({
    name: keys,
    in: fc.array(keys, { maxLength: 3 }),
    type: fc.constantFrom('string', 'number', 'boolean', 'string-list'),
    required: fc.boolean(),
  }),
  { maxLength: 12 },
);
const texts = fc.constantFrom(
  '',
  'x',
  '-1',
  '1e5',
  '12345678901234567890',
  'true',
  'false',
  '"',
  'a b',
  '{}',
  'null',
  '01',
);

test('whatever the fields are: what the form makes, the form shows, and makes again', () => {
  fc.assert(
    fc.property(someFields, fc.array(texts, { minLength: 12, maxLength: 12 }), (list, typed) => {
      const reading = readRequestFields({ 'rc-advanced': list });
      const operation = withRequestFields(operationById('rc-advanced'), reading);
      const fields = Object.fromEntries(
        operation.requestFields.map(({ name }, at) => [name, typed[at] ?? '']),
      );
      const body = bodyFromFields(operation, fields);
      assert.doesNotThrow(() => JSON.parse(body));
      const shown = fieldsFromBody(operation, body);
      assert.deepEqual(shown, { ok: true, fields });
    }),
    { numRuns: 500 },
  );
});

test('no setting, whatever is in it, throws or gives two fields of one place', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ 'rc-advanced': fc.jsonValue() })), (value) => {
      for (const { text } of readRequestFields(value).problems) assert.notEqual(text, '');
    }),
  );
  fc.assert(
    fc.property(someFields, (list) => {
      const { requestFields } = withRequestFields(
        operationById('rc-advanced'),
        readRequestFields({ 'rc-advanced': list }),
      );
      const names = requestFields.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
    }),
  );
});
