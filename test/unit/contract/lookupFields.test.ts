import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaultLookupFields,
  documentedFields,
  readLookupFields,
} from '../../../src/contract/lookupFields.ts';
import { operations } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';

test('the defaults are documented fields, three at most, and none where the documents show no result', () => {
  for (const { id } of operations) {
    const known = documentedFields(id);
    const chosen = defaultLookupFields[id];
    assert.ok(chosen.length <= 3);
    assert.deepEqual(
      chosen.filter((name) => known?.includes(name) !== true),
      [],
      id,
    );
  }
});

test('without a setting the defaults hold and nothing is said', () => {
  for (const value of [undefined, null, {}]) {
    assert.deepEqual(readLookupFields(value), { fields: defaultLookupFields, problems: [] });
  }
});

test('an operation that is set has its fields, the others keep their defaults', () => {
  const { fields, problems } = readLookupFields({
    'rc-advanced': ['fuel_type', ' color '],
    'email-bulk': ['total'],
  });
  assert.deepEqual(fields['rc-advanced'], ['fuel_type', 'color']);
  assert.deepEqual(fields['email-bulk'], ['total']);
  assert.deepEqual(fields['credit-report'], defaultLookupFields['credit-report']);
  assert.deepEqual(problems, []);
});

test('a name the documents do not list is used, and said', () => {
  const { fields, problems } = readLookupFields({ 'rc-advanced': ['rc_status', 'colour'] });
  assert.deepEqual(fields['rc-advanced'], ['rc_status', 'colour']);
  assert.deepEqual(problems.map(plain), [
    'lookupFields: colour is not among the documented fields of rc-advanced. It is shown where an answer has it.',
  ]);
});

const bad: readonly (readonly [what: string, value: unknown, says: RegExp])[] = [
  ['a list', [], /is not an object of operations/],
  ['a text', 'rc_status', /is not an object of operations/],
  ['an operation there is not', { passport: ['name'] }, /passport is not an operation\. Use: rc-advanced, /],
  ['a text for a list', { 'rc-advanced': 'rc_status' }, /rc-advanced needs a list of field names/],
  ['a number for a name', { 'rc-advanced': [7, 'color'] }, /every field of rc-advanced is a name in quotes/],
  ['four names', { 'rc-advanced': ['color', 'rc_status', 'maker_model', 'fuel_type'] }, /more than 3 fields/],
];
for (const [what, value, says] of bad) {
  test(`${what} is one sentence, and the rest holds`, () => {
    const { fields, problems } = readLookupFields(value);
    assert.equal(problems.length, 1);
    assert.match(problems.map(plain).join(), says);
    assert.ok(fields['rc-advanced'].length >= 1 && fields['rc-advanced'].length <= 3);
  });
}

test('three fields are no problem, and each unknown one is named', () => {
  assert.deepEqual(readLookupFields({ 'rc-advanced': ['color', 'rc_status', 'maker_model'] }).problems, []);
  assert.deepEqual(readLookupFields({ 'rc-advanced': ['one', 'two'] }).problems.map(plain), [
    'lookupFields: one, two is not among the documented fields of rc-advanced. It is shown where an answer has it.',
  ]);
});

test('a blank name is left out, and said', () => {
  const { fields, problems } = readLookupFields({ 'rc-advanced': ['color', ' '] });
  assert.deepEqual(fields['rc-advanced'], ['color']);
  assert.match(problems.map(plain).join(), /every field of rc-advanced is a name in quotes/);
});

test('sixty characters of a name are shown at most', () => {
  const said = (chars: number) =>
    readLookupFields({ ['n'.repeat(chars)]: [] })
      .problems.map(plain)
      .join();
  assert.ok(said(60).startsWith(`lookupFields: ${'n'.repeat(60)} is not an operation.`));
  assert.ok(said(61).startsWith(`lookupFields: ${'n'.repeat(60)}… is not an operation.`));
});
