import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import type { OrderId } from '../../src/calls/ids.ts';
import { commandIds } from '../../src/contributions.ts';
import { aSandboxOrder } from './aSandboxOrder.ts';
import { eventually, tabs, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';

let made = 0;

/** A settled order with an input of its own. */
async function anOrder(): Promise<OrderId> {
  const { services } = await theExtension();
  const ledger = await services.ledger();
  made += 1;
  const body = new TextEncoder().encode(`{"rc_number":"XX00ER000${made}"}`);
  const order = aSandboxOrder(`drafts-${made}`, { requestBody: body });
  await ledger.begin(order);
  await ledger.settle(order.id, {
    settledAt: Date.now(),
    outcome: 'negative',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 422,
    messageCode: 'NO_RECORD_FOUND',
    orderId: `ORD-DRAFTS-${made}`,
    failureCode: null,
    totalMs: 12,
    coolDown: null,
    answer: {
      head: { status: 422, statusText: 'Unprocessable Entity', headers: [] },
      timing: { connectedMs: 1, firstByteMs: 11, totalMs: 12 },
      wireBytes: 2,
      body: new TextEncoder().encode('{"message_code":"NO_RECORD_FOUND"}'),
      failure: null,
    },
  });
  return order.id;
}

/** Drafts of the ledger's file: those that hold something, and those that something was erased of. */
async function drafts(): Promise<{ readonly kept: number; readonly emptied: number }> {
  const { services } = await theExtension();
  const db = new DatabaseSync(join(services.storageFolder, 'orders.sqlite'), { readOnly: true });
  const row = db
    .prepare(
      'SELECT coalesce(sum(length(body) > 0), 0) AS kept, coalesce(sum(erasures), 0) AS emptied FROM drafts',
    )
    .get();
  db.close();
  return { kept: Number(row?.kept), emptied: Number(row?.emptied) };
}

const formTitle = 'RC Details Advanced';

describe('what is kept of a form', () => {
  const start = { kept: 0, emptied: 0 };

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await (await theExtension()).services.ledger();
    Object.assign(start, await drafts());
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('begins when it is filled, and ends with its tab', async () => {
    await vscode.commands.executeCommand(commandIds.sendAgain, await anOrder());
    await eventually('it is kept', async () => ((await drafts()).kept === start.kept + 1 ? true : undefined));
    const tab = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .find(({ label }) => label === formTitle);
    assert.ok(tab !== undefined, String(tabs()));
    await vscode.window.tabGroups.close(tab);
    await eventually('it is gone', async () => ((await drafts()).kept === start.kept ? true : undefined));
  });

  it('ends with the erasure of its input; the form stays and keeps what comes then', async () => {
    const { services } = await theExtension();
    const id = await anOrder();
    await vscode.commands.executeCommand(commandIds.sendAgain, id);
    await eventually('it is kept', async () => ((await drafts()).kept === start.kept + 1 ? true : undefined));
    await (await services.ledger()).erase([id]);
    assert.deepEqual(await drafts(), { kept: start.kept, emptied: start.emptied + 1 });
    assert.ok(tabs().includes(formTitle));
  });
});

describe('an answer in an editor', () => {
  it('is closed when its order is erased', async () => {
    const { services } = await theExtension();
    const [gone, stays] = [await anOrder(), await anOrder()];
    await vscode.commands.executeCommand(commandIds.openOrderJson, gone);
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await vscode.commands.executeCommand(commandIds.openOrderJson, stays);
    const open = (): string[] =>
      vscode.workspace.textDocuments
        .filter(({ uri, isClosed }) => uri.scheme === 'verification-answer' && !isClosed)
        .map(({ uri }) => uri.path.split('/')[1] ?? '');
    assert.deepEqual(open().sort(), [gone, stays].sort());
    await (await services.ledger()).erase([gone]);
    await eventually('its editor is closed', () => (open().includes(gone) ? undefined : true));
    assert.ok(open().includes(stays), String(open()));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
