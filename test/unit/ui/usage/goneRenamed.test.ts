import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { aLedger, aSettlement, newOrder, question } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { chooseStated } = await import('../../../../src/ui/usage/statedEnvironment.ts');

const added: Environment = {
  ...{ name: 'acme-live', id: 'added', baseUrl: 'https://api.example.in', kind: 'live' },
};

type Ledger = Awaited<ReturnType<typeof aLedger>>['ledger'];

async function sent(ledger: Ledger, id: string, environment: string, identity: string): Promise<void> {
  await ledger.begin(newOrder(id, { environment, identity }));
  await ledger.settle(orderId(id), aSettlement({ orderId: `ORD-${id}` }));
}

/** Ids of the orders that are laid beside the statement of an environment. */
async function stated(ledger: Ledger, environments: readonly Environment[], name: string): Promise<string[]> {
  Object.assign(vscode.window, { showQuickPick: async () => name });
  const [current] = environments;
  const services = {
    ledger: async () => ledger,
    environments: { current: () => current, all: () => environments },
  };
  const chosen = await chooseStated(services as never, 'title');
  const ids: string[] = [];
  if (chosen !== undefined) for await (const { id } of ledger.scan(chosen.orders)) ids.push(id);
  return ids.sort();
}

const other: Environment = { ...added, name: 'other', id: 'other' };

test('of an environment that is gone and was renamed before, the orders of both its names are compared', async (t) => {
  const { ledger } = await aLedger(t);
  await sent(ledger, 'a', 'acme-prod', 'id:gone');
  await sent(ledger, 'b', 'acme-live', 'id:gone');
  assert.deepEqual(await stated(ledger, [other], 'acme-live'), ['a', 'b']);
  // Removed, and added again by the name it had last.
  await sent(ledger, 'c', 'acme-live', 'id:added');
  assert.deepEqual(await stated(ledger, [added, other], 'acme-live'), ['a', 'b', 'c']);
});

test('so are those from before one that is gone was given its id', async (t) => {
  const { ledger } = await aLedger(t);
  await sent(ledger, 'a', 'acme-prod', 'name:acme-prod');
  // The next call after *Add Environment* would write its id remembers what it was.
  await ledger.begin(newOrder('b', { environment: 'acme-prod', identity: 'id:gone' }), {
    question: question({ spenders: ['id:gone', 'name:acme-prod'] }),
    admit: () => null,
  });
  await sent(ledger, 'c', 'acme-live', 'id:gone');
  assert.deepEqual(await stated(ledger, [other], 'acme-live'), ['a', 'b', 'c']);
});

test('an environment that was chosen already is not asked for, unless it is simulated or none', async (t) => {
  const { ledger } = await aLedger(t);
  const simulated: Environment = {
    ...added,
    name: 'local',
    id: 'local',
    kind: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
  };
  const environments = [simulated, other, added];
  let asked = 0;
  const showQuickPick = async () => {
    asked += 1;
    return undefined;
  };
  Object.assign(vscode.window, { showQuickPick });
  const services = {
    ledger: async () => ledger,
    environments: { current: () => simulated, all: () => environments },
  };
  const chosen = async (given: unknown) => (await chooseStated(services as never, 'title', given))?.name;
  assert.equal(await chosen('other'), 'other');
  assert.equal(asked, 0);
  for (const given of ['local', 'gone', { name: 'other' }, undefined])
    assert.equal(await chosen(given), undefined);
  assert.equal(asked, 4);
});
