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
