import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskAt, maskedInput, maskKindFor, requestMaskAt } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';

const rc = operationById('rc-advanced');
/** A path of so many keys that ends with this one. */
const deep = (keys: number, last: string): readonly string[] => [...Array<string>(keys - 1).fill('a'), last];
function corrected(...fields: readonly object[]): Operation {
  return withRequestFields(rc, readRequestFields({ 'rc-advanced': fields }));
}

describe('how a field is masked', () => {
  it('is what the documents say of it, whatever its name says', () => {
    const [field] = rc.assumedFields;
    assert.ok(field);
    const documented = { ...rc, assumedFields: [{ ...field, name: 'color', mask: 'all' as const }] };
    assert.equal(maskKindFor(documented, 'color'), 'all');
    assert.equal(maskKindFor(rc, 'color'), null);
  });

  it('of the result is said by the documents for the result alone', () => {
    const said = ['response_metadata', 'masked_owner_name'];
    assert.equal(maskAt(rc, ['data', 'result', ...said]), undefined);
    for (const around of [
      ['data', 'other'],
      ['other', 'result'],
      ['data', 'x', 'result'],
    ])
      assert.equal(maskAt(rc, [...around, ...said]), 'all', around.join('.'));
  });

  it('of an answer nested very deep is said by its last key, taken as one name', () => {
    assert.equal(maskAt(rc, deep(33, 'name')), 'all');
    assert.equal(maskAt(rc, deep(33, 'color')), undefined);
    assert.equal(maskAt(rc, deep(32, 'file.name')), 'all');
    assert.equal(maskAt(rc, deep(33, 'file.name')), undefined);
  });

  it('of a request nested very deep is said in the same way', () => {
    assert.equal(requestMaskAt(rc, deep(33, 'name')), 'all');
    assert.equal(requestMaskAt(rc, deep(33, 'color')), undefined);
    assert.equal(requestMaskAt(rc, deep(32, 'file.name')), 'all');
    assert.equal(requestMaskAt(rc, deep(33, 'file.name')), undefined);
  });

  it('of a request is said by its key, not by those around it', () => {
    assert.equal(requestMaskAt(rc, ['service', 'name']), 'all');
    assert.equal(requestMaskAt(rc, ['name', 'service']), undefined);
  });

  it('is what a field in the settings says, at its own place alone', () => {
    const operation = corrected({ name: 'colour', in: ['car'], personal: 'all' });
    assert.notEqual(requestMaskAt(operation, ['car', 'colour']), undefined);
    assert.equal(requestMaskAt(operation, ['colour']), undefined);
    assert.equal(requestMaskAt(operation, ['carcolour']), undefined);
  });
});

describe('an input in one line', () => {
  it('tells of a list how many values it has', () => {
    const operation = corrected({ name: 'persons', type: 'string-list', personal: 'all' });
    for (const [persons, shown] of [
      [['A'], '1 value'],
      [['A', 'B'], '2 values'],
      [[], '0 values'],
    ] as const)
      assert.equal(maskedInput(operation, JSON.stringify({ persons })), shown);
  });
});
