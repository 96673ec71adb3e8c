import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { Settlement } from '../../../../src/calls/ports/ports.ts';
import { aLedger, noon, pending, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { removeAsked } = await import('../../../../src/ui/environments/environmentCommands.ts');
const { EnvironmentState } = await import('../../../../src/ui/base/start/environmentState.ts');

const mine = { name: 'acme-prod', id: 'one', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;
const memento = { get: (_: string, fallback: unknown) => fallback, update: async () => undefined };

const row = { flawed: false, paid: false, why: null, calls: 1 };
const batches = [
  {
    source: 'vehicles.csv',
    state: 'started',
    identity: 'id:one',
    tally: [
      { ...row, state: 'done', rows: 7 },
      { ...row, state: 'waiting', rows: 3 },
      { ...row, state: 'undecided', rows: 2 },
    ],
  },
  // From before the environment had an id.
  {
    source: 'more.csv',
    state: 'started',
    identity: 'name:acme-prod',
    tally: [{ ...row, state: 'waiting', rows: 4 }],
  },
  { source: 'ended.csv', state: 'started', identity: 'id:one', tally: [{ ...row, state: 'done', rows: 9 }] },
  {
    source: 'review.csv',
    state: 'planning',
    identity: 'id:one',
    tally: [{ ...row, state: 'waiting', rows: 9 }],
  },
  {
    source: 'other.csv',
    state: 'started',
    identity: 'id:two',
    tally: [{ ...row, state: 'waiting', rows: 9 }],
  },
];
let kept: () => Promise<unknown> = async () => ({
  countUpTo: async () => 0,
  batches: { list: async () => [] },
});
const warned: string[] = [];
const log = { warn: (what: string) => void warned.push(what) };

/** Answers the question with yes. @param removed gets the names of the environments whose key is removed */
async function removeMine(entries: readonly unknown[], removed: string[], cannot = ''): Promise<void> {
  told.settings['verificationExplorer.environments'] = entries;
  const environments = new EnvironmentState(memento as never);
  const environment = environments.find('acme-prod');
  assert.ok(environment);
  const keys = { remove: async ({ name }: { name: string }) => void removed.push(name) };
  told.answers.push('Remove');
  told.unwritable = cannot;
  const services = { environments, keys, log, session: 'window', now: () => 0, ledger: () => kept() };
  await removeAsked(services as never, environment).finally(() => environments.dispose());
}

test('an environment that cannot be taken out of the settings keeps its key', async () => {
  const removed: string[] = [];
  // As VS Code does while settings.json is open with unsaved changes.
  const why = 'Unable to write into user settings because the file has unsaved changes.';
  await assert.rejects(removeMine([mine], removed, why), { message: why });
  assert.deepEqual(removed, []);
  assert.deepEqual(told.settings['verificationExplorer.environments'], [mine]);
});

test('what is removed is the environment that was picked, with its key, and no other entry of its name', async () => {
  const other = { ...mine, name: 'Acme-Prod', id: 'two', prices: { 'rc-advanced': '4.50' } };
  const broken = { name: 'acme-prod' };
  const removed: string[] = [];
  await removeMine([broken, mine, other], removed);
  assert.deepEqual(removed, ['acme-prod']);
  assert.deepEqual(told.settings['verificationExplorer.environments'], [broken, other]);
});

test('the question names the rows that wait in batches of this environment, and what becomes of them', async () => {
  kept = async () => ({ countUpTo: async () => 0, batches: { list: async () => batches } });
  told.shown.length = 0;
  await removeMine([mine], []);
  const words =
    'Rows that wait in its batches: 9 (vehicles.csv, more.csv). They stay kept, but are not sent without this environment; a batch that runs pauses.';
  const detail = `${words}\nIts orders stay in the order history.`;
  assert.deepEqual(told.shown, [['Remove acme-prod and its API key?', { modal: true, detail }, 'Remove']]);
});

test('the question names the orders of this environment that need attention, as the tree counts them', async (t) => {
  const { ledger } = await aLedger(t);
  const of = (id: string, identity: string, settlement: Partial<Settlement>) =>
    place(ledger, id, { order: { identity }, settlement });
  await of('a', 'id:one', pending);
  await of('b', 'id:one', { ...pending, outcome: 'unknown', billing: 'unknown' });
  // From before the environment had an id.
  await of('c', 'name:acme-prod', pending);
  await of('recorded', 'id:one', pending);
  await ledger.resolve(orderId('recorded'), { at: noon, outcome: 'refunded', note: '', pasted: null });
  await of('settled', 'id:one', { ...pending, outcome: 'verified' });
  await of('other', 'id:two', pending);
  kept = async () => ledger;
  told.shown.length = 0;
  await removeMine([mine], []);
  const detail =
    'Its orders that need attention: 3. What came of them can be recorded without it, too.\nIts orders stay in the order history.';
  assert.deepEqual(told.shown, [['Remove acme-prod and its API key?', { modal: true, detail }, 'Remove']]);
});

test('a history that cannot be read keeps nobody from removing an environment', async () => {
  kept = async () => Promise.reject(new Error('damaged'));
  const removed: string[] = [];
  await removeMine([mine], removed);
  assert.deepEqual([removed, warned], [['acme-prod'], ['what an environment leaves open']]);
});
