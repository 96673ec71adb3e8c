import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countedTo, goneIdentities, ownerOf } from '../../../../src/calls/environments/countedTo.ts';
import {
  countedAs,
  environmentIdentity,
  isSimulatedIdentity,
  spendersOf,
} from '../../../../src/calls/environments/counting.ts';
import {
  type Environment,
  identityOf,
  sandboxEnvironment,
} from '../../../../src/calls/environments/environments.ts';

const live: Environment = {
  name: 'acme-live',
  id: 'own',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
};
const taker: Environment = { ...live, name: 'acme-test', id: 'taker' };
const all = [sandboxEnvironment, live, taker];
const known = [
  { identity: 'id:gone', names: ['acme-test'], earlier: [] },
  { identity: 'id:own', names: ['acme-test', 'acme-live'], earlier: ['name:acme-prod'] },
  { identity: 'name:acme-prod', names: ['ACME-prod'], earlier: [] },
];

it('takes all names an environment had, under every identity it had, its present one first', () => {
  assert.deepEqual(countedTo(live, known), {
    environments: ['acme-live', 'acme-test', 'ACME-prod'],
    identities: ['id:own', 'name:acme-live', 'name:acme-prod'],
  });
  assert.deepEqual(countedTo(taker, known), {
    environments: ['acme-test'],
    identities: ['id:taker', 'name:acme-test'],
  });
  assert.deepEqual(countedTo(sandboxEnvironment, []), {
    environments: ['Sandbox'],
    identities: ['embedded'],
  });
});

it('finds whose a call is, and who is gone', () => {
  const owner = (identity: string) => ownerOf(all, identity, known)?.name;
  assert.deepEqual(['id:own', 'name:acme-prod', 'name:acme-live', 'embedded', 'id:gone'].map(owner), [
    'acme-live',
    'acme-live',
    'acme-live',
    'Sandbox',
    undefined,
  ]);
  assert.equal(owner(identityOf(taker)), 'acme-test');
  assert.deepEqual(
    goneIdentities(all, known).map(({ identity }) => identity),
    ['id:gone'],
  );
});

it('takes what an environment simulated for its own, by which it was counted apart', () => {
  const before = [
    ...known,
    { identity: 'simulated:id:own', names: ['acme-mock'], earlier: ['simulated:name:acme-old'] },
    { identity: 'simulated:id:gone', names: ['acme-live'], earlier: [] },
  ];
  const { environments, identities } = countedTo(live, before);
  assert.deepEqual(environments, ['acme-live', 'acme-test', 'ACME-prod', 'acme-mock']);
  assert.deepEqual(identities.slice(-2), ['simulated:id:own', 'simulated:name:acme-old']);
  assert.equal(ownerOf(all, 'simulated:id:own', before), live);
  assert.equal(ownerOf(all, 'simulated:id:gone', before), undefined);
});

it('counts by the environment what may be billed, and apart what cannot, of the embedded sandbox nothing else', () => {
  const local: Environment = { ...live, kind: 'sandbox', baseUrl: 'http://127.0.0.1:4711' };
  const remote: Environment = { ...live, kind: 'sandbox' };
  assert.deepEqual(
    [live, remote, local, sandboxEnvironment].map((one) => countedAs(one)),
    ['id:own', 'id:own', 'simulated:id:own', 'embedded'],
  );
  assert.deepEqual(spendersOf(local), ['simulated:id:own', 'simulated:name:acme-live']);
  assert.deepEqual(spendersOf(remote), ['id:own', 'name:acme-live']);
  const said = ['embedded', 'simulated:id:own', 'id:own', 'name:simulated:x'].map(isSimulatedIdentity);
  assert.deepEqual(said, [true, true, false, false]);
  assert.deepEqual(['simulated:id:own', 'id:own'].map(environmentIdentity), ['id:own', 'id:own']);
});
