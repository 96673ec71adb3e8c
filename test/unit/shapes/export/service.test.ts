import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { documentedCode, documentedCodes } from '../../../../src/contract/documentedCodes.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import { plain } from '../../../../src/contract/words.ts';
import { magicInputs } from '../../../../src/sandbox/magic.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { typeNames, valueName } from '../../../../src/shapes/export/names.ts';
import { learnedTrees } from '../../../../src/shapes/export/trees.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { handlerOf } from '../../../../src/snippets/responseHandler.ts';
import { responseHandler, snippet } from '../../../../src/snippets/snippets.ts';
import { MemoryShapes } from '../../../support/memoryShapes.ts';
import { type Lessons, lessons, place } from './taught.ts';
import { compiled, evaluated, folderInside, openApiFaults, validatorOf } from './tools.ts';

const codes = magicInputs.filter(({ fault }) => fault === null).map(({ id }) => id);
const ids = [...codes, 'rate-limited-short', 'unknown-code', 'deviations', 'exact-text', 'deep'];

/** Names of the exported types by operation, side and code. */
function namesOf({ shapes }: Lessons): ReadonlyMap<string, string> {
  const trees = operations.flatMap((operation) => learnedTrees(operation, shapes));
  const names = typeNames(trees);
  return new Map(
    trees.map((tree) => [`${tree.operation.id} ${tree.side} ${tree.code}`, names.of(tree)] as const),
  );
}

const formats = ['json-schema', 'typescript', 'zod', 'openapi'] as const;

describe('what a service taught', () => {
  const folder = folderInside();

  it('validates, compiles and evaluates: each answer is accepted by each export of its code', async (t) => {
    const taught = await lessons(t, ids, 12);
    const { shapes, bodies } = taught;
    const wanted = { operations, shapes, baseUrl: 'https://service.example/prefix/' };
    const [schema, typescript, zod, openApi] = formats.map((format) => shapeWriter.export(format, wanted));
    assert.ok(schema && typescript && zod && openApi);
    const files = {
      'observed.ts': typescript,
      'observed.zod.ts': zod,
      'call.ts': snippet('typescript', { ...call, learned: shapes }).text,
      'handler.ts': responseHandler(shapes.filter(({ operation }) => operation === 'email-bulk')),
    };
    const globals = {
      'globals.d.ts':
        'declare function fetch(url: string, options: object): Promise<Response>;\ninterface Response { readonly status: number; text(): Promise<string>; }\ndeclare const AbortSignal: { timeout(ms: number): unknown };\ndeclare const process: { readonly env: Readonly<Record<string, string>> };\ndeclare const console: { log(...all: unknown[]): void };\n',
    };
    assert.equal(compiled(folder, { ...files, ...globals }), '');
    assert.equal(await openApiFaults(openApi), null);
    const modules = await evaluated(join(folder, 'observed.zod.ts'));
    const names = namesOf(taught);
    const document = JSON.parse(openApi);
    assert.deepEqual(document.servers, [{ url: 'https://service.example/prefix' }]);
    const { responses } = document.paths['/api/v1/email/validate/bulk'].post;
    const short = { code: null, documented: true, observed: 1 };
    assert.deepEqual(responses[429]['x-codes'][1], short);
    const verified = bodies.filter(({ operation, code }) => operation === 'email-bulk' && code === 'OK');
    assert.equal(responses[200]['x-codes'][0].observed, verified.length);
    // A code the documents do not list: its HTTP status is not known.
    assert.equal(responses.default['x-codes'][0].documented, false);
    const byName = new Map<string, { readonly accepts: (body: unknown) => boolean }[]>();
    for (const { operation, code, body } of bodies) {
      const name = names.get(`${operation} answer ${code}`) ?? '';
      const schemaOfCode = modules[valueName(name)];
      assert.ok(schemaOfCode instanceof z.ZodType, `${operation} ${code}`);
      const found =
        byName.get(name) ??
        [
          { accepts: validatorOf(JSON.parse(schema), `#/$defs/${name}`) },
          { accepts: validatorOf(document.components.schemas[name]) },
          { accepts: (one: unknown) => schemaOfCode.safeParse(one).success },
        ].map(({ accepts }) => ({ accepts: (one: unknown) => accepts(one) === true }));
      byName.set(name, found);
      for (const { accepts } of found) assert.ok(accepts(body), name);
      if (documentedCode(code) === undefined) continue;
      for (const { accepts } of found) assert.ok(!accepts({ ...Object(body), message_code: 7 }), name);
    }
    assert.ok(byName.size > 60, String(byName.size));
  });

  it('says at the head of each export of a sandbox that its answers are invented, and of no other', async (t) => {
    const { shapes } = await lessons(t, ['ok'], 2);
    const said = /Learned of a sandbox, whose answers are invented/;
    for (const format of formats) {
      const wanted = { operations, shapes, baseUrl: null };
      const text = shapeWriter.export(format, { ...wanted, simulated: true });
      assert.match(text.slice(0, 400), said, format);
      assert.doesNotMatch(shapeWriter.export(format, { ...wanted, simulated: false }), said, format);
    }
  });

  it('leaves no text of an input in an export, a document or the response handler', async (t) => {
    const { shapes, texts } = await lessons(t, ids, 25);
    const all = [
      ...formats.map((format) => shapeWriter.export(format, { operations, shapes, baseUrl: null })),
      ...operations.map(({ id }) =>
        handlerOf(
          [],
          shapes.filter(({ operation }) => operation === id),
        ),
      ),
      ...shapes.map(({ operation: id, code }) => {
        const operation = operations.find((one) => one.id === id);
        assert.ok(operation !== undefined);
        const own = shapes.filter((one) => one.operation === id && one.code === code);
        return shapeWriter.document({
          operation,
          code,
          place,
          shapes: own,
          asOf: null,
          counts: true,
          beside: {},
          say: plain,
        });
      }),
    ].join('\n');
    const own = texts.filter((text) => text.length > 3 && text !== 'text');
    assert.ok(own.length > 120, String(own.length));
    assert.deepEqual(
      own.filter((text) => all.includes(text)),
      [],
    );
    assert.doesNotMatch(all, /nowhere\.example|ZZ99ZZ|ZZZXZ/);
  });
});

