import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import type { SpendNode } from '../../../../src/ui/spend/start/spendTree.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { aWorld, plain } = await import('../../calls/sending/aSending.ts');
const { acme } = await import('../../../support/simulatedPorts.ts');
const { readSpend } = await import('../../../../src/ui/spend/spend.ts');
const { asFilter, orderFilter } = await import('../../../../src/ui/usage/showOrders.ts');

const budget = { kind: 'set', warnAt: 0.8, limits: { day: { calls: 5, money: null } } } as const;

/** A history in which this environment has made one call; what Spend shows of it later. */
async function aHistory(t: TestContext, owned: Environment) {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = owned.id === undefined ? `name:${owned.name}` : `id:${owned.id}`;
  world.setKey('invented-key-9f3a', owned);
  world.answers = [plain];
  assert.equal((await world.send()).kind, 'settled');
  const nodes = async (name: string, id: string | undefined, others: readonly Environment[] = []) => {
    const current = {
      ...acme,
      kind: owned.kind,
      baseUrl: owned.baseUrl,
      name,
      budget,
      ...(id === undefined ? {} : { id }),
    };
    const spend = await readSpend({
      environments: { current: () => current, all: () => [current, ...others] },
      keys: { state: async () => ({ kind: 'missing' }) },
      ledger: async () => world.ledger,
      session: world.ports.session,
      now: () => world.now,
    } as never);
    return spend.nodes;
  };
  /** How many orders a row opens, as its command hands them over. */
  const opened = async ({ filter }: SpendNode) => {
    const read = asFilter(orderFilter.parse(filter));
    return (await world.ledger.list({ group: 'all', filter: read, limit: 9, after: null })).orders.length;
  };
  return { nodes, opened };
}

function said(nodes: readonly SpendNode[]): string[] {
  return nodes.flatMap(({ id, label, description, children }) => [
    `${id.split('/').at(-1)}: ${description}`,
    ...(id === 'budget' ? children.map((one) => one.description) : []),
    ...(id === 'other' ? children.map((one) => `${label}: ${one.label}`) : []),
  ]);
}

const owned = { ...acme, id: 'own' };

test('what an environment spent is shown as its own once it has another name', async (t) => {
  const { nodes, opened } = await aHistory(t, owned);
  const before = said(await nodes(owned.name, 'own'));
  assert.match(before.join('\n'), /today: 1 billed/);
  // "with it you may rename the environment, and its key, spend, budget and batches follow"
  const after = await nodes('acme-live', 'own');
  assert.deepEqual(said(after), before);
  const rows = [...after, ...after.flatMap(({ children }) => children)].filter(
    ({ filter }) => filter !== null,
  );
  assert.ok(rows.some(({ id }) => id.startsWith('budget/')));
  for (const row of rows) assert.equal(await opened(row), 1, row.id);
});

test('what an environment spent before it was given its id stays its own under another name', async (t) => {
  const { nodes } = await aHistory(t, acme);
  const before = said(await nodes(acme.name, 'own'));
  assert.match(before.join('\n'), /today: 1 billed/);
  assert.deepEqual(said(await nodes('acme-live', 'own')), before);
});

test('one that takes over the name shows nothing of it, and the renamed one beside it all', async (t) => {
  const { nodes, opened } = await aHistory(t, owned);
  const renamed = { ...owned, name: 'acme-live' };
  const shown = await nodes(owned.name, 'other', [renamed]);
  const words = said(shown);
  for (const one of [
    'today: no calls',
    'month: no calls',
    '0% · 0 of 5 calls',
    'Other environments: acme-live',
  ])
    assert.ok(words.includes(one), `${one} in ${words.join('\n')}`);
  const [share] = shown.flatMap(({ id, children }) => (id === 'budget' ? children : []));
  const [other] = shown.flatMap(({ id, children }) => (id === 'other' ? children : []));
  assert.ok(share !== undefined && other !== undefined);
  assert.deepEqual([await opened(share), await opened(other)], [0, 1]);
});

test('what one spent that is gone stands under the name it had, also beside another of that name', async (t) => {
  const { nodes, opened } = await aHistory(t, owned);
  const shown = await nodes(owned.name, 'again');
  assert.ok(said(shown).includes('Other environments: acme-prod'));
  const [gone] = shown.flatMap(({ id, children }) => (id === 'other' ? children : []));
  assert.ok(gone !== undefined);
  assert.equal(await opened(gone), 1);
});

test('what a sandbox counted as billed is said to be simulated: nothing was', async (t) => {
  const { nodes } = await aHistory(t, { ...owned, kind: 'sandbox', baseUrl: 'http://127.0.0.1:4711' });
  const shown = said(await nodes(owned.name, 'own')).join('\n');
  assert.match(shown, /today: 1 billed.* · simulated/);
  assert.match(shown, /month: 1 billed.* · simulated/);
});
