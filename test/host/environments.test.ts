import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { commandIds, settingIds } from '../../src/contributions.ts';
import { type Press, pressing } from '../unit/ui/environments/pressing.ts';
import { theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';

const acme: Environment = {
  name: 'edited',
  id: 'edited-1',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
};
const key = 'invented-key-of-the-edited';

function inspected(): unknown {
  return vscode.workspace.getConfiguration().inspect(settingIds.environments)?.globalValue;
}

/** Our entry as the user's settings have it. */
function entry(): unknown {
  const kept = inspected();
  assert.ok(Array.isArray(kept));
  return kept.find((one: { readonly id?: string }) => one.id === acme.id);
}

describe('environments are edited in the user’s settings', () => {
  const { createQuickPick, createInputBox } = vscode.window;

  before(async () => {
    const { services } = await theExtension();
    await services.environments.add(acme);
    assert.equal(await services.keys.store(acme, key), 'kept');
  });

  after(async () => {
    Object.assign(vscode.window, { createQuickPick, createInputBox });
    const { services } = await theExtension();
    await services.keys.remove(acme);
    await services.environments.remove(acme);
    await services.environments.choose(sandboxEnvironment);
  });

  it('by Set Budget and Set Price, which other extensions’ and windows’ writes meanwhile do not lose', async () => {
    const boxes = pressing({ pick: 'Calls today' }, { type: ['100'] });
    await vscode.commands.executeCommand(commandIds.setBudget, acme.name);
    assert.deepEqual(entry(), { ...acme, budget: { day: { calls: 100 } } });
    assert.equal(boxes.length, 2);
    const written = vscode.workspace.getConfiguration();
    const list = [{ ...acme, budget: { day: { calls: 7 } }, limits: { 'email-bulk': { perDay: 9 } } }];
    const meanwhile = () => written.update(settingIds.environments, list, vscode.ConfigurationTarget.Global);
    pressing({ type: ['4.50'], meanwhile });
    await vscode.commands.executeCommand(commandIds.setPrice, 'credit-report', acme.name);
    assert.deepEqual(entry(), { ...list[0], prices: { 'credit-report': '4.50' } });
  });

  it('and a changed address never gets the old key: it is there again for its own origin alone', async () => {
    const { services } = await theExtension();
    const now = (): Environment => services.environments.find(acme.name) ?? assert.fail('it is gone');
    await services.environments.choose(now());
    const edit: Press = { button: 'Edit Base URL…', on: acme.name };
    pressing(edit, { type: ['https://elsewhere.example.invalid'] });
    await vscode.commands.executeCommand(commandIds.selectEnvironment);
    assert.equal(now().baseUrl, 'https://elsewhere.example.invalid');
    assert.deepEqual(await services.keys.state(now(), ''), { kind: 'other-origin', origin: acme.baseUrl });
    const sending = await services.keys.kept(now());
    assert.equal(sending, key, 'it is kept all the same');
    pressing(edit, { type: [acme.baseUrl] });
    await vscode.commands.executeCommand(commandIds.selectEnvironment);
    assert.equal((await services.keys.state(now(), '')).kind, 'present');
  });
});
