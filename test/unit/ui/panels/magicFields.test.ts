import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { findMagic, magicInputs } from '../../../../src/sandbox/magic.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { magicViews } = await import('../../../../src/ui/panels/pageViews.ts');

/** What each offer puts into the fields of a form whose user has these. */
function offered(id: OperationId, fields: readonly object[]) {
  const operation = withRequestFields(operationById(id), readRequestFields({ [id]: fields }));
  return magicViews(operation, magicInputs);
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

const cases: readonly (readonly [what: string, id: OperationId, fields: readonly object[]])[] = [
  ['whose names say nothing', 'credit-report', [{ name: 'consent' }, { name: 'name' }]],
  [
    'that stand in objects',
    'rc-advanced',
    [
      { name: 'reg_no', in: ['vehicle'] },
      { name: 'purpose', default: 'x' },
    ],
  ],
  [
    'of which one takes one of two numbers',
    'aadhaar-pan-link',
    [{ name: 'note' }, { name: 'pan', check: 'pan' }],
  ],
  ['that are a list', 'email-bulk', [{ name: 'addresses', type: 'string-list' }]],
];
for (const [what, id, fields] of cases) {
  test(`a magic input stands in fields ${what}, and in the JSON beside them`, () => {
    for (const [at, view] of offered(id, fields).entries()) {
      const { id: wanted } = magicInputs[at] ?? { id: '' };
      assert.equal(findMagic(Object.values(view.fields))?.id, wanted);
      assert.equal(findMagic(textsIn(JSON.parse(view.json)))?.id, wanted);
    }
  });
}

test('where one field takes it the others keep what they start with', () => {
  const [first] = offered('aadhaar-pan-link', [
    { name: 'note', default: 'mine' },
    { name: 'pan', check: 'pan' },
  ]);
  assert.equal(first?.fields.note, 'mine');
});

test('a field that has found its own value keeps it, and the next one takes what tells the inputs apart', () => {
  const id = 'credit-report';
  const [first] = offered(id, [
    { name: 'fetch_by', required: true },
    { name: 'note' },
    { name: 'id_number', required: true },
  ]);
  const pan = String(magicInputs[0]?.body(id).number);
  const { fetch_by, note, id_number } = first?.fields ?? {};
  assert.deepEqual([fetch_by, note, id_number], ['pan', undefined, pan]);
});
