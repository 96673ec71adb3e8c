import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mostChoices } from '../../../src/contract/choices.ts';
import { hintsFor } from '../../../src/contract/hints.ts';
import { offeredChoices } from '../../../src/contract/identifiers.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { isRequestField, readField } from '../../../src/contract/requestField.ts';
import { settingOf, valuesForFields } from '../../../src/contract/requestFields.ts';
import type { RequestField } from '../../../src/contract/shapes.ts';
import { plain } from '../../../src/contract/words.ts';

function fieldOf(raw: object): RequestField {
  const read = readField({ name: 'x', ...raw }, 'place');
  assert.ok(isRequestField(read), isRequestField(read) ? '' : plain(read));
  return read;
}

function problemOf(raw: object): string {
  const read = readField({ name: 'x', ...raw }, 'rc-advanced #2');
  assert.ok(!isRequestField(read));
  return plain(read);
}

/** What is said of a text in a field of the setting. */
function saidOf(raw: object, typed: string): readonly string[] {
  const operation = { ...operationById('rc-advanced'), requestFields: [fieldOf(raw)] };
  return hintsFor(operation, { x: typed }).map(({ kind, what }) => `${kind}: ${plain(what)}`);
}

describe('the choices of a request field', () => {
  it('are its texts as they would be typed, each once, none where the list is empty', () => {
    assert.deepEqual(fieldOf({ choices: ['b', 'a', 'b', 5, 'a b'] }).choices, ['b', 'a', '5', 'a b']);
    for (const none of [undefined, null, [], [''], [' ', '']])
      assert.ok(!('choices' in fieldOf({ choices: none })), JSON.stringify(none));
    assert.equal(fieldOf({ choices: ['b', 'a'] }).example, 'b');
  });

  it('make a field of no type a number where they are numbers alone', () => {
    assert.equal(fieldOf({ choices: [1, 2.5] }).type, 'number');
    assert.deepEqual(fieldOf({ choices: [1, 2.5] }).choices, ['1', '2.5']);
    assert.equal(fieldOf({ choices: [1, '2'] }).type, 'string');
    assert.equal(fieldOf({ choices: [1, 2], type: 'string' }).type, 'string');
    const long = '12345678901234567890';
    assert.deepEqual(fieldOf({ choices: [long], type: 'number' }).choices, [long]);
  });

  it('that cannot be offered are said to be why the field is left out', () => {
    const long = 'y'.repeat(200);
    assert.deepEqual(fieldOf({ choices: [long] }).choices, [long]);
    for (const choices of ['a', {}, [true], [['a']], ['a\nb'], [`${long}y`], [2 ** 60], [null]])
      assert.match(
        problemOf({ choices }),
        /^Request field rc-advanced #2 is left out: its choices must be a list of at most 200 strings or numbers/,
      );
    const many = Array.from({ length: mostChoices + 1 }, (_, at) => `${at}`);
    for (const raw of [
      { choices: many },
      { choices: [1, 'a'], type: 'number' },
      { choices: ['a'], type: 'boolean' },
      { choices: ['a'], type: 'string-list' },
    ])
      assert.match(problemOf(raw), /its type string, or number where all are numbers/);
  });

  it('stand in the settings again as they are', () => {
    const field = fieldOf({ choices: ['a', 'b'], confirmed: true });
    const [written] = settingOf([field]);
    assert.deepEqual(readField(written, 'place'), field);
  });

  it('are said where a text is none of them, before its check', () => {
    const choices = ['mobile', 'pan'];
    assert.deepEqual(saidOf({ choices }, 'mobile'), []);
    assert.deepEqual(saidOf({ choices }, ''), []);
    assert.deepEqual(saidOf({ choices }, 'Mobile'), ['warning: Not one of its choices: mobile, pan.']);
    assert.deepEqual(saidOf({ choices }, 'pan '), [
      'warning: Starts or ends with a space, which is sent as typed.',
    ]);
    assert.deepEqual(saidOf({ choices: [1, 2] }, '3'), ['warning: Not one of its choices: 1, 2.']);
    assert.deepEqual(saidOf({ choices: [1, 2] }, ' 2 '), []);
    assert.deepEqual(saidOf({ choices, check: 'pan' }, 'x'), [
      'warning: Not one of its choices: mobile, pan.',
    ]);
    const many = Array.from({ length: 9 }, (_, at) => `c${at}`);
    assert.deepEqual(saidOf({ choices: many }, 'x'), [
      'warning: Not one of its choices: c0, c1, c2, c3, c4, c5, c6, c7, ….',
    ]);
  });

  it('are offered in place of those that are assumed', () => {
    const operation = operationById('credit-report');
    assert.deepEqual(offeredChoices(operation, fieldOf({ name: 'fetch_by' })), ['mobile', 'pan']);
    assert.deepEqual(offeredChoices(operation, fieldOf({ name: 'fetch_by', choices: ['uid'] })), ['uid']);
  });
});

/** requestFields.ts asChosen: "A word of ours in the letters of the user's choices." */
it('a value that is one of the choices as it stands is taken as it stands', () => {
  const own = {
    ...operationById('rc-advanced'),
    requestFields: [fieldOf({ name: 'consent', choices: ['y', 'Y'] })],
  };
  assert.deepEqual(valuesForFields(own, { consent: 'Y' }), { consent: 'Y' });
});
