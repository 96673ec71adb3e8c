import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { settingIds } from '../../../../src/contributions.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { confirmField } = await import('../../../../src/ui/panels/formLearned.ts');

test('to confirm one field leaves the others in the settings as they were written, also one that cannot be used', async (t) => {
  // A slip in the type of the second, which is said and left out of the form.
  const mine = {
    name: 'consent',
    label: 'Consent',
    type: 'bool',
    required: true,
    note: 'asked for by support',
  };
  told.settings[settingIds.requestFields] = {
    'rc-advanced': [{ name: 'rc_number', type: 'string', required: true, check: 'registration' }, mine],
  };
  const reading = readRequestFields(told.settings[settingIds.requestFields]);
  assert.equal(reading.problems.length, 1);
  const operation = withRequestFields(operationById('rc-advanced'), reading);
  const world = await aWorld(t);
  world.fields.set('rc-advanced', operation.requestFields);
  world.answers = [plain];
  assert.equal((await world.send({ operation })).kind, 'settled');
  const [environment] = world.environments;
  assert.ok(environment !== undefined);
  const services = { ledger: async () => world.ledger, log: { warn: () => undefined } };
  await confirmField(services as never, operation, { environment }, 'rc_number');
  const saved = told.settings[settingIds.requestFields] as { 'rc-advanced': readonly { name: string }[] };
  const [first, second] = saved['rc-advanced'];
  assert.deepEqual([first?.name, (first as { confirmed?: boolean }).confirmed], ['rc_number', true]);
  assert.deepEqual(second, mine);
});
