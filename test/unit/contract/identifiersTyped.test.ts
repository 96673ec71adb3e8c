import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addressLines,
  normalByShape,
  normalFields,
  normalIdentifier,
  normalTyped,
  offeredChoices,
} from '../../../src/contract/identifiers.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';

function corrected(id: OperationId, ...fields: readonly object[]): Operation {
  return withRequestFields(operationById(id), readRequestFields({ [id]: fields }));
}

describe('a text of up to 320 characters', () => {
  const padded = (chars: number) => 'abcxz 0000 q'.padEnd(chars);

  it('is taken for an identifier, a longer one is left as it is', () => {
    for (const normal of [(text: string) => normalIdentifier('pan', text), normalByShape]) {
      assert.equal(normal(padded(320)), 'ABCXZ0000Q');
      assert.equal(normal(padded(321)), padded(321));
    }
  });

  it('that says by itself what it is comes in the one form of that', () => {
    for (const [text, normal] of [
      [' Some.One@Example.INVALID ', 'Some.One@example.invalid'],
      ['xx 12 ab 1234', 'XX12AB1234'],
      ['+91 98000 00000', '9800000000'],
      ['0000-1111-2222', '000011112222'],
      ['nothing of it', 'nothing of it'],
    ] as const)
      assert.equal(normalByShape(text), normal);
  });
});

describe('a list of addresses', () => {
  it('has no blank lines, whatever is typed around and between', () => {
    assert.equal(addressLines(' a@b.invalid  c@d.invalid '), 'a@b.invalid\nc@d.invalid');
    assert.equal(addressLines('a@b.invalid,\u200b,c@d.invalid'), 'a@b.invalid\nc@d.invalid');
    assert.equal(addressLines(' \n,; '), '');
  });

  it('leaves what is no address as it is', () => {
    assert.equal(addressLines('NOT One'), 'NOT One');
    assert.equal(addressLines('ABC'), 'ABC');
  });
});

describe('what is typed for a field', () => {
  const nested = ['a', 'b', 'c'];

  it('is what another field beside it says, wherever both stand', () => {
    const operation = corrected(
      'credit-report',
      { name: 'number', in: nested },
      { name: 'fetch_by', in: nested },
    );
    const fields = { 'a.b.c.number': 'abcxz 0000 q', 'a.b.c.fetch_by': 'pan' };
    const [number] = operation.requestFields;
    assert.ok(number);
    assert.equal(normalFields(operation, fields)['a.b.c.number'], 'ABCXZ0000Q');
    assert.equal(normalTyped(operation, fields, number), 'ABCXZ0000Q');
    const other = { ...fields, 'a.b.c.fetch_by': 'mobile' };
    assert.equal(normalTyped(operation, other, number), 'abcxz 0000 q');
    const elsewhere = { 'a.b.c.number': 'abcxz 0000 q', fetch_by: 'pan' };
    assert.equal(normalFields(operation, elsewhere), elsewhere);
  });

  it('is nothing where nothing is typed', () => {
    const rc = operationById('rc-advanced');
    const [field] = rc.requestFields;
    assert.ok(field);
    assert.equal(normalTyped(rc, {}, field), '');
  });

  it('stays the same object where nothing is to be changed', () => {
    for (const [operation, fields] of [
      [operationById('rc-advanced'), { rc_number: 'XX12AB1234' }],
      [operationById('rc-advanced'), { rc_number: 'no plate' }],
      [corrected('rc-advanced', { name: 'mail', check: 'emails' }), { mail: '  ' }],
      [operationById('email-bulk'), { emails: ' \n' }],
    ] as const)
      assert.equal(normalFields(operation, fields), fields);
  });
});

describe('the values that a field is assumed to take', () => {
  it('are those of the field that says what another is, and of no other', () => {
    for (const operation of operations)
      for (const field of operation.requestFields)
        assert.deepEqual(
          offeredChoices(operation, field),
          field.name === 'fetch_by' ? ['mobile', 'pan'] : [],
          field.name,
        );
  });

  it('are so wherever it stands, where it is a text', () => {
    const choices = (field: object) => {
      const operation = corrected('credit-report', field);
      return operation.requestFields.map((one) => offeredChoices(operation, one));
    };
    assert.deepEqual(choices({ name: 'fetch_by', in: ['a', 'b', 'c'] }), [['mobile', 'pan']]);
    assert.deepEqual(choices({ name: 'other', in: ['fetch_by', 'fetch_by'] }), [[]]);
    assert.deepEqual(choices({ name: 'fetch_by', type: 'number' }), [[]]);
  });
});
