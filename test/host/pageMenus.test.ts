import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import type { Services } from '../../src/ui/base/services.ts';
import { takingFirst } from './answers.ts';
import { aSandboxOrder } from './aSandboxOrder.ts';
import { eventually, tabs, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';

const id = 'host-suite-page-menus';
/** As VS Code calls what stands in webview/context: with what the page says of itself. */
const fromMenu = { webview: 'verificationExplorer.page', verificationAnswer: true };
const request = '{"rc_number":"XX00ZZ0102"}';

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

async function orders(services: Services): Promise<number> {
  const ledger = await services.ledger();
  return (await ledger.list({ group: 'all', limit: 500, after: null })).orders.length;
}

async function aSettledOrder(services: Services): Promise<void> {
  const ledger = await services.ledger();
  const order = aSandboxOrder(id, { requestBody: new TextEncoder().encode(request) });
  await ledger.begin(order);
  await ledger.settle(order.id, {
    settledAt: Date.now(),
    outcome: 'negative',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 422,
    messageCode: 'NO_RECORD_FOUND',
    orderId: 'ORD-HOST-MENUS',
    failureCode: null,
    totalMs: 12,
    coolDown: null,
    observed: null,
    answer: {
      head: { status: 422, statusText: 'Unprocessable Entity', headers: [] },
      timing: { connectedMs: 1, firstByteMs: 11, totalMs: 12 },
      wireBytes: 2,
      body: new TextEncoder().encode('{"message_code":"NO_RECORD_FOUND"}'),
      failure: null,
    },
  });
}

describe('the menus of a page', () => {
  before(async () => {
    const { services } = await theExtension();
    await closeAll();
    await aSettledOrder(services);
  });
  after(closeAll);

  it('mean the order that is shown: its answer, its request', async () => {
    await vscode.commands.executeCommand(commandIds.openOrder, id);
    await eventually('the page', () => (tabs().some((one) => one.startsWith('Order')) ? true : undefined));
    await takingFirst(commandIds.copyAs, fromMenu);
    assert.match(await vscode.env.clipboard.readText(), /^curl .*\/api\/v1\/rc\/advanced/m);
    await vscode.commands.executeCommand(commandIds.openOrderJson, fromMenu);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /NO_RECORD_FOUND/);
    await closeAll();
  });

  it('like the palette, which names no order: the one whose page is the active tab', async () => {
    await vscode.commands.executeCommand(commandIds.openOrder, id);
    await eventually('the page', () => (tabs().some((one) => one.startsWith('Order')) ? true : undefined));
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand(commandIds.copyOrderId);
    assert.equal(await vscode.env.clipboard.readText(), 'ORD-HOST-MENUS');
    await vscode.commands.executeCommand(commandIds.openOrderJson);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /NO_RECORD_FOUND/);
    await closeAll();
  });

  it('say what is missing: an answer, a form, a page', async () => {
    await vscode.commands.executeCommand(commandIds.openRequestForm, 'credit-report');
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.openOrderJson, fromMenu),
      /This page shows no answer yet\./,
    );
    await closeAll();
    for (const command of [commandIds.copyAs, commandIds.saveRequestFile, commandIds.openOrderJson]) {
      const address = vscode.Uri.parse('webview-panel:webview-00');
      await assert.rejects(
        async () => vscode.commands.executeCommand(command, address),
        /first|yet/,
        command,
      );
    }
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.sendRequest),
      /Open a request form first/,
    );
  });
});

describe('the command that sends a form', () => {
  after(closeAll);

  it('sends what the form holds, once, and nothing from the page of an order', async () => {
    const { services } = await theExtension();
    await vscode.commands.executeCommand(commandIds.openOrder, id);
    await assert.rejects(async () => vscode.commands.executeCommand(commandIds.sendRequest), /request form/);
    await closeAll();
    const earlier = await orders(services);
    await vscode.commands.executeCommand(commandIds.sendAgain, id);
    // A page that is not loaded yet hears nothing.
    await eventually('one more order', async () => {
      if ((await orders(services)) > earlier) return true;
      await vscode.commands.executeCommand(commandIds.sendRequest);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await orders(services), earlier + 1);
    const ledger = await services.ledger();
    const [newest] = (await ledger.list({ group: 'all', limit: 1, after: null })).orders;
    const payloads = newest === undefined ? null : await ledger.payloads(newest.id);
    assert.ok(payloads?.kind === 'open');
    assert.deepEqual(JSON.parse(new TextDecoder().decode(payloads.requestBody)), JSON.parse(request));
  });
});
