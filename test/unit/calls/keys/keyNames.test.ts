import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import { secretNames, strayKey, strayNames } from '../../../../src/calls/keys/keyNames.ts';

const live = (name: string, id?: string): Environment => ({
  name,
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
  ...(id === undefined ? {} : { id }),
});

test('a key belongs to none of the environments where its name and its id are gone', () => {
  const kept = live('Acme Prod', 'id-1');
  const old = live('by-name');
  const gone = [live('Removed', 'id-2'), live('removed-too')];
  const others = ['verificationExplorer.ledgerKey', 'somebody.else'];
  const secrets = [...[kept, old, ...gone].flatMap(secretNames), ...others];
  assert.deepEqual(strayNames(secrets, [sandboxEnvironment, kept, old]), [
    'verificationExplorer.key.id:id-2',
    'verificationExplorer.key.removed',
    'verificationExplorer.key.removed-too',
  ]);
  assert.deepEqual(strayNames(secrets, [kept, old, ...gone]), []);
});

test('a key that is kept under the name of the sandbox belongs to none, for that brings its own', () => {
  const secret = 'verificationExplorer.key.sandbox';
  assert.deepEqual(strayNames([secret], [sandboxEnvironment]), [secret]);
});

test('says of such a key what it was for, and no more of it than its last characters', () => {
  const record = {
    v: 1,
    key: 'an-invented-key-9f3a',
    origin: 'https://api.example.invalid',
    savedAt: 7,
  } as const;
  const named = strayKey('verificationExplorer.key.acme-prod', record);
  assert.deepEqual(named, {
    secret: 'verificationExplorer.key.acme-prod',
    name: 'acme-prod',
    origin: 'https://api.example.invalid',
    tail: '9f3a',
    savedAt: 7,
  });
  assert.deepEqual(strayKey('verificationExplorer.key.id:id-2', null), {
    secret: 'verificationExplorer.key.id:id-2',
    name: null,
    origin: null,
    tail: '',
    savedAt: null,
  });
});
