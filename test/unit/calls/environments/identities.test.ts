import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  environmentWith,
  identitiesOf,
  identityOf,
  readEnvironments,
  sandboxEnvironment,
} from '../../../../src/calls/environments/environments.ts';
import { plain } from '../../../../src/contract/words.ts';

const acme = { name: 'Acme', id: 'a-1_B', baseUrl: 'https://api.example.in', kind: 'live' };
const other = { name: 'other', baseUrl: 'https://other.example.in', kind: 'live' };

test('an id is taken where it is of letters, digits, - and _, up to 64', () => {
  for (const id of ['a-1_B', 'x', 'x'.repeat(64)]) {
    const { environments, problems } = readEnvironments([{ ...acme, id }]);
    assert.equal(environments.at(-1)?.id, id);
    assert.deepEqual(problems, []);
  }
  for (const id of ['', 'x'.repeat(65), 'a b', 'é', 7, null]) {
    const { environments, problems } = readEnvironments([{ ...acme, id }]);
    assert.deepEqual(environments, [sandboxEnvironment]);
    assert.deepEqual(problems.map(plain), [
      'The id of environment Acme is not a text of letters, digits, - and _; it is left out. Remove the id if you wrote it yourself.',
    ]);
  }
});

test('an entry that was copied with its id is left out, and both are named', () => {
  const { environments, problems } = readEnvironments([acme, { ...acme, name: 'copy' }, other]);
  assert.deepEqual(
    environments.map(({ name }) => name),
    ['Sandbox', 'Acme', 'other'],
  );
  assert.deepEqual(problems.map(plain), [
    'Environment copy has the same id as Acme; it is left out. Remove the id of the copied one.',
  ]);
});

test('an environment is told by its id, else by its name in whatever case, and the sandbox by being it', () => {
  const { environments } = readEnvironments([acme, other]);
  assert.deepEqual(environments.map(identityOf), ['embedded', 'id:a-1_B', 'name:other']);
  assert.deepEqual(environments.map(identitiesOf), [['embedded'], ['id:a-1_B', 'name:acme'], ['name:other']]);
  for (const [identity, name] of [
    ['embedded', 'Sandbox'],
    ['id:a-1_B', 'Acme'],
    // What it was told by before it was given its id.
    ['name:acme', 'Acme'],
    ['name:other', 'other'],
    ['id:other', undefined],
    ['name:sandbox', undefined],
  ] as const) {
    assert.equal(environmentWith(environments, identity)?.name, name, identity);
  }
});
