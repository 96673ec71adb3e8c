import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemProxies } from '../../src/client/vscodeProxies.ts';
import { describe, it } from './harness.ts';

describe('proxies of the system', () => {
  it('can be asked of this VS Code, which names none here', async () => {
    const system = systemProxies(vscode.env.appRoot, (error) => assert.fail(String(error)));
    assert.ok(system !== undefined, 'VS Code no longer offers what resolves proxies');
    assert.equal(await system('https://api.service.example/'), null);
  });
});
