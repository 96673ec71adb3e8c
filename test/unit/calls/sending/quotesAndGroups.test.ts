import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { anyway, aWorld, otherWindow, plain, said } from './aSending.ts';

/** Decisions: "A number is a twin of its text", and "an input is compared by what it says, however it is spelt". */
const pairs: readonly (readonly [what: string, id: OperationId, first: string, second: string])[] = [
  [
    'a mobile number sent as a number, then as a text in groups',
    'credit-report',
    '{"number":9800000000,"fetch_by":"mobile"}',
    '{"number":"+91 98000 00000","fetch_by":"mobile"}',
  ],
  [
    'an Aadhaar number sent as a number, then as a text in groups',
    'aadhaar-pan-link',
    '{"aadhaar_number":100011112222,"pan_number":"ABCXZ0000Q"}',
    '{"aadhaar_number":"1000 1111 2222","pan_number":"ABCXZ0000Q"}',
  ],
  [
    'two fields whose types one import corrected',
    'credit-report',
    '{"number":"9800000000","fetch_by":"mobile","consent":"true"}',
    '{"number":9800000000,"fetch_by":"mobile","consent":true}',
  ],
];
for (const [what, id, first, second] of pairs)
  test(`what was paid for is asked about: ${what}`, async (t) => {
    const operation = operationById(id);
    const world = await aWorld(t);
    world.answers = [plain];
    assert.equal(said(await world.send({ operation, body: first })), 'settled verified');
    const window = otherWindow(world);
    window.answers = [undefined];
    await window.send({ operation, body: second });
    const kinds = window.asked.flatMap(({ obstacles }) => obstacles.map(({ kind }) => kind));
    assert.deepEqual([kinds.includes('paid-twin'), window.requests.length], [true, 0]);
  });

test('what is sent anyway in other quotes counts as a repeat', async (t) => {
  const operation = operationById('credit-report');
  const world = await aWorld(t);
  world.answers = [plain, anyway];
  await world.send({ operation, body: '{"number":9800000000,"fetch_by":"mobile"}' });
  await world.send({ operation, body: '{"number":"9800000000","fetch_by":"mobile"}' });
  const { rows } = await world.real.usage({ from: '2000-01-01', to: '2100-01-01', environment: null });
  assert.deepEqual(rows.map(({ repeat, calls }) => [repeat, calls]).sort(), [
    [false, 1],
    [true, 1],
  ]);
});
