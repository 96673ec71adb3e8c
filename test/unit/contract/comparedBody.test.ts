import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparedBodies, comparedBody } from '../../../src/contract/comparedBody.ts';
import { bodyFromFields } from '../../../src/contract/draft.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { isRequestField, readField } from '../../../src/contract/requestField.ts';
import type { RequestField } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';

const of = (id: OperationId, body: string): string => comparedBody(operationById(id), body);
const typed = '"xx 12 ab 1234"';
const normal = '"XX12AB1234"';

describe('the text by which a request is compared', () => {
  const rows: readonly (readonly [string, OperationId, string, string])[] = [
    [
      'has an assumed field in the form of its kind',
      'rc-advanced',
      `{"rc_number":${typed}}`,
      `{"rc_number":${normal}}`,
    ],
    // By its look it is a mobile number.
    [
      'leaves in such a field what is none of that kind',
      'rc-advanced',
      '{"rc_number":"+91 98000 00000"}',
      '{"rc_number":"+91 98000 00000"}',
    ],
    [
      'knows what stands elsewhere by its look',
      'rc-advanced',
      `{ "other": [${typed}, "x"] }`,
      `{ "other": [${normal}, "x"] }`,
    ],
    [
      'leaves what another field says nothing of',
      'credit-report',
      '{"number":"abcxz 0000 q"}',
      '{"number":"abcxz 0000 q"}',
    ],
    [
      'takes what another field says of it',
      'credit-report',
      '{"number":"abcxz 0000 q","fetch_by":"pan"}',
      '{"number":"ABCXZ0000Q","fetch_by":"pan"}',
    ],
    ['leaves keys', 'rc-advanced', `{${typed}:null}`, `{${typed}:null}`],
    [
      'puts numbers and truth values of a key in quotes',
      'rc-advanced',
      '{"a":1,"b":{"c":1.0,"d":true},"e":919800000000,"f":null}',
      '{"a":"1","b":{"c":"1.0","d":"true"},"e":"9800000000","f":null}',
    ],
    ['leaves those of a list, which are entries', 'rc-advanced', '{"a":[1,true]}', '{"a":[1,true]}'],
    ['leaves what is a number alone', 'rc-advanced', '12', '12'],
    ['leaves what has a comment, which is no JSON', 'rc-advanced', `/**/[${typed}]`, `/**/[${typed}]`],
    ['leaves what has a broken escape', 'rc-advanced', `[${typed},["\\q"]]`, `[${typed},["\\q"]]`],
  ];
  for (const [name, id, before, after] of rows) it(name, () => assert.equal(of(id, before), after));

  it('looks ten keys deep', () => {
    const nested = (levels: number, text: string): string =>
      `${'{"k":'.repeat(levels)}${text}${'}'.repeat(levels)}`;
    assert.equal(of('rc-advanced', nested(10, typed)), nested(10, normal));
    assert.equal(of('rc-advanced', nested(11, typed)), nested(11, typed));
  });

  it('is the body as it stands above a million characters', () => {
    const long = (text: string, size: number): string => `{"rc_number":${text}}`.padEnd(size);
    assert.equal(of('rc-advanced', long(typed, 1_000_000)), long(normal, 1_000_000 - 3));
    assert.equal(of('rc-advanced', long(typed, 1_000_001)), long(typed, 1_000_001));
  });
});

const rc = operationById('rc-advanced');

it('was what it is now but for what stands without quotes, for versions before', () => {
  const bodies = comparedBodies(rc, `{"rc_number":${typed},"plan":1}`);
  assert.deepEqual(bodies, [`{"rc_number":${normal},"plan":"1"}`, `{"rc_number":${normal},"plan":1}`]);
  assert.deepEqual(comparedBodies(rc, '{"plan":"1"}'), ['{"plan":"1"}']);
});

function field(raw: object): RequestField {
  const read = readField(raw, 'place');
  assert.ok(isRequestField(read));
  return read;
}

/** comparedBody: "The user's own request fields play no part: corrected, they must not hide what was paid for before." */
it('choices that are added to a field do not hide what was paid for with it before', () => {
  const before = { ...rc, requestFields: [...rc.requestFields, field({ name: 'plan' })] };
  const after = { ...rc, requestFields: [...rc.requestFields, field({ name: 'plan', choices: [1, 2] })] };
  const typed = { rc_number: 'XX00AB0001', plan: '1' };
  assert.equal(
    comparedBody(rc, bodyFromFields(after, typed)).replaceAll(/\s/g, ''),
    comparedBody(rc, bodyFromFields(before, typed)).replaceAll(/\s/g, ''),
  );
});

it('nor does a type that is set by hand', () => {
  const typed = { rc_number: 'XX00AB0001', plan: '1', agreed: 'true' };
  const [text, ...others] = [
    [{ name: 'plan' }, { name: 'agreed' }],
    [
      { name: 'plan', type: 'number' },
      { name: 'agreed', type: 'boolean' },
    ],
  ].map((raw) => {
    const own = { ...rc, requestFields: [...rc.requestFields, ...raw.map(field)] };
    return comparedBody(rc, bodyFromFields(own, typed)).replaceAll(/\s/g, '');
  });
  assert.deepEqual(others, [text]);
});
