import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { NewOrder } from '../../src/calls/ports/ports.ts';
import { commandIds } from '../../src/contributions.ts';
import type { OrderNode, OrdersTree } from '../../src/ui/start/trees/ordersTree.ts';
import { aSandboxOrder } from './aSandboxOrder.ts';
import { eventually, tabs, theExtension } from './extension.ts';
import { describe, it } from './harness.ts';

let made = 0;

function anOrder(changes: Partial<NewOrder> = {}): NewOrder {
  made += 1;
  return aSandboxOrder(`host-suite-${made}`, { maskedInput: 'XX••01', ...changes });
}

/** Every order of the history as the tree shows it, group after group. */
async function rows(orders: OrdersTree): Promise<Extract<OrderNode, { kind: 'order' }>[]> {
  const groups = await orders.getChildren();
  const children = await Promise.all(groups.map((group) => orders.getChildren(group)));
  return children.flat().filter((node) => node.kind === 'order');
}

describe('orders', () => {
  it('show an order in flight, then what it came to', async () => {
    const { services, orders } = await theExtension();
    const ledger = await services.ledger();
    const order = anOrder();
    await ledger.begin(order);
    const row = async () => (await rows(orders)).find((node) => node.order.id === order.id);
    const before = await row();
    assert.ok(before !== undefined);
    assert.equal(before.order.state, 'in-flight');
    await ledger.settle(order.id, {
      settledAt: Date.now(),
      outcome: 'negative',
      billing: 'billed',
      evidence: 'stated',
      httpStatus: 422,
      messageCode: 'NO_RECORD_FOUND',
      orderId: 'ORD-HOST-1',
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
    const after = await row();
    assert.ok(after !== undefined);
    const item = orders.getTreeItem(after);
    assert.equal(item.label, 'XX••01');
    assert.match(item.accessibilityInformation?.label ?? '', /^RC Details Advanced/);
    assert.match(String(item.description), /^no record · (now|\d+ min) · RC$/);
    assert.match(item.accessibilityInformation?.label ?? '', /negative.*billed/);
    assert.match(String(item.contextValue), /\bhasOrderId\b/);
  });

  it('copy the order_id', async () => {
    await vscode.commands.executeCommand(commandIds.copyOrderId, 'host-suite-1');
    assert.equal(await vscode.env.clipboard.readText(), 'ORD-HOST-1');
  });

  it('open as a page and as a read-only document', async () => {
    await vscode.commands.executeCommand(commandIds.openOrder, 'host-suite-1');
    await eventually('the page', () =>
      tabs().some((label) => label.startsWith('Order')) ? true : undefined,
    );
    await vscode.commands.executeCommand(commandIds.openOrderJson, 'host-suite-1');
    const editor = vscode.window.activeTextEditor;
    const text = editor?.document.getText() ?? '';
    assert.match(text, /NO_RECORD_FOUND/);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(editor?.document.getText(), text, 'the document must not take what is typed');
    assert.equal(editor?.document.languageId, 'json');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('past their deadline become unknown: may have been billed', async () => {
    const { services, orders } = await theExtension();
    const ledger = await services.ledger();
    const order = anOrder({ deadlineAt: Date.now() - 1 });
    await ledger.begin(order);
    const lost = await ledger.recover(Date.now());
    assert.ok(lost.includes(order.id));
    const groups = await orders.getChildren();
    const names = groups.map((one) => (one.kind === 'group' ? one.id : one.kind));
    const at = names.indexOf('attention-simulated');
    const above = names.slice(0, at).filter((name) => name !== 'attention');
    assert.ok(at >= 0 && above.length === 0, `what wants attention stands on top: ${names}`);
    const group = groups[at];
    assert.ok(group !== undefined);
    const [first] = await orders.getChildren(group);
    assert.ok(first?.kind === 'order' && first.order.id === order.id);
    assert.match(String(orders.getTreeItem(first).description), /may be billed/);
  });

  it('that do not exist are refused with a sentence', async () => {
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.openOrder, 'nobody'),
      /no longer in the order history/,
    );
  });
});
