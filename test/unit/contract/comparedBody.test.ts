import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparedBody, otherwiseQuoted } from '../../../src/contract/comparedBody.ts';
import { bodyFromFields } from '../../../src/contract/draft.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { isRequestField, readField } from '../../../src/contract/requestField.ts';
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
    ['leaves keys', 'rc-advanced', `{${typed}:1}`, `{${typed}:1}`],
    ['leaves numbers without quotes', 'rc-advanced', '{"a":919800000000}', '{"a":919800000000}'],
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

describe('the same request with other quotes', () => {
  const other = (body: string) => otherwiseQuoted({ id: 'rc-advanced' }, body);

  it('has each number, truth value and text of one turned, alone and with others', () => {
    assert.deepEqual(other('{"a":1,"b":{"c":"true"},"d":"x","e":null}'), [
      '{"a":"1","b":{"c":"true"},"d":"x","e":null}',
      '{"a":1,"b":{"c":true},"d":"x","e":null}',
      '{"a":"1","b":{"c":true},"d":"x","e":null}',
    ]);
  });

  it('has any of the first four turned, each of the others alone, and all of a kind', () => {
    const texts = (some: readonly number[]): string =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 6 }, (_, at) => [at, some.includes(at) ? at : `${at}`])),
      );
    const found = other(texts([]));
    assert.equal(found.length, 15 + 2 + 1);
    for (const turned of [[1, 3], [0, 1, 2, 3], [4], [5], [0, 1, 2, 3, 4, 5]])
      assert.ok(found.includes(texts(turned)), String(turned));
    assert.ok(!found.includes(texts([4, 5])));
    assert.ok(other(texts([0, 1, 2, 3, 4, 5])).includes(texts([])));
  });

  it('is compared in its one form', () => {
    const body = `{"rc_number":${typed},"plan":2}`;
    // Letter for letter it was compared before.
    assert.deepEqual(other(body), [`{"rc_number":${normal},"plan":"2"}`, body]);
  });

  it('is of the one form and of the spelling', () => {
    const quoted = (number: string): readonly string[] =>
      otherwiseQuoted({ id: 'credit-report' }, `{"number":${number},"fetch_by":"mobile"}`);
    const written = (number: string): string => `{"number":${number},"fetch_by":"mobile"}`;
    const [grouped, coded] = ['"+91 98000 00000"', '"919800000000"'];
    assert.deepEqual(quoted(grouped), [written('9800000000'), written(grouped)]);
    assert.deepEqual(quoted(coded), [written('9800000000'), written('919800000000'), written(coded)]);
    const consent = (number: string, yes: string): string => written(`${number},"consent":${yes}`);
    assert.equal(quoted('"919800000000","consent":"true"').includes(consent('919800000000', 'true')), true);
    assert.deepEqual(quoted('919800000000'), [written('"9800000000"'), written('9800000000')]);
  });

  it('is none where nothing is a number by its spelling, stands in a list, or is all there is', () => {
    for (const body of ['{"a":"01"}', '{"a":"1 "}', '{"a":"+1"}', '{"a":[1,"2"]}', '12', '{"a":', ''])
      assert.deepEqual(other(body), [], body);
  });

  it('is looked for in so many values, and in none of a body that no form makes', () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, at])));
    assert.equal(other(many).length, 15 + 16 + 1);
    const long = (size: number): readonly string[] => other('{"a":1}'.padEnd(size));
    assert.deepEqual([long(20_000).length, long(20_001).length], [1, 0]);
  });
});

/** Quoted otherwise by a type that was set, or by choices that are all numbers. */
it('a type that is set hides nothing that was paid for', () => {
  const rc = operationById('rc-advanced');
  const own = (raw: object) => {
    const read = readField(raw, 'place');
    assert.ok(isRequestField(read));
    return { ...rc, requestFields: [...rc.requestFields, read] };
  };
  const bare = (text: string): string => text.replaceAll(/\s/g, '');
  const body = (raw: object) => bare(bodyFromFields(own(raw), { rc_number: 'XX00AB0001', plan: '1' }));
  const before = body({ name: 'plan' });
  for (const raw of [
    { name: 'plan', type: 'number' },
    { name: 'plan', choices: [1, 2] },
  ])
    assert.ok(otherwiseQuoted(rc, body(raw)).includes(comparedBody(rc, before)));
});
