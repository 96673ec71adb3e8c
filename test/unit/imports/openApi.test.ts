import assert from 'node:assert/strict';
import test from 'node:test';
import type { ImportedFields } from '../../../src/calls/ports/importPorts.ts';
import { operations } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';
import { readOpenApi } from '../../../src/imports/openApi.ts';
import { openApiText } from '../../../src/shapes/export/openApi.ts';

const path = '/api/v1/rc/advanced';

async function read(
  text: string,
): Promise<ImportedFields & { readonly operation: string | null; readonly path: string }> {
  const reading = await readOpenApi(text);
  assert.ok(reading.ok, reading.ok ? '' : plain(reading.why));
  const [found] = reading.found;
  assert.ok(found);
  return { ...found.fields(), operation: found.operation, path: found.path };
}

async function why(text: string): Promise<string> {
  const reading = await readOpenApi(text);
  assert.ok(!reading.ok);
  return plain(reading.why);
}

function described(schema: unknown, more: object = {}): string {
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'x', version: '1' },
    paths: { [path]: { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    ...more,
  });
}

test('a YAML description of 3.1 with references, allOf, choices and null', async () => {
  const found = await read(`openapi: 3.1.0
info: {title: x, version: "1"}
servers: [{url: 'https://api.example.invalid/api/v1'}]
paths:
  /rc/advanced:
    parameters: [{name: X-Tenant, in: header}]
    post:
      summary: RC
      parameters: [{name: Authorization, in: header}, {name: page, in: query}]
      requestBody: {$ref: '#/components/requestBodies/Rc'}
components:
  requestBodies:
    Rc: {content: {application/json: {schema: {$ref: '#/components/schemas/Rc'}}}}
  schemas:
    Base: {type: object, required: [consent], properties: {consent: {type: boolean, default: true}}}
    Rc:
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          required: [rc_number, vehicle]
          properties:
            rc_number: {type: [string, 'null'], description: "The number\\n on the plate"}
            kind: {enum: [a, b], default: a}
            vehicle:
              type: object
              required: [year]
              properties: {year: {type: integer}, tags: {type: array, items: {type: string}}}
            id: {type: string, readOnly: true}
            either: {oneOf: [{type: 'null'}, {type: number}]}
            list: {type: array, items: {type: object, properties: {a: {type: string}}}}
            map: {type: object, additionalProperties: {type: string}}
`);
  assert.equal(found.operation, 'rc-advanced');
  assert.deepEqual(found.fields, [
    { name: 'consent', type: 'boolean', required: true, default: 'true' },
    { name: 'rc_number', type: 'string', required: true, note: 'The number on the plate' },
    { name: 'kind', type: 'string', required: false, default: 'a', choices: ['a', 'b'] },
    { name: 'year', in: ['vehicle'], type: 'number', required: true },
    { name: 'tags', in: ['vehicle'], type: 'string-list', required: false },
    { name: 'either', type: 'number', required: false },
  ]);
  const notes = found.notes.map(plain).join('\n');
  assert.match(notes, /X-Tenant, page/);
  assert.doesNotMatch(notes, /allows several/);
  assert.match(notes, /list is an object or a list/);
  assert.match(notes, /map is an object or a list/);
});

test('Swagger 2.0, with a body and with a form', async () => {
  const swagger = (parameters: unknown[]) =>
    JSON.stringify({
      swagger: '2.0',
      basePath: '/api/v1',
      paths: { '/rc/advanced': { post: { parameters } } },
    });
  const inBody = await read(
    swagger([
      {
        in: 'body',
        name: 'body',
        schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      },
    ]),
  );
  assert.deepEqual(inBody.fields, [{ name: 'a', type: 'string', required: true }]);
  assert.equal(inBody.operation, 'rc-advanced');
  const inForm = await read(swagger([{ in: 'formData', name: 'a', type: 'integer', required: true }]));
  assert.deepEqual(inForm.fields, [{ name: 'a', type: 'number', required: true }]);
  assert.match(inForm.notes.map(plain).join(), /A form is sent as JSON/);
});

