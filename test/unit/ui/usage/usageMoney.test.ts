import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnvironments } from '../../../../src/calls/environments/environments.ts';
import type { UsageRow } from '../../../../src/calls/ports/usagePorts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { usageState } = await import('../../../../src/ui/usage/usageState.ts');

const { environments } = readEnvironments([
  { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' },
  // Has the name that another one had before.
  { name: 'Local', id: 'new', baseUrl: 'http://127.0.0.1:4711', kind: 'sandbox' },
  { name: 'Priced', baseUrl: 'https://b.example.invalid', kind: 'live', prices: { 'rc-advanced': '4.00' } },
]);
const now = Date.UTC(2026, 10, 21, 12);

const row = (environment: string, part: Partial<UsageRow> = {}): UsageRow => ({
  day: '2026-11-21',
  environment,
  identity: environment === 'Sandbox' ? 'embedded' : `name:${environment.toLowerCase()}`,
  operation: 'rc-advanced',
  messageCode: 'SUCCESS',
  outcome: 'verified',
  billing: 'billed',
  price: null,
  repeat: false,
  calls: 2,
  ...part,
});

/** What Usage shows of these rows. @param environment null = of all */
async function shown(environment: string | null, ...rows: readonly UsageRow[]) {
  const ledger = {
    usage: async () => ({ rows, latency: [] }),
    distinct: async () => ({ environments: ['Acme', 'Sandbox'] }),
  };
  const services = {
    ledger: async () => ledger,
    now: () => now,
    environments: {
      all: () => environments,
      find: (name: string) => environments.find((one) => one.name === name),
    },
  };
  const day = '2026-11-21';
  return usageState(services as never, { environment, period: 'custom', from: day, to: day });
}

async function money(environment: string | null, ...rows: readonly UsageRow[]): Promise<string | undefined> {
  const { summary } = await shown(environment, ...rows);
  return summary.find(([label]) => label === 'Money')?.[1];
}

const nothing = 'simulated, nothing is billed';

test('of the sandbox, which bills nothing, no price is missed', async () => {
  assert.equal(await money('Sandbox', row('Sandbox')), nothing);
  assert.equal(await money('Sandbox'), nothing);
  assert.equal(await money(null, row('Sandbox')), nothing);
});

test('of what bills it is said that no price is set, or what it comes to', async () => {
  assert.equal(await money('Acme', row('Acme')), 'no price set');
  assert.equal(await money('Acme'), 'no price set');
  assert.equal(await money(null), 'no price set');
  assert.equal(await money(null, row('Sandbox'), row('Acme')), 'no price set');
  assert.equal(await money(null, row('Gone')), 'no price set', 'an environment that is gone may have billed');
  assert.match((await money('Acme', row('Acme', { price: '4.00' }))) ?? '', /8\.00/);
});

test('where a price was set after the calls left, it is not called missing', async () => {
  const before = 'calls left before a price was set';
  const other = row('Priced', { operation: 'credit-report' });
  assert.equal(await money('Priced', row('Priced')), before);
  assert.equal(await money(null, row('Priced'), row('Sandbox')), before);
  assert.equal(await money('Priced', row('Priced'), other), 'no price set', 'of one of them there is none');
  assert.equal(await money(null, row('Priced'), row('Acme')), 'no price set');
  assert.match(
    (await money('Priced', row('Priced'), row('Priced', { price: '4.00' }))) ?? '',
    /8\.00.*2 calls/,
  );
});

test('of what another environment spent that had the name of a simulated one nobody says that it was not billed', async () => {
  assert.equal(await money('Local', row('Local', { identity: 'simulated:id:new' })), nothing);
  assert.equal(await money('Local', row('Local', { identity: 'id:old' })), 'no price set');
  assert.equal(
    await money('Local', row('Local', { identity: 'id:new' })),
    'no price set',
    'it was live then',
  );
  assert.equal(await money('Mock', row('Mock', { identity: 'simulated:id:new' })), nothing, 'renamed since');
});

test('of all environments, what was simulated is neither money nor a call without a price', async () => {
  const real = row('Acme', { price: '4.00' });
  const made = row('Sandbox', { calls: 30 });
  const local = row('Local', { identity: 'simulated:id:new', price: '9.00', billing: 'unknown' });
  assert.equal(await money(null, real, made, local), '₹8.00 (estimated)');
  assert.match(
    (await money(null, made, { ...local, billing: 'billed' })) ?? '',
    /^₹18\.00 .*30 calls/,
    'alone',
  );
});

test('shares are of the money also where an operation was only simulated beside real ones: its price is not missed', async () => {
  const simulated = row('Sandbox', { operation: 'email-bulk', outcome: 'negative' });
  const explained = async (...rows: readonly UsageRow[]) =>
    (await shown(null, ...rows)).charts.find(({ id }) => id === 'waste')?.explanation ?? '';
  assert.match(await explained(row('Acme', { price: '4.00' }), simulated), /^Share of the money spent/);
  assert.match(await explained(row('Acme'), simulated), /^Share of the calls billed/);
});
