import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations } from '../../../src/contract/operations.ts';
import { isRequestField, readField } from '../../../src/contract/requestField.ts';
import type { RequestField } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';

function fieldOf(raw: object): RequestField {
  const read = readField(raw, 'place');
  assert.ok(isRequestField(read), isRequestField(read) ? '' : plain(read));
  return read;
}
function problemOf(raw: unknown): string | null {
  const read = readField(raw, 'rc-advanced #2');
  return isRequestField(read) ? null : plain(read);
}
const x = (more: object): RequestField => fieldOf({ name: 'x', ...more });

describe('a request field of the settings', () => {
  it('that says nothing but its name is a text of somebody', () => {
    assert.deepEqual(fieldOf({ name: 'x' }), {
      ...{ name: 'x', path: ['x'], label: 'x', type: 'string', required: false, default: null },
      ...{ assumed: 'plain', mask: 'all', check: null, example: 'text', note: '' },
    });
  });

  it('is what it says', () => {
    const said = {
      ...{ name: 'x', in: ['a'], label: 'Some', type: 'number', required: true, default: 5 },
      ...{ confirmed: true, personal: 'none', check: 'pan', note: 'Why' },
    };
    assert.deepEqual(fieldOf(said), {
      ...{ name: 'a.x', path: ['a', 'x'], label: 'Some', type: 'number', required: true, default: '5' },
      ...{ assumed: 'stated-by-user', mask: null, check: 'pan', example: '0', note: 'Why' },
    });
  });

  it('is what an assumed field of its name is, whichever operation assumes that', () => {
    for (const { requestFields } of operations)
      for (const { name, label, type, mask, check, example, assumed } of requestFields) {
        const read = fieldOf({ name, in: ['outer'] });
        assert.deepEqual(
          [read.label, read.type, read.mask, read.check, read.example, read.assumed],
          [label, type, mask, check, example, assumed],
        );
      }
    const names = operations.flatMap(({ requestFields }) => requestFields.map(({ name }) => name));
    assert.equal(new Set(names).size, names.length);
  });

  it('has the label it is given, on one line and up to five hundred characters long, else its last key', () => {
    const label = (text: unknown) => x({ in: ['outer', 'inner'], label: text }).label;
    assert.equal(label(' two\nlines\u0007 '), 'two lines');
    assert.equal(label('y'.repeat(500)), 'y'.repeat(500));
    assert.equal(label('y'.repeat(501)), `${'y'.repeat(500)}…`);
    for (const none of [undefined, '', ' \n', 5]) assert.equal(label(none), 'x');
    assert.equal(fieldOf({ name: 'pan_number', label: 'Mine' }).label, 'Mine');
  });

  it('has an example of its type, else of what it is checked for', () => {
    const pan = fieldOf({ name: 'pan_number' }).example;
    assert.match(pan, /^[A-Z]{5}\d{4}[A-Z]$/);
    assert.equal(x({ check: 'pan' }).example, pan);
    assert.equal(x({ type: 'number', check: 'pan' }).example, '0');
    assert.equal(x({ type: 'boolean' }).example, 'true');
    assert.equal(x({}).example, 'text');
  });

  it('is masked as it says, else as it is checked, else as its last key is called', () => {
    assert.equal(x({ check: 'pan' }).mask, 'first2last2');
    assert.equal(x({ check: 'emails' }).mask, 'email');
    assert.equal(x({ check: 'pan', personal: 'last4' }).mask, 'last4');
    assert.equal(fieldOf({ name: 'my_email', in: ['a', 'b'] }).mask, 'email');
    assert.equal(x({ in: ['email', 'email'] }).mask, 'all');
    assert.equal(x({ type: 'boolean' }).mask, null);
    assert.equal(x({ type: 'number' }).mask, 'all');
  });

  it('is not masked where its values are choices, which stand in the settings in clear, unless it, its check or its name says so', () => {
    const choices = ['bureau', 'report'];
    assert.equal(x({ choices }).mask, null);
    assert.equal(x({ choices: [12, 24] }).mask, null);
    assert.equal(x({ choices: [] }).mask, 'all');
    assert.equal(x({ choices, personal: 'all' }).mask, 'all');
    assert.equal(x({ choices, personal: 'none' }).mask, null);
    assert.equal(x({ choices, check: 'pan' }).mask, 'first2last2');
    assert.equal(fieldOf({ name: 'gender', choices: ['F', 'M', 'X'] }).mask, 'all');
  });
});

describe('the default of a request field', () => {
  it('is as it would be typed', () => {
    for (const [said, typed] of [
      ['text', 'text'],
      ['changed', 'changed'],
      ['', null],
      [null, null],
      [undefined, null],
      [5, '5'],
      [1.5, '1.5'],
      [Number.MAX_SAFE_INTEGER, '9007199254740991'],
      [true, 'true'],
      [false, 'false'],
      [['a', 'b'], 'a\nb'],
      [['a'], 'a'],
      [[], null],
      ['d'.repeat(10_000), 'd'.repeat(10_000)],
    ] as const)
      assert.equal(x({ default: said }).default, typed, String(said).slice(0, 20));
  });

  it('is none that cannot be typed exactly', () => {
    for (const said of [2 ** 53, {}, [1], ['a', 1], 'd'.repeat(10_001)])
      assert.match(problemOf({ name: 'x', default: said }) ?? '', /its default is not a string, number/);
  });
});

describe('a request field that cannot be used', () => {
  it('is named, with what is wrong', () => {
    for (const [raw, says] of [
      [7, 'Request field rc-advanced #2 is left out: it is not an object with a name.'],
      [
        { name: 'x', type: 'date' },
        'Request field rc-advanced #2 is left out: its type is not one of string, number, boolean, string-list.',
      ],
      [
        { name: 'x', check: 'iban' },
        'Request field rc-advanced #2 is left out: its check is not one of registration, aadhaar, pan, mobile, emails.',
      ],
      [
        { name: 'x', personal: 'some' },
        'Request field rc-advanced #2 is left out: its personal is not one of last4, first2last2, email, all, none.',
      ],
    ] as const)
      assert.equal(problemOf(raw), says);
  });

  it('stands in more than eight objects, or has a name of more than two hundred characters with them', () => {
    const depth = (objects: number) => problemOf({ name: 'x', in: Array(objects).fill('a') });
    assert.equal(depth(8), null);
    assert.match(depth(9) ?? '', /a list of at most 8 strings, together 200 characters at most/);
    const named = (chars: number) => problemOf({ name: 'b'.repeat(chars), in: ['a'.repeat(100)] });
    assert.equal(named(99), null);
    assert.notEqual(named(100), null);
  });
});
