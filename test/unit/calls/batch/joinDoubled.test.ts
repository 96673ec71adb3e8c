import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinEntries } from '../../../../src/calls/batch/join.ts';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { doubledPlaces } from '../../../../src/contract/doubledPlaces.ts';
import { operationById } from '../../../../src/contract/operations.ts';

const a = 'a@x.invalid';
const b = 'b@x.invalid';
const join = (data: string) => Object.fromEntries(joinEntries(`{"data":{${data}}}`, [a, b]));
const second = { [b]: `{"email":"${b}"}` };

/** RFC 8259, 4: which of two values under one key counts, the service does not say. */
for (const [what, result] of [
  ['another value', `[{"email":"${a}","valid":true,"valid":false},{"email":"${b}"}]`],
  ['another address', `[{"email":"${b}","email":"${a}"},{"email":"${b}"}]`],
  ['an escape in the key', `[{"email":"${a}","valid":true,"v\\u0061lid":false},{"email":"${b}"}]`],
  ['a value within', `[{"email":"${a}","why":{"code":1,"code":2}},{"email":"${b}"}]`],
  ['a value in a list within', `[{"email":"${a}","why":[[{"code":1,"code":2}]]},{"email":"${b}"}]`],
  ['the address as key', `{"${a}":{"ok":true},"${a}":{"ok":false},"list":[{"email":"${b}"}]}`],
  ['the list it is in', `{"one":[{"email":"x"}],"one":[{"email":"${a}"}],"two":[{"email":"${b}"}]}`],
] as const)
  test(`an item is joined to no row where a key is there twice: ${what}`, () => {
    assert.deepEqual(join(`"result":${result}`), second);
  });

test('nothing is joined where the result itself is there twice', () => {
  assert.deepEqual(join(`"result":[{"email":"${a}","ok":1}],"result":[{"email":"${a}","ok":2}]`), {});
});

test('a key that is there twice with one value, or beside the items, takes nothing from them', () => {
  assert.deepEqual(join(`"result":{"total":1,"total":2,"list":[{"email":"${b}","email":"${b}"}]}`), second);
  assert.deepEqual(join(`"note":1,"note":2,"result":[{"email":"${b}"}]`), second);
});

test('a row of such an item says that its answer is not told apart', () => {
  const body = `{"data":{"result":[{"email":"${a}","ok":1,"ok":2},{"email":"${b}"}]}}`;
  assert.deepEqual(resultsOf(operationById('email-bulk'), [{ emails: a }, { emails: b }], body, false), [
    { of: 'call', json: '' },
    { of: 'row', json: `{"email":"${b}"}` },
  ]);
});

test('places of doubled keys are found behind a byte order mark, and none in what is no JSON', () => {
  assert.deepEqual(doubledPlaces('\ufeff{"x":[0,{"k":1,"k":[1]}],"y":{"k":2,"k":2}}'), [['x', 1, 'k']]);
  assert.deepEqual(doubledPlaces('{"k":1,"k":2,'), []);
});

for (const [what, data] of [
  ['within the result', '"result":{"status":"ACTIVE","why":[{"code":1,"code":2}]}'],
  ['of the result', '"result":{"status":"ACTIVE","status":"EXPIRED"}'],
  ['that leads to it', '"result":{"status":"ACTIVE"},"result":{"status":"EXPIRED"}'],
] as const)
  for (const masked of [true, false])
    test(`the row of a call of its own gets none of two values of a key ${what}${masked ? ', masked' : ''}`, () => {
      const found = resultsOf(
        operationById('rc-advanced'),
        [{ rc_number: 'XX00AA1000' }],
        `{"data":{${data}}}`,
        masked,
      );
      assert.deepEqual(found, [{ of: 'call', json: '' }]);
    });

test('the row of a call of its own keeps its result where a key is there twice with one value, or beside it', () => {
  const rows = [{ rc_number: 'XX00AA1000' }];
  const body = '{"note":1,"note":2,"data":{"n":1,"n":2,"result":{"status":"ACTIVE","status":"ACTIVE"}}}';
  assert.deepEqual(resultsOf(operationById('rc-advanced'), rows, body, false), [
    { of: 'row', json: '{"status":"ACTIVE"}' },
  ]);
});