test('a version without quotes is a number, and a version all the same', async () => {
  const rest = 'paths: {/x: {post: {}}}';
  for (const version of ['swagger: 2.0', "swagger: '2.0'", 'openapi: 3.0', 'openapi: 3.1', 'openapi: 3.1.0'])
    assert.equal((await readOpenApi(`${version}\n${rest}`)).ok, true, version);
  for (const version of ['swagger: 1.2', 'openapi: 4.0', 'openapi: 3.2', 'openapi: [3.1]', 'openapi:'])
    assert.equal((await readOpenApi(`${version}\n${rest}`)).ok, false, version);
});

test('every POST operation is offered; ours are known by their path', async () => {
  const reading = await readOpenApi(
    JSON.stringify({
      openapi: '3.0.0',
      paths: {
        '/x': { post: { operationId: 'doX' }, get: {} },
        '/y': { get: {} },
        '/prefix/api/v1/email/validate/bulk/': { post: {} },
      },
    }),
  );
  assert.ok(reading.ok);
  assert.deepEqual(
    reading.found.map((one) => [one.path, one.title, one.operation]),
    [
      ['/x', 'doX', null],
      ['/prefix/api/v1/email/validate/bulk/', '', 'email-bulk'],
    ],
  );
});

test('nothing outside the file is fetched: it is named', async () => {
  for (const ref of [
    'https://evil.invalid/x.json#/a',
    '/etc/passwd',
    'other.yaml#/a',
    'file:///etc/passwd',
  ]) {
    const found = await read(
      described({ type: 'object', properties: { a: { type: 'string' }, b: { $ref: ref } } }),
    );
    assert.deepEqual(
      found.fields.map(({ name }) => name),
      ['a'],
    );
    assert.match(found.notes.map(plain).join(), /b is described in another file, which is not fetched/);
  }
});

