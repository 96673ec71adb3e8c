import assert from 'node:assert/strict';
import { connect } from 'node:net';
import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import { theExtension } from './extension.ts';
import { describe, it } from './harness.ts';

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Last of all files: after it the extension is gone from this host. */
describe('disposal', () => {
  it('leaves no server, no open ledger, no timer and no command behind', async () => {
    const handle = await theExtension();
    const sandbox = await handle.services.sandbox();
    const port = Number(new URL(sandbox.url).port);
    const ledger = await handle.services.ledger();
    await vscode.commands.executeCommand(commandIds.openRequestForm, 'rc-advanced');
    assert.equal(await accepts(port), true);

    await handle.deactivate();
    for (const part of handle.subscriptions) part.dispose();

    assert.equal(await accepts(port), false, 'the sandbox is down');
    await assert.rejects(() => ledger.attentionCount(), 'the ledger is closed');
    const left = (await vscode.commands.getCommands(true)).filter((id) =>
      id.startsWith('verificationExplorer.'),
    );
    const ours: readonly string[] = Object.values(commandIds);
    assert.deepEqual(
      left.filter((id) => ours.includes(id)),
      [],
    );
    const pages = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => tab.label === 'RC Details Advanced');
    assert.deepEqual(pages, []);
  });
});
