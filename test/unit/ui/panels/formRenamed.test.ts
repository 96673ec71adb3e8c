import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aNewOrder, anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { FormNotice } = await import('../../../../src/ui/panels/formNotice.ts');
const { readOrder } = await import('../../../../src/ui/answers/orderReading.ts');
const { aWorld } = await import('../../calls/sending/aSending.ts');
const { AnswerOnPage } = await import('../../../../src/ui/panels/answerOnPage.ts');

const renamed: Environment = {
  name: 'acme-live',
  id: 'own',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
};

test('an answer on a form is from another environment only where it is another, not where it was renamed', () => {
  const services = { operation: operationById, now: () => 0 };
  const page = new AnswerOnPage(services as never);
  assert.equal(page.view(renamed), null);
  const order = anOrder({ identity: 'id:own' });
  const shown = {
    ...{ order, reading: readOrder(order, null), answer: null },
    ...{ requestBody: null, warning: null, drifts: [] },
  };
  page.show(shown);
  assert.equal(page.view(renamed)?.environment, 'acme-live');
  assert.equal(page.view({ ...renamed, name: 'acme-test', id: 'other' })?.environment, 'acme-prod');
  assert.equal(page.viewOf(shown).environment, 'acme-prod', 'a page of the order says what was recorded');
});

test('of the call that just left nothing is said as of a twin because its environment was renamed', async (t) => {
  const world = await aWorld(t);
  world.environments = [renamed];
  world.chosen = 'id:own';
  const operation = operationById('rc-advanced');
  const left = aNewOrder({ identity: 'id:own', environment: 'acme-prod' });
  const body = new TextDecoder().decode(left.requestBody);
  const { whole } = await world.real.inputPrint('rc-advanced', left.requestBody);
  await world.real.begin({ ...left, fingerprint: whole });
  const notice = new FormNotice({ sending: world.sending } as never, null);
  const told = async () => (await notice.of(operation, body)).obstacles.map(({ kind }) => kind);
  assert.ok((await told()).includes('pending-twin'));
  notice.left(left);
  assert.ok(!(await told()).includes('pending-twin'));
});