const call = {
  operation: operationById('email-bulk'),
  url: 'https://service.example/api',
  body: '{"emails":[]}',
  masked: false,
  deadlineMs: 60_000,
} as const;

describe('OpenAPI of what is documented alone', () => {
  const text = shapeWriter.export('openapi', { operations, shapes: [], baseUrl: null });
  const document = JSON.parse(text);

  it('is valid and has the four operations with every documented status and code', async () => {
    assert.equal(await openApiFaults(text), null);
    assert.deepEqual(
      Object.keys(document.paths),
      operations.map(({ path }) => path),
    );
    const statuses = [...new Set(documentedCodes.map(({ http }) => String(http)))].sort();
    for (const { path, shortRateLimitBody, id } of operations) {
      const { responses, requestBody } = document.paths[path].post;
      assert.deepEqual(Object.keys(responses), statuses);
      const limited = responses[429];
      assert.equal(
        limited.headers['Retry-After'].schema['x-documented'],
        'present; unit and format are not shown',
      );
      const refs: readonly { readonly $ref: string }[] = limited.content['application/json'].schema.anyOf ?? [
        limited.content['application/json'].schema,
      ];
      assert.equal(
        refs.some(({ $ref }) => $ref.endsWith('Short429')),
        shortRateLimitBody,
        id,
      );
      const request =
        document.components.schemas[requestBody.content['application/json'].schema.$ref.split('/').at(-1)];
      assert.match(request.description, /The documents do not show the request/);
      assert.equal(request.required, undefined);
    }
  });

  it('demands what the documents say of each code, and says what they do not show', () => {
    const { schemas } = document.components;
    const accepts = (name: string, body: unknown) => validatorOf(schemas[name])(body);
    const free = {
      status: 'FAILED',
      status_code: 422,
      charged: false,
      success: false,
      message_code: 'INVALID_INPUT',
    };
    const message = 'The request could not be accepted. Check the parameters and try again.';
    assert.ok(accepts('RcAdvancedInvalidInput', { ...free, message }));
    assert.ok(!accepts('RcAdvancedInvalidInput', { ...free, message, charged: true }));
    assert.ok(!accepts('RcAdvancedInvalidInput', free));
    assert.ok(
      accepts('EmailBulkShort429', {
        success: false,
        message: 'Rate limit exceeded. Please try again later.',
        data: null,
      }),
    );
    const result = schemas.RcAdvancedOk.properties.data.properties.result.properties;
    assert.deepEqual(result.permit_issue_date, {
      'x-documented': { type: 'nullable, else not shown', presence: 'always' },
    });
    assert.equal(schemas.EmailBulkOk.properties.data.properties.result.properties, undefined);
    assert.match(schemas.EmailBulkOk.description, /do not show the result/);
    assert.equal(document.paths['/api/v1/rc/advanced'].post['x-documented'].limits.perMinute, 'not shown');
  });
});

describe('a corpus of personal values, in every place of an answer,', () => {
  it('is in no export and no document: not as values, keys, enumerations or codes', () => {
    const operation = operationById('credit-report');
    const memory = new MemoryShapes();
    const corpus: string[] = [];
    const family = ['Vermani', 'Choudhary', 'Lakshmanan', 'Patwardhan', 'Bhutia'];
    for (let n = 0; n < 200; n += 1) {
      const name = `Ashalata${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))} ${family[n % 5]}`;
      const mail = `${name.replace(' ', '.').toLowerCase()}@nowhere.example`;
      const mobile = String(9_000_000_000 + n * 7919);
      const home = `${n} ${family[n % 5]} Galli`;
      corpus.push(name, mail, mobile, home, name.toLowerCase().replace(' ', '_'));
      const inner = { [mail]: 1, [name]: mobile, [mobile]: [mail], note: name, state: home, kind: name };
      const result = {
        name,
        number: mobile,
        credit_report: [inner, { [name.toLowerCase().replace(' ', '_')]: true }],
      };
      const answer = JSON.stringify({
        message: name,
        message_code: n % 3 === 0 ? name : 'OK',
        data: { result },
      });
      const request = JSON.stringify({ name, mobile });
      const reading = readAnswer(operation, { status: 200 }, answer);
      const taught = observed({ operation, request, reading, answer, headers: [], receivedAt: n });
      memory.learn({ operation: operation.id, place, input: String(n), at: n }, taught);
    }
    const shapes = memory.all();
    const all = [
      ...formats.map((format) => shapeWriter.export(format, { operations, shapes, baseUrl: null })),
      handlerOf([], shapes),
      ...shapes.map(({ code }) =>
        shapeWriter.document({
          ...{ operation, code, place, shapes: shapes.filter((one) => one.code === code) },
          ...{ asOf: null, counts: true, beside: {}, say: plain },
        }),
      ),
    ]
      .join('\n')
      .toLowerCase();
    assert.match(all, /credit_report/);
    assert.deepEqual(
      corpus.filter((one) => all.includes(one.toLowerCase())),
      [],
    );
    assert.doesNotMatch(all, /ashalata|vermani|choudhary|lakshmanan|patwardhan|bhutia|galli|nowhere/);
  });
});
