import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import {
  readRequestFields,
  settingOf,
  valuesForFields,
  withRequestFields,
} from '../../../src/contract/requestFields.ts';
import { type OperationId, plain } from '../../../src/contract/words.ts';

const problems = (value: unknown) => readRequestFields(value).problems.map(plain);
const names = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `f${at}` }));
const corrected = (id: OperationId, fields: readonly object[]) =>
  withRequestFields(operationById(id), readRequestFields({ [id]: fields }));

describe('what is wrong with the request fields of the settings', () => {
  it('is nothing where there are none', () => {
    for (const value of [undefined, null, {}]) assert.deepEqual(problems(value), []);
  });

  it('is said of the setting as a whole, of an operation, of an entry', () => {
    for (const [value, says] of [
      [[], 'The request fields in the settings are not an object of operations; the assumed ones are used.'],
      [
        { nonsense: [] },
        'Request fields are set for "nonsense", which is not an operation; the operations are rc-advanced, credit-report, aadhaar-pan-link, email-bulk.',
      ],
      [
        { 'rc-advanced': 'x' },
        'The request fields of rc-advanced in the settings are not a list; the assumed ones are used.',
      ],
      [
        { 'rc-advanced': [{ name: 'x' }, { name: 'x' }] },
        'Request field rc-advanced #2 "x" is left out: "x" already exists.',
      ],
      [
        { 'rc-advanced': [{ name: 'x' }, { name: 'y', in: ['x'] }] },
        'Request field rc-advanced #2 "y" is left out: "x" is a value and "x.y" needs an object in the same place.',
      ],
      [
        { 'credit-report': [{ name: 'consent', personal: 'yes' }] },
        'Request field credit-report #1 "consent" is left out: its personal is not one of last4, first2last2, email, all, none.',
      ],
    ] as const)
      assert.deepEqual(problems(value), [says]);
  });

  it('shows sixty characters of a name at most', () => {
    const of = (chars: number) => problems({ ['n'.repeat(chars)]: [] }).join();
    assert.ok(of(60).includes(`"${'n'.repeat(60)}"`));
    assert.ok(of(61).includes(`"${'n'.repeat(60)}…"`));
  });

  it('is more than sixty fields, of which the first sixty are used', () => {
    assert.deepEqual(problems({ 'rc-advanced': names(60) }), []);
    assert.deepEqual(problems({ 'rc-advanced': names(61) }), [
      'The settings have more than 60 request fields for rc-advanced; the others are left out.',
    ]);
    assert.deepEqual(
      corrected('rc-advanced', names(62)).requestFields.map(({ name }) => name),
      names(60).map(({ name }) => name),
    );
  });
});

describe('request fields as the setting holds them', () => {
  it('say all that was said of them, and nothing of what was not', () => {
    const full = {
      ...{ name: 'x', in: ['a', 'b'], label: 'Some', type: 'string-list', required: true },
      ...{ default: 'one\ntwo', check: 'emails', note: 'Why', personal: 'email', confirmed: true },
    };
    const bare = {
      ...{
        name: 'y',
        in: ['a'],
        label: 'y',
        type: 'string',
        required: false,
        personal: 'none',
        confirmed: false,
      },
    };
    assert.deepEqual(settingOf(corrected('rc-advanced', [full, bare]).requestFields), [full, bare]);
  });
});

describe('values for corrected fields', () => {
  it('go by name before they go by what a field is checked for', () => {
    const operation = corrected('aadhaar-pan-link', [{ name: 'pan_number', check: 'aadhaar' }]);
    const given = { pan_number: 'P', aadhaar_number: 'A' };
    assert.deepEqual(valuesForFields(operation, given), { pan_number: 'P' });
    assert.deepEqual(valuesForFields(operation, { aadhaar_number: 'A' }), { pan_number: 'A' });
  });

  it('are all lines for a list, and the first one for anything else', () => {
    const given = { emails: 'a@b.example\nc@d.example' };
    const list = corrected('email-bulk', [{ name: 'all', type: 'string-list', check: 'emails' }]);
    assert.deepEqual(valuesForFields(list, given), { all: given.emails });
    const one = corrected('email-bulk', [{ name: 'one', check: 'emails', type: 'string' }]);
    assert.deepEqual(valuesForFields(one, given), { one: 'a@b.example' });
  });

  it('are none that every object inherits', () => {
    assert.deepEqual(valuesForFields(corrected('rc-advanced', [{ name: 'toString' }]), {}), {});
  });
});
