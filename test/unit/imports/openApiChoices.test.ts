import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import { plain } from '../../../src/contract/words.ts';
import { readOpenApi } from '../../../src/imports/openApi.ts';
import { openApiText } from '../../../src/shapes/export/openApi.ts';

const path = '/api/v1/rc/advanced';

async function read(text: string) {
  const reading = await readOpenApi(text);
  assert.ok(reading.ok);
  const found = reading.found.find((one) => one.path === path);
  const { fields, notes } = found?.fields() ?? { fields: [], notes: [] };
  return { fields, notes: notes.map(plain) };
}

/** What is found of one property of this schema. */
async function found(schema: object, schemas: object = {}) {
  const body = { type: 'object', properties: { kind: schema } };
  const post = { requestBody: { content: { 'application/json': { schema: body } } } };
  const { fields, notes } = await read(
    JSON.stringify({ openapi: '3.1.0', paths: { [path]: { post } }, components: { schemas } }),
  );
  const [{ type, choices, note } = { type: undefined }] = fields;
  return { type, choices, note, notes };
}

const none = { choices: undefined, note: undefined, notes: [] };

test('an enumeration of texts or numbers becomes choices, in place of words in the note', async () => {
  const texts = { type: 'string', ...none, choices: ['a', 'b'] };
  assert.deepEqual(await found({ type: 'string', enum: ['a', 'b', 'a'] }), texts);
  assert.deepEqual(await found({ enum: ['a', null, 'b'], description: 'Which' }), {
    ...texts,
    note: 'Which',
  });
  const Kind = { type: 'string', enum: ['a', 'b'] };
  assert.deepEqual(await found({ $ref: '#/components/schemas/Kind' }, { Kind }), texts);
  assert.deepEqual(await found({ allOf: [{ $ref: '#/components/schemas/Kind' }] }, { Kind }), texts);
  assert.deepEqual(await found({ type: 'integer', enum: [1, 2] }), {
    ...{ type: 'number', ...none },
    choices: ['1', '2'],
  });
  // YAML without quotes.
  assert.deepEqual((await found({ type: 'string', enum: [true, 12, 'x'] })).choices, ['true', '12', 'x']);
});

test('a value that is the only one, and values with a title each, are choices too', async () => {
  assert.deepEqual(await found({ const: 'Y' }), { type: 'string', ...none, choices: ['Y'] });
  assert.deepEqual(await found({ const: 5 }), { type: 'number', ...none, choices: ['5'] });
  const titled = ['a', 'b'].map((one) => ({ const: one, title: one.toUpperCase() }));
  for (const schema of [{ oneOf: titled }, { type: 'string', anyOf: [...titled, { type: 'null' }] }])
    assert.deepEqual(await found(schema), { type: 'string', ...none, choices: ['a', 'b'] });
});

test('of several schemas that may stand there the values of one are no choices', async () => {
  const { choices, notes } = await found({ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'integer' }] });
  assert.deepEqual([choices, notes], [undefined, ['kind allows several types; the first is taken.']]);
  const many = Array.from({ length: 60 }, (_, at) => ({ const: `c${at}` }));
  assert.equal((await found({ oneOf: many })).choices, undefined);
});

test('truths and lists have no choices; those that cannot be offered, or look personal, are said', async () => {
  assert.deepEqual(await found({ type: 'boolean', enum: [true] }), {
    type: 'boolean',
    ...none,
    note: 'true',
  });
  const list = await found({ type: 'array', items: { type: 'string', enum: ['a'] } });
  assert.deepEqual(list, { type: 'string-list', ...none });
  const many = Array.from({ length: 201 }, (_, at) => `c${at}`);
  for (const values of [many, ['a\nb'], ['a', { b: 1 }]]) {
    const { choices, notes } = await found({ type: 'string', enum: values });
    assert.equal(choices, undefined);
    assert.match(notes.join(), /^The choices of kind cannot be offered: more than 200/);
  }
  const personal = await found({ enum: ['someone@nowhere.example', 'a'] });
  assert.deepEqual(
    [personal.choices, personal.notes],
    [undefined, ['The choices of kind look personal and are left out.']],
  );
  assert.doesNotMatch(personal.note ?? '', /someone/);
});

test('our own export brings back the choices that were stated, as texts or numbers', async () => {
  const fields = [
    { name: 'kind', choices: ['b', 'a'], confirmed: true },
    { name: 'level', choices: [1, 2] },
    { name: 'rank', choices: [1, 2.5], confirmed: true },
    { name: 'long', type: 'number', choices: ['12345678901234567890'], confirmed: true },
  ];
  const reading = readRequestFields({ 'rc-advanced': fields });
  const among = operations.map((one) => withRequestFields(one, reading));
  const text = openApiText({ operations: among, shapes: [], baseUrl: null });
  const { components } = JSON.parse(text);
  const schemas: Readonly<Record<string, { readonly title: string; readonly properties?: object }>> =
    components.schemas;
  const request = Object.values(schemas).find(({ title }) => title === 'RC Details Advanced: the request.');
  assert.deepEqual(request?.properties, {
    kind: {
      ...{ type: 'string', enum: ['b', 'a'], 'x-choices': ['b', 'a'] },
      ...{ 'x-documented': false, 'x-request-field': 'stated-by-user' },
    },
    level: {
      ...{ type: 'number', 'x-choices': ['1', '2'] },
      ...{ 'x-documented': false, 'x-request-field': 'assumed' },
    },
    rank: {
      ...{ type: 'number', enum: [1, 2.5], 'x-choices': ['1', '2.5'] },
      ...{ 'x-documented': false, 'x-request-field': 'stated-by-user' },
    },
    long: {
      ...{ type: 'number', 'x-choices': ['12345678901234567890'] },
      ...{ 'x-documented': false, 'x-request-field': 'stated-by-user' },
    },
  });
  const again = await read(text);
  assert.deepEqual(
    again.fields.map(({ name, type, choices, confirmed }) => [name, type, choices, confirmed]),
    [
      ['kind', 'string', ['b', 'a'], undefined],
      ['level', 'number', ['1', '2'], false],
      ['long', 'number', ['12345678901234567890'], undefined],
      ['rank', 'number', ['1', '2.5'], undefined],
    ],
  );
});

/** tree.ts isCalledPersonal: values of what the user called personal are told no more; imports leave personal choices out. */
for (const confirmed of [true, false])
  test(`an export tells no choices of a field that its user called personal (${confirmed ? 'stated' : 'assumed'})`, () => {
    const stated = {
      name: 'alternate_mobile',
      personal: 'last4',
      confirmed,
      choices: ['9000000001', '9000000002'],
    };
    const reading = readRequestFields({ 'rc-advanced': [{ name: 'rc_number', confirmed: true }, stated] });
    const own = operations.map((one) => withRequestFields(one, reading));
    const text = openApiText({ operations: own, shapes: [], baseUrl: null });
    assert.ok(text.includes('alternate_mobile'));
    assert.ok(!text.includes('9000000001'));
  });

/** As its default, which is left out and said. */
test('values of a field whose name says that it is somebody’s are not taken into the settings as choices', async () => {
  const properties = {
    full_name: { type: 'string', default: 'Asha Invented', enum: ['Asha Invented'] },
  };
  const post = {
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
  };
  const reading = await readOpenApi(JSON.stringify({ openapi: '3.1.0', paths: { [path]: { post } } }));
  assert.ok(reading.ok);
  const text = JSON.stringify(reading.found[0]?.fields().fields);
  assert.ok(!text.includes('Asha'), text);
});
