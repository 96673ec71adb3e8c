import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countedTo, goneIdentities, ownerOf } from '../../../../src/calls/environments/countedTo.ts';
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
