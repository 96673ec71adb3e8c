import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import { eventually, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';

const gone = /no longer in the order history/;
const said: string[] = [];
const { showErrorMessage } = vscode.window;

describe('a command that fails', () => {
  before(async () => {
    await theExtension();
    const show = async (sentence: string): Promise<undefined> => {
      said.push(sentence);
      return undefined;
    };
    Object.assign(vscode.window, { showErrorMessage: show });
  });
  after(() => {
    Object.assign(vscode.window, { showErrorMessage });
  });

  it('is an error for an extension that calls it, and nothing is shown', async () => {
    await assert.rejects(async () => vscode.commands.executeCommand(commandIds.openOrder, 'nobody'), gone);
    assert.deepEqual(said, []);
  });

  it('is a sentence of ours where the workbench runs it, as palette, keys and menus do', async () => {
    // This command is the workbench's own: what it runs comes to the extension as from a key.
    await vscode.commands.executeCommand('runCommands', {
      commands: [{ command: commandIds.openOrder, args: 'nobody' }],
    });
    await eventually('the sentence', () => (said.length > 0 ? true : undefined));
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', gone);
  });
});
