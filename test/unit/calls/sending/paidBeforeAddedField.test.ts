import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { aWorld, plain } from './aSending.ts';

/**
 * docs/decisions.md: what an added field "starts with, and what is always sent and marked as nobody's own, is looked for all the same,
 * so that what was paid for before the field was added is asked about"; an order "is found under any names".
 */
for (const [what, id, first, paid, then, later] of [
  [
    'one with a start beside a renamed one',
    'rc-advanced',
    [{ name: 'vehicle', check: 'registration', required: true }],
    '{"vehicle":"MH00AB0001"}',
    [
      { name: 'vehicle', check: 'registration', required: true },
      { name: 'consent', default: 'Y', required: true },
    ],
    '{"vehicle":"MH00AB0001","consent":"Y"}',
  ],
  [
    'a yes or no beside a renamed one',
    'rc-advanced',
    [{ name: 'vehicle', required: true }],
    '{"vehicle":"MH00AB0001"}',
    [
      { name: 'vehicle', required: true },
      { name: 'consent', type: 'boolean', default: 'true', required: true },
    ],
    '{"vehicle":"MH00AB0001","consent":true}',
  ],
  [
    'one with a start beside the mobile number alone',
    'credit-report',
    [{ name: 'phone', check: 'mobile', required: true }],
    '{"phone":"9800000000"}',
    [
      { name: 'phone', check: 'mobile', required: true },
      { name: 'consent', default: 'Y', required: true },
    ],
    '{"phone":"9800000000","consent":"Y"}',
  ],
  [
    'none, and the checks are taken off renamed ones',
    'aadhaar-pan-link',
    [
      { name: 'uid', check: 'aadhaar', required: true },
      { name: 'tax', check: 'pan', required: true },
    ],
    '{"uid":"999999990019","tax":"ZZZPZ9999Z"}',
    [
      { name: 'number_of_person', required: true },
      { name: 'number_of_tax', required: true },
    ],
    '{"number_of_person":"999999990019","number_of_tax":"ZZZPZ9999Z"}',
  ],
] as const)
  test(`what was paid for under other names is asked about once a field is added: ${what}`, async (t) => {
    const world = await aWorld(t);
    const known = operationById(id satisfies OperationId);
    const corrected = (fields: unknown) => {
      const read = readRequestFields({ [id]: fields });
      assert.deepEqual(read.problems, []);
      const operation = withRequestFields(known, read);
      world.fields.set(id, operation.requestFields);
      return operation;
    };
    world.answers = [plain];
    assert.equal((await world.send({ operation: corrected(first), body: paid })).kind, 'settled');
    world.answers = [() => undefined];
    await world.send({ operation: corrected(then), body: later });
    const kinds = world.asked.at(-1)?.choices.map(({ kind }) => kind) ?? [];
    assert.ok(kinds.includes('open-order'), kinds.join());
  });
