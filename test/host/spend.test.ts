import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import { node } from '../../src/ui/spend/spendRows.ts';
import {
  pressOfSpend,
  type SpendNode,
  type SpendSnapshot,
  SpendTree,
} from '../../src/ui/spend/start/spendTree.ts';
import { describe, it } from './harness.ts';

const now = 1_000_000;

function snapshot(nodes: readonly SpendNode[]): SpendSnapshot {
  return { nodes, environment: 'acme-prod', staleAt: now + 1000 };
}

/** A tree whose reads are counted and answered as told. */
function counted(read: () => SpendSnapshot): { readonly tree: SpendTree; readonly reads: () => number } {
  let reads = 0;
  const tree = new SpendTree(
    async () => {
      reads += 1;
      return read();
    },
    () => now,
  );
  return { tree, reads: () => reads };
}

describe('the spend view', () => {
  it('reads nothing until somebody looks, and once for all who look', async () => {
    const { tree, reads } = counted(() => snapshot([node({ id: 'a', label: 'Today' })]));
    assert.equal(reads(), 0);
    await Promise.all([tree.getChildren(), tree.getChildren()]);
    assert.equal(reads(), 1);
    tree.refresh();
    assert.equal(reads(), 1);
    await tree.getChildren();
    assert.equal(reads(), 2);
    tree.dispose();
  });

  it('reads again after a read that failed', async () => {
    let broken = true;
    const { tree } = counted(() => {
      if (broken) throw new Error('the ledger is busy');
      return snapshot([]);
    });
    await assert.rejects(tree.getChildren(), /busy/);
    broken = false;
    assert.deepEqual(await tree.getChildren(), []);
    tree.dispose();
  });

  it('says the time left of a cool-down, to eyes and ears, and ticks only while one runs', async () => {
    const cool = node({ id: 'c', label: 'RC', description: 'as asked', until: now + 42_000 });
    const { tree, reads } = counted(() =>
      snapshot([node({ id: 'cool', label: 'Cool-downs', children: [cool] })]),
    );
    await tree.getChildren();
    const drawn: (SpendNode | undefined)[] = [];
    tree.onDidChangeTreeData((one) => drawn.push(one));
    assert.equal(await tree.tick(), true);
    assert.deepEqual(drawn, [cool]);
    const item = tree.getTreeItem(cool);
    assert.equal(item.description, '0:42 · as asked');
    assert.equal(item.accessibilityInformation?.label, 'RC, as asked, 0:42');
    assert.equal(reads(), 1);
    tree.dispose();
    const { tree: calm } = counted(() => snapshot([node({ id: 'a', label: 'Today' })]));
    await calm.getChildren();
    assert.equal(await calm.tick(), false);
    calm.dispose();
  });

  it('opens the orders of a row, or the settings', async () => {
    const filter = { environments: ['acme-prod'] };
    const opening = pressOfSpend(node({ id: 'a', label: 'Today', filter }));
    assert.deepEqual([opening?.command, opening?.arguments], [commandIds.showOrders, [filter]]);
    for (const [sets, command] of [
      ['settings', commandIds.editPrices],
      ['budget', commandIds.setBudget],
      ['price', commandIds.setPrice],
    ] as const) {
      assert.equal(pressOfSpend(node({ id: 'b', label: 'Budget', sets }))?.command, command);
    }
  });

  it('refuses what is no filter of the order history', async () => {
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.showOrders, { outcomes: ['lucky'] }),
      /not a filter of the order history/,
    );
  });
});