test('schemas without an end are cut, bombs do nothing', { timeout: 60_000 }, async () => {
  const components = {
    schemas: {
      Self: {
        type: 'object',
        properties: {
          a: { type: 'string' },
          s: { $ref: '#/components/schemas/Self' },
          t: { $ref: '#/components/schemas/Self' },
        },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
      All: { allOf: [{ $ref: '#/components/schemas/All' }, { $ref: '#/components/schemas/All' }] },
    },
  };
  for (const name of ['Self', 'Loop', 'All']) {
    const found = await read(described({ $ref: `#/components/schemas/${name}` }, { components }));
    assert.ok(found.fields.length <= 60);
    assert.ok(found.notes.length > 0);
  }
  const levels = Array.from(
    { length: 12 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`,
  );
  const bomb = `openapi: 3.0.0\npaths: {}\na0: &a0 [x]\n${levels.join('\n')}\n`;
  assert.match(await why(bomb), /no POST operation/);
});

test('names that look personal, and defaults that are, stay out', async () => {
  const found = await read(
    described({
      type: 'object',
      properties: {
        'someone@example.invalid': { type: 'string' },
        pan_number: { type: 'string', default: 'ZZZXZ9999Z', description: 'such as ZZZXZ9999Z' },
        __proto__x: { type: 'string' },
      },
    }),
  );
  assert.ok(!JSON.stringify([found.fields, found.notes]).match(/someone|ZZZXZ9999Z/));
  assert.deepEqual(
    found.fields.map(({ name }) => name),
    ['pan_number', '__proto__x'],
  );
});

test('what is no description gets one sentence', async () => {
  assert.match(await why(''), /not an OpenAPI/);
  assert.match(await why('hello'), /not an OpenAPI/);
  assert.match(await why('{"openapi":"4.0.0","paths":{}}'), /not an OpenAPI/);
  assert.match(await why('{"a": ['), /neither JSON nor YAML: line 1/);
  assert.match(await why('a: [\nb'), /neither JSON nor YAML: line 2/);
  assert.match(await why('{"openapi":"3.0.0","paths":{"/x":{"get":{}}}}'), /no POST operation/);
  assert.match(await why('x'.repeat(20_000_001)), /too large/);
  for (const text of ['', '{', 'a: b: c']) assert.doesNotMatch(await why(text), /\/|\\|openapi\.yaml/);
});

/** Each level nine times the one below: 9^levels texts from a few lines. */
function laughing(levels: number): string {
  const names = 'abcdefghi'.slice(0, levels);
  return [...names]
    .map((name, at) => {
      const below = at === 0 ? 'x' : `*${names[at - 1]}`;
      return `  ${name}: &${name} [${Array(9).fill(below).join(',')}]`;
    })
    .join('\n');
}

function withAliases(aliases: string, schema: string): string {
  return `openapi: 3.1.0
info: {title: x, version: "1"}
x-parts:
${aliases}
paths:
  ${path}: {post: {requestBody: {content: {application/json: {schema: ${schema}}}}}}
`;
}

test('lists of lists as choices or defaults are no texts, and are not written out', async () => {
  const found = await read(
    withAliases(
      laughing(9),
      '{type: object, properties: {kind: {enum: [one, *i, 2]}, many: {type: array, items: {type: string}, default: [*i]}, one: {default: *i}}}',
    ),
  );
  assert.deepEqual(found.fields, [
    { name: 'kind', type: 'string', required: false, note: 'one | 2' },
    { name: 'many', type: 'string-list', required: false },
    { name: 'one', type: 'string', required: false },
  ]);
});

test('a long text that is repeated by aliases is no default', async () => {
  const { fields } = await read(
    withAliases(
      `  text: &text ${'x'.repeat(2_000)}`,
      `{type: object, properties: {a: {type: array, items: {type: string}, default: [${Array(900).fill('*text').join(',')}]}, b: {default: *text}}}`,
    ),
  );
  assert.deepEqual(
    fields.map((field) => field.default?.length),
    [undefined, 2000],
  );
});

test('parameters that an alias repeats are read to a bound, which is said', async () => {
  const text = `swagger: "2.0"
info: {title: x, version: "1"}
x-body: &body {in: body, name: b, schema: {properties: {${Array.from({ length: 200 }, (_, at) => `f${at}: {}`).join(', ')}}}}
paths:
  ${path}: {post: {parameters: [${Array(5_000).fill('*body').join(', ')}]}}
`;
  const found = await read(text);
  assert.equal(found.fields.length, 60);
  const bound = 'The description is too large to be read whole; the rest is left out.';
  assert.ok(found.notes.map(plain).includes(bound));
});

test('a choice of one kind and null is one kind, and no choice of several is told of', async () => {
  const optional = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  const either = { oneOf: [{ type: 'integer' }, { type: 'null' }, { type: 'string' }] };
  const { fields, notes } = await read(described({ type: 'object', properties: { optional, either } }));
  assert.deepEqual(
    fields.map(({ name, type }) => `${name}:${type}`),
    ['optional:string', 'either:number'],
  );
  assert.deepEqual(notes.map(plain), ['either allows several types; the first is taken.']);
});

test('a list is one of texts where nothing is said of its entries, as in what Export Observed Shapes writes', async () => {
  const found = await read(described({ type: 'object', properties: { tags: { type: 'array' } } }));
  assert.deepEqual(found, {
    ...found,
    fields: [{ name: 'tags', type: 'string-list', required: false }],
    notes: [],
  });
  const own = operations.filter(({ id }) => id === 'email-bulk');
  const { fields } = await read(openApiText({ operations: own, shapes: [], baseUrl: null }));
  assert.deepEqual(fields, [{ name: 'emails', type: 'string-list', required: false, confirmed: false }]);
});

test('a number too long to be kept exactly is no default, for it would be another one', async () => {
  const id = '{"type": "integer", "default": 12345678901234567890, "enum": [12345678901234567890, 7]}';
  const found = await read(
    described({ type: 'object', properties: { id: 0 } }).replace('"id":0', `"id":${id}`),
  );
  assert.deepEqual(found.fields, [{ name: 'id', type: 'number', required: false, note: '7' }]);
});
