import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countedAs, spendersOf } from '../../../src/calls/environments/counting.ts';
import type { Environment } from '../../../src/calls/environments/environments.ts';
import type { GuardFacts } from '../../../src/calls/ports/guardPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aLedger, aWindow, newOrder, place, question } from './aLedger.ts';

const counts = ({ spent, operationToday }: GuardFacts): number[] =>
  [spent.session, spent.day, spent.month, operationToday].map(({ calls }) => calls);

const spent = async (ledger: Ledger, ...spenders: string[]): Promise<number[]> =>
  counts(await ledger.guard(question({ spenders })));

it('keeps what an environment spent before it got its id, whatever it is called later', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'by name');
  assert.deepEqual(await spent(ledger, 'id:acme', 'name:acme-prod'), [1, 1, 1, 1]);
  assert.deepEqual(await spent(ledger, 'id:acme', 'name:acme-live'), [1, 1, 1, 1]);
  const other = await aWindow(t, folder);
  await place(other, 'by id', { order: { environment: 'acme-live', identity: 'id:acme' } });
  assert.deepEqual(await spent(other, 'id:acme', 'name:acme-live'), [2, 2, 2, 2]);
  assert.deepEqual(await spent(other, 'name:acme-live'), [0, 0, 0, 0]);
  assert.deepEqual(await spent(other, 'name:acme-prod'), [1, 1, 1, 1]);
  assert.deepEqual(await spent(other, 'id:else', 'name:else'), [0, 0, 0, 0]);
});

it('takes a name that never spent anything for nobody’s: who takes it over later counts for itself', async (t) => {
  const { ledger } = await aLedger(t);
  assert.deepEqual(await spent(ledger, 'id:acme', 'name:acme-prod'), [0, 0, 0, 0]);
  await place(ledger, 'of another');
  assert.deepEqual(await spent(ledger, 'id:acme', 'name:acme-live'), [0, 0, 0, 0]);
});

it('judges an order by what its name had spent, in the transaction that writes it', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'by name');
  let seen: number[] = [];
  const order = newOrder('by id', { identity: 'id:acme' });
  const admit = (facts: GuardFacts) => {
    seen = counts(facts);
    return null;
  };
  await ledger.begin(order, { question: question({ spenders: ['id:acme', 'name:acme-prod'] }), admit });
  assert.deepEqual(seen, [1, 1, 1, 1]);
  assert.deepEqual(await spent(ledger, 'id:acme', 'name:acme-live'), [2, 2, 2, 2]);
});

const acme: Environment = { name: 'acme', baseUrl: 'https://api.example.invalid', kind: 'live' };
const local = { baseUrl: 'http://127.0.0.1:4711', kind: 'sandbox' } as const;

const spentBy = async (ledger: Ledger, environment: Environment): Promise<number> =>
  (await ledger.guard(question({ spenders: spendersOf(environment) }))).spent.month.calls;

it('what an environment was billed before it got its id counts also where it led to a sandbox while it was renamed', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'billed', { order: { environment: 'acme', identity: countedAs(acme) } });
  assert.equal(await spentBy(ledger, acme), 1);
  // It is given an id, and is a sandbox on this computer for a while.
  const mocked: Environment = { ...acme, ...local, id: 'own' };
  assert.equal(await spentBy(ledger, mocked), 0);
  await place(ledger, 'mocked', { order: { environment: 'acme', identity: countedAs(mocked) } });
  assert.equal(await spentBy(ledger, { ...mocked, name: 'acme-2' }), 1);
  // Back at the service: its budget has been used by one call.
  assert.equal(await spentBy(ledger, { ...acme, id: 'own', name: 'acme-2' }), 1);
});
