import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { aWorld, plain } from './aSending.ts';

const assumed = operationById('credit-report');
const paid = '{"number":"ZZZXZ9999Z","fetch_by":"pan"}';

/**
 * README: "The same input before? Paid, or perhaps paid: open that answer, or send anyway."
 * docs/decisions.md: what "was paid for before its user gave a field another name, is found all the same".
 */
for (const [what, fields, later] of [
  [
    'called “identifier”',
    [{ name: 'identifier', required: true }, { name: 'fetch_by' }, { name: 'mobile' }, { name: 'name' }],
    '{"identifier":"ZZZXZ9999Z","fetch_by":"pan"}',
  ],
  ['the PAN itself', [{ name: 'pan', check: 'pan', required: true }], '{"pan":"ZZZXZ9999Z"}'],
] as const)
  test(`a credit report that was paid for is asked about once its “number” is ${what}`, async (t) => {
    const world = await aWorld(t);
    world.answers = [plain];
    assert.equal((await world.send({ operation: assumed, body: paid })).kind, 'settled');
    const read = readRequestFields({ 'credit-report': fields });
    assert.deepEqual(read.problems, []);
    const operation = withRequestFields(assumed, read);
    world.fields.set('credit-report', operation.requestFields);
    world.answers = [() => undefined];
    await world.send({ operation, body: later });
    const kinds = world.asked.at(-1)?.choices.map(({ kind }) => kind) ?? [];
    assert.ok(kinds.includes('open-order'), kinds.join());
  });

test('so is a registration number whose field is given another name and no check', async (t) => {
  const rc = operationById('rc-advanced');
  const world = await aWorld(t);
  world.answers = [plain];
  assert.equal((await world.send({ operation: rc, body: '{"rc_number":"XX00AB0001"}' })).kind, 'settled');
  const read = readRequestFields({
    'rc-advanced': [{ name: 'vehicle', required: true, confirmed: true }],
  });
  const operation = withRequestFields(rc, read);
  world.fields.set('rc-advanced', operation.requestFields);
  world.answers = [() => undefined];
  await world.send({ operation, body: '{"vehicle":"XX00AB0001"}' });
  const kinds = world.asked.at(-1)?.choices.map(({ kind }) => kind) ?? [];
  assert.ok(kinds.includes('open-order'), kinds.join());
});
