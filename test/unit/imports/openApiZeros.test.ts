import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOpenApi } from '../../../src/imports/openApi.ts';

const description = (field: string): string => `openapi: 3.0.0
info: { title: t, version: '1' }
paths:
  /api/v1/rc/advanced:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                state_code: ${field}
`;

/** A text that YAML read as a number is another by now, as one too large to be exact is. */
for (const [what, field, written] of [
  ['choices with a leading zero', '{ type: string, enum: [01, 02, 10] }', ['01', '02', '10']],
  ['choices with places', '{ type: string, enum: [1.0, 2.0] }', ['1.0', '2.0']],
  ['a default with a leading zero', '{ type: string, default: 01 }', ['01']],
] as const)
  test(`of texts that YAML without quotes took for numbers, none is offered that nobody wrote: ${what}`, async () => {
    const read = await readOpenApi(description(field));
    assert.ok(read.ok);
    const [state] = read.found[0]?.fields().fields ?? [];
    assert.equal(state?.type, 'string');
    const offered = [...(state.choices ?? []), ...(state.default === undefined ? [] : [state.default])];
    const isWritten = (one: string): boolean => written.some((text) => text === one);
    assert.deepEqual(
      offered.filter((one) => !isWritten(one)),
      [],
    );
  });

async function fieldOf(text: string) {
  const read = await readOpenApi(text);
  assert.ok(read.ok);
  const { fields, notes } = read.found[0]?.fields() ?? assert.fail('nothing was found');
  assert.deepEqual(notes, []);
  return fields;
}

for (const [field, type, choices, start] of [
  [
    '{ type: string, enum: [01, True, 0x1F, 1e3, .5, 12345678901234567890, ok], default: 01 }',
    'string',
    ['01', 'True', '0x1F', '1e3', '.5', '12345678901234567890', 'ok'],
    '01',
  ],
  ['{ type: string, const: 007 }', 'string', ['007'], undefined],
  ['{ type: string, oneOf: [{ const: 01 }, { const: 02 }] }', 'string', ['01', '02'], undefined],
  [
    '{ type: array, items: { type: string }, default: [01, No, FALSE] }',
    'string-list',
    undefined,
    '01\nNo\nFALSE',
  ],
  // A number or a truth is the same one however it was written.
  ['{ type: integer, enum: [01, 2.0], default: 0x10 }', 'number', ['1', '2'], '16'],
  ['{ enum: [1.0, 2.0] }', 'number', ['1', '2'], undefined],
  ['{ type: boolean, default: True }', 'boolean', undefined, 'true'],
] as const)
  test(`what YAML without quotes makes of a text and of a number: ${field}`, async () => {
    const [found] = await fieldOf(description(field));
    assert.deepEqual([found?.type, found?.choices, found?.default], [type, choices, start]);
  });

test('names are texts, words of a description are what YAML takes them for, and dates are as they were written', async () => {
  const text = description('{ type: string }').replace(
    'state_code: { type: string }',
    `01: { type: string, enum: [2026-01-02, !!str 3] }
                1.0: { type: string, readOnly: True }
                <<: { 007: { type: string } }`,
  );
  const names = (
    await fieldOf(text.replace('type: object', 'type: object\n              required: !!set { x }'))
  ).map(({ name, choices }) => [name, choices]);
  assert.deepEqual(names, [
    ['01', ['2026-01-02', '3']],
    ['007', undefined],
  ]);
});

test('what is merged into a list of fields are fields of it', async () => {
  const text = description('{ type: string }').replace(
    'state_code:',
    '<<: { city: { type: string } }\n                state_code:',
  );
  assert.deepEqual((await fieldOf(text)).map(({ name }) => name).sort(), ['city', 'state_code']);
});
