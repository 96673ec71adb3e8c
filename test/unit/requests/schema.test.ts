import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations } from '../../../src/contract/operations.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';
import { readRequestFile } from '../../../src/requests/requestFile.ts';
import { requestFileSchema } from '../../../src/requests/schema.ts';

interface Snippet {
  readonly label: string;
  readonly bodyText: string;
}

interface Field {
  readonly type: unknown;
  readonly markdownDescription: string;
  readonly defaultSnippets: readonly Snippet[];
}

interface Schema {
  readonly defaultSnippets: readonly Snippet[];
  readonly properties: { readonly operation: { readonly enum: readonly string[] } };
  readonly allOf: readonly {
    readonly if: { readonly properties: { readonly operation: { readonly const: string } } };
    readonly then: {
      readonly properties: {
        readonly body: { readonly properties?: Readonly<Record<string, Field>>; readonly required?: unknown };
      };
    };
  }[];
}

function schemaOf(list: readonly Operation[]): Schema {
  return JSON.parse(JSON.stringify(requestFileSchema(list, plain)));
}

/** What a snippet leaves in the editor when it is taken as it is. */
function inserted({ bodyText }: Snippet): string {
  return bodyText.replace(/\$0/g, '').replace(/\\([\\$}])/g, '$1');
}

describe('the schema of request files', () => {
  const schema = schemaOf(operations);

  it('knows every operation and every request field, what it is and how sure that is', () => {
    const ids = operations.map(({ id }) => id);
    assert.deepEqual(schema.properties.operation.enum, ids);
    assert.deepEqual(
      schema.allOf.map((rule) => rule.if.properties.operation.const),
      ids,
    );
    for (const [index, operation] of operations.entries()) {
      const fields = schema.allOf[index]?.then.properties.body.properties ?? {};
      assert.deepEqual(
        Object.keys(fields),
        operation.requestFields.map(({ name }) => name),
      );
      for (const field of operation.requestFields) {
        const words = fields[field.name]?.markdownDescription ?? '';
        assert.match(words, field.required ? /required/ : /optional/);
        assert.match(words, /assumed: .*documents no request fields/);
      }
    }
  });

  it('forbids no body: what is required is a word, not a rule', () => {
    for (const rule of schema.allOf) {
      const { body } = rule.then.properties;
      assert.equal('required' in body || 'additionalProperties' in body || 'type' in body, false);
    }
  });

  it('offers whole files that can be read', () => {
    assert.equal(schema.defaultSnippets.length, operations.length);
    for (const snippet of schema.defaultSnippets) {
      assert.equal(readRequestFile(inserted(snippet)).ok, true, snippet.bodyText);
    }
  });

  it('follows the fields as the user says they are', () => {
    const [operation] = operations;
    const [field] = operation?.requestFields ?? [];
    assert.ok(operation !== undefined && field !== undefined);
    const own = {
      ...field,
      name: 'owner.age',
      path: ['owner', 'age'],
      label: 'Age',
      type: 'number' as const,
      assumed: 'stated-by-user' as const,
      note: 'in *years*',
    };
    const [rule] = schemaOf([{ ...operation, requestFields: [own] }]).allOf;
    const text = JSON.stringify(rule?.then.properties.body.properties);
    const fields: Readonly<Record<string, { readonly properties: Readonly<Record<string, Field>> }>> =
      JSON.parse(text);
    const age = fields.owner?.properties.age;
    assert.deepEqual(age?.type, ['number', 'string']);
    assert.match(age?.markdownDescription ?? '', /stated by you[\s\S]*in \\\*years\\\*/);
    const choosing = { ...own, choices: ['1', '2.5'], example: '1' };
    const [chosen] = schemaOf([{ ...operation, requestFields: [choosing] }]).allOf;
    const at = JSON.parse(JSON.stringify(chosen?.then.properties.body.properties)).owner.properties.age;
    assert.match(at.markdownDescription, /Choices: 1, 2\.5$/);
    assert.deepEqual(at.defaultSnippets.slice(0, 2), [
      { label: '1', body: '^1' },
      { label: '2.5', body: '^2.5' },
    ]);
    assert.equal(
      schemaOf([{ ...operation, requestFields: [] }]).allOf[0]?.then.properties.body.properties,
      undefined,
    );
  });
});
