import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { settingIds } from '../../src/contributions.ts';
import { theExtension } from './extension.ts';
import { after, describe, it } from './harness.ts';

const live: Environment = { name: 'host-suite', baseUrl: 'https://api.example.invalid', kind: 'live' };
const key = 'invented-key-of-the-host-suite';

describe('environments and keys', () => {
  after(async () => {
    const { services } = await theExtension();
    await services.environments.remove(live);
  });

  it('keep a key for the origin it was entered for', async () => {
    const { services } = await theExtension();
    assert.deepEqual(await services.keys.state(live, ''), { kind: 'missing' });
    assert.equal(await services.keys.store(live, key), 'kept');
    const { savedAt, ...state } = { savedAt: 0, ...(await services.keys.state(live, '')) };
    assert.deepEqual(state, { kind: 'present', key });
    assert.ok(savedAt > 0);
    const moved = { ...live, baseUrl: 'https://elsewhere.example.invalid' };
    assert.deepEqual(await services.keys.state(moved, ''), { kind: 'other-origin', origin: live.baseUrl });
  });

  it('name a key whose environment is in the settings no longer, and remove it', async () => {
    const { services } = await theExtension();
    const gone: Environment = { ...live, name: 'Host-Suite Gone', id: 'gone-1' };
    const byName: Environment = { ...live, name: 'Host-Suite Earlier' };
    for (const one of [gone, byName]) assert.equal(await services.keys.store(one, key), 'kept');
    const known = [...services.environments.all(), live];
    const strays = await services.keys.strays(known);
    assert.deepEqual(strays.map(({ name, origin, tail }) => [name, origin, tail]).sort(), [
      [null, live.baseUrl, key.slice(-4)],
      ['host-suite earlier', live.baseUrl, key.slice(-4)],
    ]);
    for (const stray of strays) await services.keys.removeStray(stray);
    assert.deepEqual(await services.keys.strays(known), []);
    assert.deepEqual(await services.keys.state(gone, ''), { kind: 'missing' });
    assert.equal((await services.keys.state(live, '')).kind, 'present');
  });

  it('write no key into settings', async () => {
    const { services } = await theExtension();
    await services.environments.add(live);
    const kept = JSON.stringify(vscode.workspace.getConfiguration().inspect(settingIds.environments));
    assert.match(kept, /host-suite/);
    assert.ok(!kept.includes(key));
  });

  it('choose an environment for this window', async () => {
    const { services } = await theExtension();
    assert.equal(services.environments.current().name, 'Sandbox');
    await services.environments.choose(live);
    assert.equal(services.environments.current().name, live.name);
    await services.environments.choose(sandboxEnvironment);
  });

  it('forget a removed key', async () => {
    const { services } = await theExtension();
    await services.keys.remove(live);
    assert.deepEqual(await services.keys.state(live, ''), { kind: 'missing' });
  });

  it('cannot be set by a workspace', async () => {
    const configuration = vscode.workspace.getConfiguration();
    const target = vscode.ConfigurationTarget.Workspace;
    await assert.rejects(async () => configuration.update(settingIds.environments, [live], target));
  });
});
