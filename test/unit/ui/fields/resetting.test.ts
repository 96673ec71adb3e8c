import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { resetRequestFields } = await import('../../../../src/ui/fields/editFields.ts');

const setting = 'verificationExplorer.requestFields';
const services = { operation: operationById } as never;
const mine = [{ name: 'reg' }];

beforeEach(() => {
  told.shown.length = 0;
  told.answers.length = 0;
});

test('only operations whose fields are the user’s are offered, and what was reset is said', async () => {
  told.settings[setting] = { 'credit-report': mine, 'rc-advanced': mine, another: mine };
  told.answers.push('RC Details Advanced', 'Reset');
  await resetRequestFields(services, undefined);
  const [offered, , after] = told.shown;
  const labels = [...JSON.stringify(offered).matchAll(/"label":"([^"]*)"/g)].map(([, label]) => label);
  assert.deepEqual(labels, ['RC Details Advanced', 'Credit Report']);
  assert.deepEqual(after, [
    'RC Details Advanced has the assumed request fields again; yours are deleted from the settings.',
  ]);
  assert.deepEqual(told.settings[setting], { 'credit-report': mine, another: mine });
});

test('where no operation has any, one sentence says so and nothing is asked', async () => {
  told.settings[setting] = { another: mine };
  await resetRequestFields(services, undefined);
  assert.deepEqual(told.shown, [['Nothing to reset: all operations have the assumed request fields.']]);
});

test('a reset that was not confirmed deletes nothing and says nothing', async () => {
  told.settings[setting] = { 'rc-advanced': mine };
  await resetRequestFields(services, 'rc-advanced');
  assert.equal(told.shown.length, 1);
  assert.deepEqual(told.settings[setting], { 'rc-advanced': mine });
});
