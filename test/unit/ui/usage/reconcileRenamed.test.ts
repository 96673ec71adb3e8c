import assert from 'node:assert/strict';
import { beforeEach, type TestContext, test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { Billing } from '../../../../src/contract/words.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { aLedger, aSettlement, newOrder, noon } from '../../ledger/aLedger.ts';

Object.assign(plainVscode, { ThemeIcon: class {} });
const { Reconciler } = await import('../../../../src/ui/usage/reconcileCommand.ts');
const { batchReader } = await import('../../../../src/tables/batch.ts');

beforeEach(reset);

const csv = 'order_id,time,amount\nORD-a,2026-11-21T12:00:00Z,4.50\nORD-b,2026-11-21T12:00:00Z,4.50\n';
const own: Environment = { name: 'acme-live', id: 'own', baseUrl: 'https://api.example.in', kind: 'live' };
const other: Environment = { ...own, name: 'acme-prod', id: 'other' };

const first = (given: readonly unknown[]): unknown => (given[0] as readonly unknown[])[0];

/** Called by either name while it had that. @returns what a comparison comes to, and which environments it offered */
async function aHistory(
  t: TestContext,
  identities: readonly [string, string] = ['id:own', 'id:own'],
  billing: Billing = 'billed',
) {
  const { ledger } = await aLedger(t);
  for (const [at, id, environment] of [
    [0, 'a', 'acme-prod'],
    [1, 'b', 'acme-live'],
  ] as const) {
    await ledger.begin(newOrder(id, { environment, identity: identities[at] }));
    await ledger.settle(orderId(id), aSettlement({ orderId: `ORD-${id}`, billing }));
  }
  Object.assign(plainVscode.env, { clipboard: { readText: async () => csv } });
  return async (environments: readonly Environment[], chosen: string) => {
    const kept = new Map<string, unknown>();
    const services = {
      ledger: async () => ledger,
      batchReader: async () => batchReader,
      environments: { current: () => environments[0], all: () => environments },
      memory: {
        get: (key: string, start: unknown) => kept.get(key) ?? start,
        update: async (key: string, value: unknown) => void kept.set(key, value),
      },
      now: () => noon,
      newId: () => 'id',
    };
    reset();
    world.choices.push(
      // From the clipboard; these columns; the environment.
      (given) => (given[0] as readonly unknown[])[1],
      first,
      () => chosen,
    );
    await new Reconciler(services as never).run();
    const asked = world.shown.find(({ given }) =>
      JSON.stringify(given[1])?.includes('Whose statement is it?'),
    );
    const words = world.shown.findLast(({ what }) => what === 'showInformationMessage')?.given[0];
    const [, both, theirs, ours] = /^(\d+) in both, .*; (\d+) only .*, (\d+) only/.exec(String(words)) ?? [];
    return { both: `${both}, ${theirs} theirs, ${ours} ours`, offered: asked?.given[0] ?? null };
  };
}

test('a statement is laid beside all orders of an environment, also those from before it was renamed', async (t) => {
  const reconciled = await aHistory(t);
  // The name that it gave up is nobody's: nothing is asked.
  assert.deepEqual(await reconciled([own], 'acme-live'), { both: '2, 0 theirs, 0 ours', offered: null });
});

test('the orders of an environment are none of another that took over its name', async (t) => {
  const reconciled = await aHistory(t);
  const offered = ['acme-prod', 'acme-live'];
  assert.deepEqual(await reconciled([other, own], 'acme-prod'), { both: '0, 2 theirs, 0 ours', offered });
  assert.deepEqual(await reconciled([other, own], 'acme-live'), { both: '2, 0 theirs, 0 ours', offered });
});

test('those of one that is gone are under the name it had, whoever has that now', async (t) => {
  const reconciled = await aHistory(t, ['id:gone', 'id:own']);
  const one = '1, 1 theirs, 0 ours';
  assert.deepEqual(await reconciled([own], 'acme-prod'), { both: one, offered: ['acme-live', 'acme-prod'] });
  // Removed, and added again.
  assert.deepEqual(await reconciled([other, own], 'acme-prod'), {
    both: one,
    offered: ['acme-prod', 'acme-live'],
  });
});

test('what was simulated stands in no statement, but in that of a sandbox', async (t) => {
  const reconciled = await aHistory(t, ['simulated:id:own', 'id:own']);
  assert.equal((await reconciled([own], 'acme-live')).both, '1, 1 theirs, 0 ours');
  const local: Environment = { ...own, kind: 'sandbox', baseUrl: 'http://127.0.0.1:4711' };
  assert.equal((await reconciled([local], 'acme-live')).both, '2, 0 theirs, 0 ours');
});

test('one that is gone is offered only where a statement can list an order of it', async (t) => {
  const offered = async (identity: string, billing: Billing): Promise<unknown> =>
    (await (await aHistory(t, [identity, 'id:own'], billing))([own], 'acme-live')).offered;
  const both = ['acme-live', 'acme-prod'];
  assert.deepEqual(await offered('id:gone', 'billed'), both);
  assert.deepEqual(await offered('id:gone', 'unknown'), both);
  assert.deepEqual(await offered('id:gone', 'free'), both);
  // A sandbox on this computer that was removed.
  assert.equal(await offered('simulated:id:gone', 'billed'), null);
});
