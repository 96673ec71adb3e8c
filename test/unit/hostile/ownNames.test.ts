import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  columnsToRemember,
  guessFieldColumns,
  isComplete,
  rememberedColumns,
} from '../../../src/calls/batch/columns.ts';
import { bodyOfRows, fieldsOf, flawsOf, maskedRow, repeatText } from '../../../src/calls/batch/rows.ts';
import { lookupChoices } from '../../../src/calls/lookups/lookupChoices.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { Operation, RequestField } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';
import { readRequestFile } from '../../../src/requests/requestFile.ts';
import { environmentOf, resolveBody } from '../../../src/requests/resolve.ts';

/** What every object answers to. */
const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

function field(name: string): RequestField {
  const [first] = operationById('rc-advanced').requestFields;
  assert.ok(first);
  return { ...first, name, label: name, path: [name], check: null, required: true };
}

const operation: Operation = { ...operationById('rc-advanced'), requestFields: inherited.map(field) };

describe('names that every object has', () => {
  it('are no variables of the environment', () => {
    for (const name of inherited) {
      const read = readRequestFile(
        JSON.stringify({ operation: 'rc-advanced', body: { rc_number: `\${env:${name}}` } }),
      );
      assert.ok(read.ok);
      const [{ reading }] = read.entries;
      assert.ok(reading.ok);
      const sources = { inputs: new Map(), env: environmentOf({}) };
      const resolved = resolveBody(reading.request, operationById('rc-advanced'), sources);
      assert.ok(!resolved.ok, name);
      assert.equal(
        plain(resolved.why),
        `The environment variable ${name} is not set where this extension runs.`,
      );
    }
  });

  it('are request fields like any other in a batch', () => {
    assert.equal(isComplete(operation, {}), false);
    const map = guessFieldColumns(operation, inherited);
    assert.equal(isComplete(operation, map), true);
    assert.deepEqual(rememberedColumns(operation, inherited.length, columnsToRemember(map)), map);
    const cells = inherited.map((name) => `of ${name}`);
    const fields = fieldsOf(cells, map);
    assert.deepEqual(Object.values(fields), cells);
    assert.deepEqual(
      Object.entries(JSON.parse(bodyOfRows(operation, [fields]))),
      inherited.map((name) => [name, `of ${name}`]),
    );
  });

  it('are missing where nobody gave them', () => {
    assert.equal(flawsOf(operation, {}).length, inherited.length);
    const empty = Object.fromEntries(inherited.map((name) => [name, '']));
    assert.equal(repeatText(operation, {}), repeatText(operation, empty));
    assert.doesNotMatch(bodyOfRows(operation, [{}]), /native code/);
    assert.doesNotMatch(maskedRow(operation, {}), /native code/);
    for (const choice of lookupChoices('HR00DK1234', [operation])) {
      assert.doesNotMatch(JSON.stringify(choice.fields), /native code/);
    }
  });
});
