import assert from 'node:assert/strict';
import test from 'node:test';
import { bodyFromFields, fieldsFromBody } from '../../../src/contract/draft.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { type OperationId, plain } from '../../../src/contract/words.ts';
import { randomFrom } from './answers.ts';

test('fields make the JSON: in order, empty optional ones left out, lists one entry a line', () => {
  assert.equal(
    bodyFromFields(operationById('rc-advanced'), { rc_number: ' ZZ99 ' }),
    '{\n  "rc_number": " ZZ99 "\n}',
  );
  assert.equal(bodyFromFields(operationById('rc-advanced'), {}), '{\n  "rc_number": ""\n}');
  assert.deepEqual(
    JSON.parse(
      bodyFromFields(operationById('credit-report'), { name: 'X', number: '1', mobile: '', other: 'y' }),
    ),
    {
      number: '1',
      name: 'X',
    },
  );
  assert.deepEqual(
    JSON.parse(
      bodyFromFields(operationById('email-bulk'), { emails: ' a@example.com \r\n\n b@example.com' }),
    ),
    {
      emails: ['a@example.com', 'b@example.com'],
    },
  );
  assert.deepEqual(JSON.parse(bodyFromFields(operationById('email-bulk'), { emails: '' })), { emails: [] });
});

test('what the form makes, the form can show', () => {
  const random = randomFrom(3);
  const texts = ['', 'X', '0000 1234', 'é"\\/', ' x ', '12345678901234567890', '\u2028', '{}', 'null'];
  for (let turn = 0; turn < 500; turn += 1) {
    for (const { id, requestFields } of operations) {
      const typed = Object.fromEntries(
        requestFields.map((field) => {
          const text = texts[Math.floor(random() * texts.length)] ?? '';
          return [
            field.name,
            field.type === 'string' ? text : [text.trim(), 'b'].filter((one) => one !== '').join('\n'),
          ];
        }),
      );
      const body = bodyFromFields(operationById(id), typed);
      assert.deepEqual(fieldsFromBody(operationById(id), body), { ok: true, fields: typed });
    }
  }
});

test('a field that is absent comes back empty', () => {
  assert.deepEqual(fieldsFromBody(operationById('rc-advanced'), '{}'), {
    ok: true,
    fields: { rc_number: '' },
  });
});

const misfits: readonly (readonly [OperationId, string, RegExp])[] = [
  ['rc-advanced', '{"rc_number":"X","extra":1}', /no field "extra"/],
  ['rc-advanced', '{"__proto__":{}}', /no field "__proto__"/],
  ['rc-advanced', '{"rc_number":12345678901234567890}', /not a string/],
  ['rc-advanced', '{"rc_number":null}', /not a string/],
  ['rc-advanced', '{"rc_number":{"a":1}}', /not a string/],
  ['rc-advanced', '{"rc_number":["X"]}', /not a string/],
  ['rc-advanced', '{"rc_number":"X","rc_number":"Y"}', /more than once/],
  ['rc-advanced', '{"rc_number":"X","rc_numbe\\u0072":"X"}', /more than once/],
  ['rc-advanced', '{"rc_number":"X\\nY"}', /several lines/],
  ['credit-report', '{"number":"1","name":""}', /leave it out/],
  ['rc-advanced', '[]', /object only/],
  ['rc-advanced', 'null', /object only/],
  ['rc-advanced', '"X"', /object only/],
  ['email-bulk', '{"emails":"a@example.com"}', /not a list/],
  ['email-bulk', '{"emails":["a@example.com",1]}', /not a string/],
  ['email-bulk', '{"emails":[["a@example.com"]]}', /not a string/],
  ['email-bulk', '{"emails":[" a@example.com"]}', /spaces around it/],
  ['email-bulk', '{"emails":["a","b\\nc"]}', /several lines/],
  ['email-bulk', '{"emails":[""]}', /empty/],
];
for (const [operation, text, why] of misfits) {
  test(`the form of ${operation} cannot hold ${text}`, () => {
    const read = fieldsFromBody(operationById(operation), text);
    assert.ok(!read.ok && read.misfit !== null && read.broken === null);
    assert.match(plain(read.misfit), why);
  });
}

const nested = (...fields: readonly object[]) =>
  withRequestFields(operationById('rc-advanced'), readRequestFields({ 'rc-advanced': fields }));

function misfitOf(operation: Operation, text: string): string | null {
  const read = fieldsFromBody(operation, text);
  return read.ok || read.misfit === null ? null : plain(read.misfit);
}

test('what the form cannot hold is called by the path that leads to it', () => {
  const operation = nested({ name: 'plate', in: ['vehicle', 'front'] });
  const told = (text: string) => misfitOf(operation, text);
  assert.equal(
    told('{"vehicle":{"front":1}}'),
    'vehicle.front is not an object; the form would send it as one.',
  );
  assert.equal(
    told('{"vehicle":{"front":{}}}'),
    'vehicle.front is an empty object, which the form cannot send.',
  );
  assert.equal(
    told('{ "vehicle": { "front": { "plate": "X", "plate": "Y" } } }'),
    'vehicle.front.plate appears more than once; the form could keep only one.',
  );
  assert.equal(
    told(`{"vehicle":{"${'x'.repeat(60)}":1}}`),
    `The form has no field "vehicle.${'x'.repeat(52)}". It stays in the JSON.`,
  );
});

test('keys that are there twice are looked for ten objects deep', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `k${at + 1}`);
  // The first of both is dropped by the reader of JSON, whatever stands in it.
  const twice = (count: number): string => {
    const [own = '', ...above] = keys(count).reverse();
    const inner = above.reduce((text, key) => `{"${key}":${text}}`, `{"${own}":1,"${own}":2}`);
    return `${inner.slice(0, -1)},"k1":"X"}`;
  };
  const operation = nested({ name: 'k1' });
  const told = (path: string) => `${path} appears more than once; the form could keep only one.`;
  assert.equal(misfitOf(operation, twice(10)), told(keys(10).join('.')));
  assert.equal(misfitOf(operation, twice(11)), told('k1'));
});

const broken: readonly (readonly [string, RegExp])[] = [
  ['', /empty/],
  ['  ', /empty/],
  ['{', /ends too early/],
  ['{"rc_number":', /ends too early/],
  ['{"rc_number":"X",}', /line 1, column 18/],
  ['{\n  rc_number: 1}', /line 2, column 3/],
  ['{"rc_number":"X', /line 1, column 14/],
  ['{} x', /line 1, column 4/],
  ['// c\n{}', /line 1, column 1/],
];
for (const [text, why] of broken) {
  test(`${JSON.stringify(text)} is called broken, with the place`, () => {
    const read = fieldsFromBody(operationById('rc-advanced'), text);
    assert.ok(!read.ok && read.broken !== null && read.misfit === null);
    assert.match(plain(read.broken), why);
  });
}

test('depth takes no stack', () => {
  const deep = `{"rc_number":${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
  assert.equal(fieldsFromBody(operationById('rc-advanced'), deep).ok, false);
  assert.equal(fieldsFromBody(operationById('rc-advanced'), deep.slice(0, -3)).ok, false);
});
