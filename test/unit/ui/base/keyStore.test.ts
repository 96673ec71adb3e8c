import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Environment, readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { KeyStore } = await import('../../../../src/ui/base/start/keyStore.ts');

/*
 * SECURITY.md: "A removed key is gone from the secret storage." README, Batch runs: "replacing or removing the key takes effect with the next one".
 */

const live = { name: 'acme', baseUrl: 'https://api.example.in', kind: 'live' };
function environment(entry: object): Environment {
  const found = readEnvironments([entry]).environments.find(({ name }) => name === 'acme');
  assert.ok(found !== undefined);
  return found;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

/** The secret storage that all windows share; each call takes a moment, as VS Code asks its main process. */
class Secrets {
  readonly kept = new Map<string, string>();
  readonly #listeners = new Set<(event: { key: string }) => void>();
  refuses = false;
  readonly onDidChange = (listener: (event: { key: string }) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  /** Turns that storing takes; all else takes one. */
  storing = 1;
  async get(key: string): Promise<string | undefined> {
    await turns(1);
    return this.kept.get(key);
  }
  async store(key: string, value: string): Promise<void> {
    await turns(this.storing);
    if (this.refuses) throw new Error('the keyring is locked');
    this.kept.set(key, value);
    for (const one of this.#listeners) one({ key });
  }
  async delete(key: string): Promise<void> {
    await turns(1);
    this.kept.delete(key);
    for (const one of this.#listeners) one({ key });
  }
  async keys(): Promise<string[]> {
    await turns(1);
    return [...this.kept.keys()];
  }
}

/** After how many turns from a look, here or in another window, Remove API Key… left the key where it was. */
async function survivals(isElsewhere: boolean, storing: number): Promise<readonly number[]> {
  const survived: number[] = [];
  for (let after = 0; after <= 12; after += 1) {
    const secrets = new Secrets();
    secrets.storing = storing;
    const store = new KeyStore(secrets as never, Date.now);
    await store.store(environment(live), 'an-invented-key-9f3a');
    const withId = environment({ ...live, id: 'e1' });
    const looking = isElsewhere ? new KeyStore(secrets as never, Date.now) : store;
    const looked = looking.state(withId, '');
    await turns(after);
    await store.remove(withId);
    await looked;
    await turns(10);
    if ((await store.state(withId, '')).kind === 'present') survived.push(after);
  }
  return survived;
}

test('a key that is removed while its window takes it over to the id of its environment is gone', async () => {
  for (const storing of [1, 3, 20]) assert.deepEqual(await survivals(false, storing), []);
});

test('a key that is removed while another window takes it over is gone', async () => {
  for (const storing of [1, 2, 3]) assert.deepEqual(await survivals(true, storing), []);
});

test('a key is taken over to the id of its environment, also by two windows at once', async () => {
  const secrets = new Secrets();
  const [here, there] = [new KeyStore(secrets as never, Date.now), new KeyStore(secrets as never, Date.now)];
  await here.store(environment(live), 'an-invented-key-9f3a');
  const withId = environment({ ...live, id: 'e1' });
  const states = await Promise.all([here.state(withId, ''), there.state(withId, ''), here.state(withId, '')]);
  assert.deepEqual([...new Set(states.map(({ kind }) => kind))], ['present']);
  assert.deepEqual([...secrets.kept.keys()], ['verificationExplorer.key.id:e1']);
});

test('removing takes away no other key that another window stores meanwhile', async () => {
  const secrets = new Secrets();
  const store = new KeyStore(secrets as never, Date.now);
  const acme = environment(live);
  await store.store(acme, 'an-old-invented-key-0001');
  let isStored = false;
  secrets.onDidChange(({ key }) => {
    if (!isStored) {
      isStored = true;
      secrets.kept.set(
        key,
        JSON.stringify({ v: 1, key: 'a-new-invented-key-0002', origin: live.baseUrl, savedAt: 1 }),
      );
    }
  });
  await store.remove(acme);
  assert.equal((await store.state(acme, '')).kind, 'present');
});

test('a key of this session alone gives way to one that another window has stored since', async () => {
  const secrets = new Secrets();
  const [here, there] = [new KeyStore(secrets as never, () => 1), new KeyStore(secrets as never, () => 2)];
  const acme = environment(live);
  secrets.refuses = true;
  assert.equal(await here.store(acme, 'an-old-invented-key-0001'), 'session-offer');
  here.keepForSession(acme, 'an-old-invented-key-0001');
  // The keyring is unlocked, and the key replaced in another window.
  secrets.refuses = false;
  assert.equal(await there.store(acme, 'a-new-invented-key-0002'), 'kept');
  const state = await here.state(acme, '');
  assert.equal(state.kind === 'present' ? state.key : state.kind, 'a-new-invented-key-0002');
});

test('a key of this session is used while the keyring cannot be read, and after the clock was set back', async () => {
  const secrets = new Secrets();
  let now = 1000;
  const store = new KeyStore(secrets as never, () => now);
  const acme = environment(live);
  assert.equal(await store.store(acme, 'an-old-invented-key-0001'), 'kept');
  secrets.refuses = true;
  now = 5;
  assert.equal(await store.store(acme, 'a-new-invented-key-0002'), 'session-offer');
  store.keepForSession(acme, 'a-new-invented-key-0002');
  const used = async (): Promise<string> => {
    const state = await store.state(acme, '');
    return state.kind === 'present' ? state.key : state.kind;
  };
  assert.equal(await used(), 'a-new-invented-key-0002');
  secrets.get = () => Promise.reject(new Error('the keyring is locked'));
  assert.equal(await used(), 'a-new-invented-key-0002');
});

test('a key of this session is removed also while the keyring cannot be read, which is told', async () => {
  const secrets = new Secrets();
  const store = new KeyStore(secrets as never, Date.now);
  store.keepForSession(environment(live), 'an-invented-key-9f3a');
  const { get } = secrets;
  secrets.get = async () => {
    throw new Error('the keyring is locked');
  };
  await assert.rejects(store.remove(environment(live)), { message: 'the keyring is locked' });
  secrets.get = get;
  assert.equal((await store.state(environment(live), '')).kind, 'missing');
});
