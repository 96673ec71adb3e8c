import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintsFor } from '../../../src/contract/hints.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';

test('no assumed field says anything of itself but its label and its example', () => {
  for (const { requestFields } of operations)
    for (const { note, name } of requestFields) assert.equal(note, '', name);
});

test('examples show how an input is written, and can be nobody’s', () => {
  const examples = (id: Parameters<typeof operationById>[0]) =>
    Object.fromEntries(operationById(id).requestFields.map(({ name, example }) => [name, example]));
  assert.deepEqual(examples('credit-report'), {
    number: '0000000000',
    fetch_by: 'mobile',
    mobile: '0000000000',
    name: 'Invented Person',
  });
  assert.deepEqual(examples('rc-advanced'), { rc_number: 'ZZ99ZZ9999' });
  for (const operation of operations)
    for (const hint of hintsFor(operation, examples(operation.id)))
      if (hint.field !== 'emails') assert.equal(hint.kind, 'warning', `${operation.id} ${hint.field}`);
});

test('of a credit report the identifier alone is required', () => {
  const required = operationById('credit-report').requestFields.filter((field) => field.required);
  assert.deepEqual(
    required.map(({ name }) => name),
    ['number'],
  );
});
