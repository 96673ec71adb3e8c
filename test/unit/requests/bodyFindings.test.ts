import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById, operations } from '../../../src/contract/operations.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';
import { bodyFindings } from '../../../src/requests/bodyFindings.ts';
import { formBodySchema } from '../../../src/requests/schema.ts';

const rc = operationById('rc-advanced');
const credit = operationById('credit-report');

/** Each finding as the text it stands at and how it begins. */
function found(text: string, operation: Operation): readonly (readonly string[])[] {
  return bodyFindings(text, operation, true).map(({ offset, length, what }) => [
    text.slice(offset, offset + length),
    plain(what).split(' ').slice(0, 5).join(' '),
  ]);
}

describe('what is said of the body of a form in its editor', () => {
  it('stands at the field nobody knows of, and at the value that looks wrong', () => {
    assert.deepEqual(found('{ "rc_number": "  ", "rc": 1 }', rc), [['"rc"', 'rc is not a known']]);
    assert.deepEqual(found('{ "rc_number": "  " }', rc), [['"  "', 'Only spaces.']]);
    assert.deepEqual(
      found('{ "number": "x", "mobile": "12" }', credit).map(([at]) => at),
      ['"12"'],
    );
  });

  it('is nothing where VS Code says it: no JSON, a key that is there twice, another type', () => {
    for (const text of ['', '{', '{ "rc_number": "  ", "rc_number": "  " }', '{ "rc_number": 7 }', '[1]']) {
      assert.deepEqual(found(text, rc), [], text);
    }
  });

  it('stands in an object where the field does', () => {
    const [field] = rc.requestFields;
    assert.ok(field !== undefined);
    const nested = { ...rc, requestFields: [{ ...field, name: 'car.plate', path: ['car', 'plate'] }] };
    assert.deepEqual(
      found('{ "plate": "a", "car": { "plate": " ", "x": 1 } }', nested).map(([at]) => at),
      ['"plate"', '"x"'],
    );
    assert.deepEqual(found('{ "car": { "plate": " " } }', nested), [['" "', 'Only spaces.']]);
  });
});

interface BodySchema {
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly items?: unknown }>>;
  readonly required?: readonly string[];
  readonly defaultSnippets?: readonly { readonly bodyText: string }[];
}

function schemaOf(operation: Operation): BodySchema {
  return JSON.parse(JSON.stringify(formBodySchema(operation, plain)));
}

describe('the schema of a body', () => {
  it('names every field with its type, and what is required', () => {
    for (const operation of operations) {
      const { properties = {}, required = [] } = schemaOf(operation);
      assert.deepEqual(
        Object.entries(properties).map(([name, { type }]) => [name, type]),
        operation.requestFields.map(({ name, type }) => [name, type === 'string-list' ? 'array' : type]),
      );
      assert.deepEqual(
        required,
        operation.requestFields.filter((field) => field.required).map(({ name }) => name),
      );
    }
  });

  it('offers a body that is JSON, with a place to type in for each value, and asks for nothing', () => {
    for (const operation of operations) {
      const { bodyText = '' } = schemaOf(operation).defaultSnippets?.[0] ?? {};
      const text = bodyText.replace(/\$\d/g, '').replace(/\\([\\$}])/g, '$1');
      assert.deepEqual(Object.keys(JSON.parse(text)), schemaOf(operation).required);
      assert.doesNotMatch(bodyText, /input:/);
      const stops = [...bodyText.matchAll(/\$(\d)/g)].map(([, stop]) => stop);
      assert.equal(new Set(stops).size, stops.length);
    }
  });

  it('says nothing of fields that the user took away', () => {
    const schema = schemaOf({ ...rc, requestFields: [] });
    assert.deepEqual([schema.properties, schema.required], [undefined, undefined]);
  });
});
