import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderNode } from '../../../../src/ui/start/trees/ordersTree.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { commandHandlers } = await import('../../../../src/ui/commands/handlers.ts');
const { FocusedRows } = await import('../../../../src/ui/start/trees/focusedRows.ts');

const three = [1, 2, 3].map((n) => orderId(`00000000-0000-4000-8000-00000000000${n}`));
const nodes = three.map((id) => ({ kind: 'order', order: anOrder({ id }) }) as unknown as OrderNode);

for (const [what, isErased] of [
  ['given up, the next key waits for all selected rows', false],
  ['done, it waits for none that are gone', true],
] as const) {
  test(`after erasing selected rows was ${what}`, async () => {
    const rows = new FocusedRows(() => 0);
    const view: { selection: readonly OrderNode[] } = { selection: nodes };
    rows.of(view);
    rows.hasSelected(3);
    const ledger = { get: async (id: (typeof three)[0]) => (isErased ? null : anOrder({ id })) };
    const features = { history: { run: async () => undefined } };
    const services = { ledger: async () => ledger };
    const run = commandHandlers({
      services,
      features: async () => features,
      orders: {},
      rows,
      filter: {},
    } as never);
    await run.eraseOrder({ rows: 'focused' });
    let focused = 0;
    Object.assign(vscode.commands, {
      executeCommand: async () => {
        focused += 1;
      },
    });
    // Another window's order comes: the tree is drawn anew, and its rows are known again one after another.
    view.selection = [];
    if (!isErased) {
      setTimeout(() => (view.selection = nodes.slice(0, 1)), 30);
      setTimeout(() => (view.selection = nodes), 90);
    }
    const from = Date.now();
    const taken = await rows.take();
    if (isErased) assert.ok(Date.now() - from < 2500);
    else assert.deepEqual([taken, focused], [nodes, 0]);
  });
}
