import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { isRequestField, readField } from '../../../../src/contract/requestField.ts';
import { aLedger, place, question } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { callOfOperation, callOfOrder } = await import('../../../../src/ui/answers/codeCall.ts');

const at = 'https://api.example.invalid';
const renamed: Environment = { name: 'acme-live', id: 'own', baseUrl: `${at}/gateway`, kind: 'live' };
const taker: Environment = { name: 'acme-prod', baseUrl: `${at}/elsewhere`, kind: 'live' };

test('code of an order goes where its environment has its paths, whatever that and others are called since', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'by id', { order: { identity: 'id:own' } });
  await place(ledger, 'by name', { order: { environment: 'before', identity: 'name:before' } });
  await place(ledger, 'of nobody', { order: { identity: 'id:gone' } });
  // It was called so before it was given its id.
  await ledger.guard(question({ spenders: ['id:own', 'name:before'] }));
  const services = {
    ledger: async () => ledger,
    environments: { all: () => [taker, renamed] },
    operation: operationById,
    log: { warn: () => undefined },
  };
  const path = operationById('rc-advanced').path;
  for (const [id, base] of [
    ['by id', `${at}/gateway`],
    ['by name', `${at}/gateway`],
    ['of nobody', at],
  ] as const)
    assert.equal((await callOfOrder(services as never, orderId(id))).url, base + path, id);
});

test('what code of an operation alone holds is our own examples, but for what the user gave as a default', async () => {
  const services = { sending: { destination: async () => ({ baseUrl: at, sandbox: null }) } };
  const operation = operationById('rc-advanced');
  const [field] = operation.requestFields;
  assert.ok(field !== undefined);
  for (const [name, changes, examples] of [
    ['an example', {}, true],
    ['a personal default', { default: 'MH00AB1234' }, false],
    ['an empty default', { default: '' }, true],
    ['a default that is none', { default: 'IN', mask: null }, true],
    ['a default that looks personal', { default: 'somebody@example.com', mask: null }, false],
  ] as const) {
    const requestFields = [{ ...field, ...changes }];
    const call = await callOfOperation(services as never, { ...operation, requestFields });
    assert.equal(call.examples, examples, name);
  }
});

const rc = operationById('rc-advanced');

function field(raw: object) {
  const read = readField(raw, 'place');
  assert.ok(isRequestField(read));
  return read;
}

/** As a default of such a field, which is asked about. */
test('code of an operation whose field its user called personal holds no choice of it without a question', async () => {
  const services = {
    sending: { destination: async () => ({ baseUrl: 'https://api.example.invalid', sandbox: null }) },
  };
  const own = (raw: object) => ({
    ...rc,
    requestFields: [field({ name: 'owner', personal: 'all', ...raw })],
  });
  const byDefault = await callOfOperation(services as never, own({ default: 'Asha Invented' }));
  assert.equal(byDefault.examples, false);
  const byChoice = await callOfOperation(services as never, own({ choices: ['Asha Invented', 'B'] }));
  assert.ok(byChoice.body.includes('Asha Invented'));
  assert.equal(byChoice.examples, false);
});
