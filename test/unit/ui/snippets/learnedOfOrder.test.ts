import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import * as snippets from '../../../../src/snippets/snippets.ts';
import { aLedger, place } from '../../ledger/aLedger.ts';
import { learned } from '../../shapes/export/learned.ts';
import { Learned } from '../observed/learned.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { copySnippet } = await import('../../../../src/ui/snippets/snippetCommands.ts');

const one: Environment = { name: 'one', baseUrl: 'https://one.example.invalid', kind: 'live' };
const other: Environment = { name: 'other', baseUrl: 'https://other.example.invalid', kind: 'live' };

/** Answers of a service whose results have one field, named after it. */
function shapeAt({ name, baseUrl }: Environment) {
  const result = { [`field_of_${name}`]: 'x' };
  const answers = Array.from({ length: 12 }, () => ({ message_code: 'OK', data: { order_id: 'o', result } }));
  return { ...learned(answers), operation: 'rc-advanced', place: baseUrl } as const;
}

test('code of an order has the types learned where the order went, whichever environment is chosen', async (t) => {
  const { ledger } = await aLedger(t);
  const sent = { environment: 'one', identity: 'name:one', origin: one.baseUrl };
  await place(ledger, 'live', { order: sent });
  await place(ledger, 'simulated', { order: { ...sent, kind: 'sandbox' } });
  Object.defineProperty(ledger, 'learning', { value: new Learned([one, other].map(shapeAt)) });
  const services = {
    ledger: async () => ledger,
    environments: { all: () => [one, other], current: () => other },
    operation: operationById,
    snippets: async () => snippets,
    memory: { get: () => undefined, update: async () => undefined },
    log: { warn: () => undefined },
  } as never;
  for (const [about, wanted] of [
    [orderId('live'), ['field_of_one']],
    [orderId('simulated'), []],
  ] as const) {
    for (const command of ['copyAs', 'copyResponseHandler'] as const) {
      told.answers.push(...(command === 'copyAs' ? ['TypeScript', 'With the values'] : []));
      await copySnippet(command, services, about);
      assert.deepEqual(told.copied.at(-1)?.match(/field_of_\w+/g) ?? [], wanted, `${command} ${about}`);
      told.answers.length = 0;
    }
  }
  await copySnippet('copyResponseHandler', services, 'rc-advanced');
  assert.match(told.copied.at(-1) ?? '', /field_of_other/);
});
