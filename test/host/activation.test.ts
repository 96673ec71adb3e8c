import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commandIds, settingIds } from '../../src/contributions.ts';
import { eventually, extensionId, tabs, theExtension } from './extension.ts';
import { describe, it } from './harness.ts';

function loadedFiles(): readonly string[] {
  const folder = vscode.extensions.getExtension(extensionId)?.extensionPath ?? '';
  return Object.keys(require.cache).filter((file) => file.startsWith(join(folder, 'dist')));
}

describe('activation', () => {
  it('comes with the end of a start, without anybody asking', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    await eventually('the extension is active', () => (extension?.isActive === true ? true : undefined));
  });

  it('registers every command it contributes', async () => {
    await theExtension();
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const id of Object.values(commandIds)) assert.ok(registered.has(id), id);
  });

  it('reads every setting of the user, with a default', async () => {
    for (const id of Object.values(settingIds)) {
      const found = vscode.workspace.getConfiguration().inspect(id);
      assert.notEqual(found?.defaultValue, undefined, id);
    }
  });

  it('opens the settings file of the default profile, which alone counts for its settings', async () => {
    await theExtension();
    await vscode.commands.executeCommand(commandIds.editPrices);
    const shown = await eventually('settings.json', () => vscode.window.activeTextEditor?.document.uri.path);
    assert.match(shown, /\/User\/settings\.json$/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('loads neither undici nor the sandbox before they are used', async () => {
    await theExtension();
    const loaded = loadedFiles();
    assert.ok(
      loaded.some((file) => file.endsWith('extension.js')),
      'the small entry is loaded',
    );
    assert.ok(!loaded.some((file) => file.endsWith('ledger.js')), 'no history was ever kept');
    assert.ok(!loaded.some((file) => file.endsWith('client.js')), 'undici is not');
  });

  it('refuses an operation it does not know, with the ones it does', async () => {
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.openRequestForm, 'passport'),
      /passport is not an operation.*rc-advanced/,
    );
  });

  it('opens one form for an operation and shows it again', async () => {
    await vscode.commands.executeCommand(commandIds.openRequestForm, 'rc-advanced');
    await eventually('the form', () => (tabs().includes('RC Details Advanced') ? true : undefined));
    await eventually('what a call leaves by, before Send is pressed', () =>
      loadedFiles().find((file) => file.endsWith('client.js')),
    );
    await vscode.commands.executeCommand(commandIds.openRequestForm, 'rc-advanced');
    assert.equal(tabs().filter((label) => label === 'RC Details Advanced').length, 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
