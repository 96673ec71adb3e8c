import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import type { OrderId } from '../../src/calls/ports/ids.ts';
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
    observed: null,
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

interface Row {
  readonly id: string;
  readonly bytes: number;
  readonly erasures: number;
}

/** Drafts of the ledger's file, by their pages; not that a form is open, which is noted beside them. */
async function drafts(): Promise<ReadonlyMap<string, Row>> {
  const { services } = await theExtension();
  const db = new DatabaseSync(join(services.storageFolder, 'orders.sqlite'), { readOnly: true });
  const rows = db
    .prepare("SELECT id, length(body) AS bytes, erasures FROM drafts WHERE id NOT LIKE 'open-%'")
    .all();
  db.close();
  return new Map(
    rows.map(({ id, bytes, erasures }) => [
      String(id),
      { id: String(id), bytes: Number(bytes), erasures: Number(erasures) },
    ]),
  );
}

const formTitle = 'RC Details Advanced';

/** A form filled with the request of an order, once it is kept. @returns its page */
async function filledForm(order: OrderId): Promise<string> {
  const before = await drafts();
  await vscode.commands.executeCommand(commandIds.sendAgain, order);
  const found = await eventually('it is kept', async () =>
    [...(await drafts()).values()].find(({ id, bytes }) => !before.has(id) && bytes > 0),
  );
  return found.id;
}

describe('what is kept of a form', () => {
  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await (await theExtension()).services.ledger();
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('begins when it is filled, and ends with its tab', async () => {
    const page = await filledForm(await anOrder());
    const tab = await eventually('its tab', () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .find(({ label, input }) => label === formTitle && input instanceof vscode.TabInputWebview),
    );
    await vscode.window.tabGroups.close(tab);
    await eventually('it is gone', async () => ((await drafts()).has(page) ? undefined : true));
  });

  it('ends with the erasure of its input, while its form stays', async () => {
    const { services } = await theExtension();
    const order = await anOrder();
    const page = await filledForm(order);
    await (await services.ledger()).erase([order]);
    assert.deepEqual((await drafts()).get(page), { id: page, bytes: 0, erasures: 1 });
    await eventually('its tab', () => (tabs().includes(formTitle) ? true : undefined));
  });
});

describe('an answer in an editor', () => {
  it('is closed when its order is erased', async () => {
    const { services } = await theExtension();
    const [gone, stays] = [await anOrder(), await anOrder()];
    await vscode.commands.executeCommand(commandIds.openOrderJson, gone);
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await vscode.commands.executeCommand(commandIds.openOrderJson, stays);
    // By their tabs: a document that was opened by a program outlives its tab by some minutes, in memory.
    const open = (): string[] =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []))
        .filter(({ scheme }) => scheme === 'verification-answer')
        .map(({ path }) => path.split('/')[1] ?? '');
    await eventually('both are shown', () =>
      open().includes(gone) && open().includes(stays) ? true : undefined,
    );
    await (await services.ledger()).erase([gone]);
    await eventually('its editor is closed', () => (open().includes(gone) ? undefined : true));
    assert.ok(open().includes(stays), String(open()));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
