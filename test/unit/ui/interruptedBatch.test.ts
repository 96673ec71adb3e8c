import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { batchId } from '../../../src/calls/ports/ids.ts';
import { commandIds, viewIds } from '../../../src/contributions.ts';
import { root } from '../../support/paths.ts';
import { aBatch, aRow, b, order, started } from '../ledger/aBatch.ts';
import { aFolder, aLedger, aSettlement, aWindow, newOrder, noon } from '../ledger/aLedger.ts';
import { standInForVscode } from './vscodeStandIn.ts';

await standInForVscode();
const { OrdersTree, pressOfOrder } = await import('../../../src/ui/start/trees/ordersTree.ts');
const { readBatchRef } = await import('../../../src/ui/asking/arguments.ts');

const forMs = 15_000;
const ended = noon + forMs + 1;

function aTree(ledger: unknown, now: () => number, filter: object = {}) {
  const state = { onDidChange: () => ({ dispose: () => undefined }), current: () => filter };
  const tree = new OrdersTree(async () => ledger as never, now, state as never);
  const rows = async () => {
    const groups = await tree.getChildren();
    const [first] = groups;
    return { groups: groups.length, rows: first === undefined ? [] : await tree.getChildren(first) };
  };
  return { tree, rows };
}

describe('a batch whose window ended without a word', () => {
  it('stays in the history as a row that names its file and what is left', async (t) => {
    const { ledger } = await aLedger(t);
    await started(ledger.batches, [aRow(0), aRow(1), aRow(2)]);
    await ledger.batches.hold(b, 'a window', noon, forMs);
    const { tree, rows } = aTree(ledger, () => ended);
    t.after(() => tree.dispose());
    const { groups, rows: found } = await rows();
    const [node] = found;
    assert.equal(groups, 1);
    assert.equal(found.length, 1);
    assert.ok(node?.kind === 'batch');
    const item = tree.getTreeItem(node);
    assert.equal(item.label, 'secret-name.csv');
    assert.match(String(item.description), /^3 not sent yet · interrupted · now · RC$/);
    const words = 'Batch of secret-name.csv: 3 not sent yet · interrupted';
    assert.equal(item.accessibilityInformation?.label, `RC Details Advanced, ${words}`);
    const press = pressOfOrder(node);
    assert.deepEqual([press?.command, press?.arguments], [commandIds.openBatch, ['b']]);
    assert.equal(readBatchRef(node), 'b');
  });

  it('is hidden by no filter, and stands before the orders', async (t) => {
    const { ledger } = await aLedger(t);
    await started(ledger.batches, [aRow(0), aRow(1)]);
    await ledger.batches.hold(b, 'a window', noon, forMs);
    await ledger.begin({ ...order(0), deadlineAt: noon + 1000 });
    await ledger.recover(noon + 20_000);
    const all = aTree(ledger, () => ended);
    t.after(() => all.tree.dispose());
    assert.deepEqual(
      (await all.rows()).rows.map(({ kind }) => kind),
      ['batch', 'order'],
    );
    const [node] = (await all.rows()).rows;
    assert.ok(node?.kind === 'batch');
    assert.match(String(all.tree.getTreeItem(node).description), /^1 not sent yet · for your decision: 1 · /);
    const none = aTree(ledger, () => ended, { to: 1 });
    t.after(() => none.tree.dispose());
    assert.deepEqual(
      (await none.rows()).rows.map(({ kind }) => kind),
      ['batch'],
    );
  });

  it('stands with what was simulated where a sandbox answered it', async (t) => {
    const { ledger } = await aLedger(t);
    const { batches } = ledger;
    await batches.create({ ...aBatch, environment: 'Sandbox', kind: 'sandbox' });
    await batches.addRows(b, [aRow(0)]);
    await batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
    await batches.hold(b, 'a window', noon, forMs);
    const { tree } = aTree(ledger, () => ended);
    t.after(() => tree.dispose());
    const shown = async () => {
      const groups = await tree.getChildren();
      return Promise.all(
        groups.map(async (group) => [
          tree.getTreeItem(group).label,
          ...(await tree.getChildren(group)).map(({ kind }) => kind),
        ]),
      );
    };
    assert.deepEqual(await shown(), [['Needs attention (simulated)', 'batch']]);
    await ledger.begin({ ...newOrder('live'), deadlineAt: noon + 1000 });
    await ledger.recover(noon + 20_000);
    assert.deepEqual(await shown(), [
      ['Needs attention', 'order'],
      ['Needs attention (simulated)', 'batch'],
    ]);
  });

  it('has a row as long as something is left of it and no window runs it, also once it was given back', async (t) => {
    const { ledger } = await aLedger(t);
    const { batches } = ledger;
    await started(batches, [aRow(0)]);
    const { tree } = aTree(ledger, () => ended);
    t.after(() => tree.dispose());
    const shown = async () =>
      (await tree.unfinished(ledger)).map(({ waiting, interrupted }) => [waiting, interrupted]);
    assert.deepEqual(await shown(), [[1, false]]);
    await batches.hold(b, 'a window', noon + forMs, forMs);
    assert.deepEqual(await shown(), []);
    await batches.hold(b, 'a window', noon, forMs);
    assert.deepEqual(await shown(), [[1, true]]);
    await batches.release(b, 'a window');
    assert.deepEqual(await shown(), [[1, false]]);
    await ledger.begin(order(0));
    await ledger.settle(order(0).id, aSettlement());
    assert.deepEqual(await shown(), []);
    await batches.erase(b, 'another window', ended);
    assert.deepEqual(await shown(), []);
  });

  it('is not said to be interrupted where it was cancelled, or ended with rows for its user’s decision', async (t) => {
    const { ledger } = await aLedger(t);
    await started(ledger.batches, [aRow(0), aRow(1)]);
    const { tree, rows } = aTree(ledger, () => noon);
    t.after(() => tree.dispose());
    const words = async () => {
      const [node] = (await rows()).rows;
      assert.ok(node?.kind === 'batch');
      return tree.getTreeItem(node).accessibilityInformation?.label;
    };
    assert.equal(await words(), 'RC Details Advanced, Batch of secret-name.csv: 2 not sent yet');
    for (const call of [0, 1]) await ledger.batches.setAside(b, call, 'undecided', 'paid', []);
    assert.equal(await words(), 'RC Details Advanced, Batch of secret-name.csv: for your decision: 2');
  });

  it('takes a few rows at most before the orders; the others come with more of them', async (t) => {
    const { ledger } = await aLedger(t);
    for (const count of [1, 2, 3, 4, 5, 6]) {
      const id = batchId(`batch-${count}`);
      await ledger.batches.create({ ...aBatch, id, createdAt: noon + count });
      await ledger.batches.addRows(id, [aRow(0)]);
      await ledger.batches.start(id, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
    }
    const { tree, rows } = aTree(ledger, () => ended);
    t.after(() => tree.dispose());
    const kinds = async () => (await rows()).rows.map(({ kind }) => kind);
    assert.deepEqual(await kinds(), [...Array(5).fill('batch'), 'more']);
    tree.loadMore('attention');
    assert.deepEqual(await kinds(), Array(6).fill('batch'));
  });

  it('takes nothing of the history along where the key that sealed its name cannot be read', async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder);
    await started(before.batches, [aRow(0), aRow(1)]);
    await before.batches.hold(b, 'a window', noon, forMs);
    await before.begin({ ...order(0), deadlineAt: noon + 1000 });
    await before.recover(noon + 20_000);
    await before.close();
    const refused = () => Promise.reject(new Error('the keyring is locked'));
    const ledger = await aWindow(t, folder, { current: refused, find: refused });
    const { tree, rows } = aTree(ledger, () => ended);
    t.after(() => tree.dispose());
    const found = await rows();
    assert.deepEqual([found.groups, found.rows.map(({ kind }) => kind)], [1, ['batch', 'order']]);
    const [node] = found.rows;
    assert.ok(node?.kind === 'batch');
    assert.equal(tree.getTreeItem(node).label, 'a file whose name is not kept');
  });

  it('is looked for again when its hold ends, by itself', async (t) => {
    const { ledger } = await aLedger(t);
    await started(ledger.batches, [aRow(0)]);
    await ledger.batches.hold(b, 'a window', noon, forMs);
    let now = noon + 5000;
    const { tree, rows } = aTree(ledger, () => now);
    t.after(() => tree.dispose());
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let drawn = 0;
    tree.onDidChangeTreeData(() => {
      drawn += 1;
    });
    assert.equal((await rows()).groups, 0);
    t.mock.timers.tick(10_000);
    assert.equal(drawn, 0);
    t.mock.timers.tick(1);
    assert.equal(drawn, 1);
    now = ended;
    assert.equal((await rows()).groups, 1);
  });

  it('is not looked for without end where a clock that went far ahead holds it', async (t) => {
    const { ledger } = await aLedger(t);
    await started(ledger.batches, [aRow(0)]);
    await ledger.batches.hold(b, 'a window', noon + 40 * 24 * 3_600_000, forMs);
    const { tree } = aTree(ledger, () => noon);
    t.after(() => tree.dispose());
    let drawn = 0;
    tree.onDidChangeTreeData(() => {
      drawn += 1;
    });
    await tree.unfinished(ledger);
    await rest(50);
    assert.equal(drawn, 0);
  });

  it('is resumed, shown and erased from its menu', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const items: readonly { readonly command: string; readonly when: string; readonly group: string }[] =
      manifest.contributes.menus['view/item/context'];
    const on = items.filter(({ when }) => when.includes(viewIds.orders) && when.includes('\\bbatch\\b'));
    assert.deepEqual(
      on.map(({ command, group }) => [command, group]),
      [
        [commandIds.resumeBatch, 'inline@1'],
        [commandIds.openBatch, '1_open@1'],
        [commandIds.resumeBatch, '2_send@1'],
        [commandIds.eraseBatch, '6_erase@1'],
      ],
    );
  });
});
