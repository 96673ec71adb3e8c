import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { readOrder } = await import('../../../../src/ui/answers/orderReading.ts');
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
