import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { commandIds } from '../../../src/contributions.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

interface Row {
  readonly name: string;
}

describe('a row that is pressed', () => {
  let commands: typeof import('vscode')['commands'];
  let told: Awaited<ReturnType<typeof standInForVscode>>;
  before(async () => {
    told = await standInForVscode();
    commands = (await import('vscode')).commands;
  });

  async function setUp(selection: readonly Row[]) {
    const { hearPresses, pressing } = await import('../../../src/ui/base/start/pressedRow.ts');
    const view = { selection };
    const done: unknown[] = [];
    const own = commands.registerCommand('test.open', (...given: readonly unknown[]) => done.push(given));
    const does = ({ name }: Row) =>
      name === 'folder' ? null : { command: 'test.open', title: 'Open', arguments: [name] };
    const heard = hearPresses('test.view', view, does);
    const command = pressing('test.view', { command: 'test.open', title: 'Open' });
    return {
      view,
      done,
      command,
      press: () => commands.executeCommand(command.command),
      end: () => {
        heard.dispose();
        own.dispose();
      },
    };
  }

  it('has a command that VS Code has nothing to forget of, and does what the selected row does', async () => {
    const { command, press, done, end } = await setUp([{ name: 'one' }]);
    assert.deepEqual([command.title, command.arguments], ['Open', undefined]);
    await press();
    assert.deepEqual(done, [['one']]);
    end();
  });

  it('is waited for while the tree is drawn anew, and is done once', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { view, press, done, end } = await setUp([]);
    const pressed = press();
    for (let n = 0; n < 5; n += 1) {
      t.mock.timers.tick(20);
      await turn();
    }
    assert.deepEqual(done, []);
    view.selection = [{ name: 'two' }];
    t.mock.timers.tick(20);
    await pressed;
    assert.deepEqual(done, [['two']]);
    end();
  });

  it('says that nothing was done where it is gone for good, and does nothing where it only unfolds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { view, press, done, end } = await setUp([]);
    let over = false;
    const pressed = Promise.resolve(press()).then(() => {
      over = true;
    });
    for (let n = 0; n < 200 && !over; n += 1) {
      t.mock.timers.tick(20);
      await turn();
    }
    await pressed;
    const words = 'The list changed as you chose, so nothing was done. Choose again.';
    assert.deepEqual(told.shown.splice(0), [[words]]);
    view.selection = [{ name: 'folder' }];
    await press();
    assert.deepEqual(told.shown, []);
    assert.deepEqual(done, []);
    end();
  });
});

describe('the rows of the three trees', () => {
  before(standInForVscode);

  it('hand VS Code no arguments, which it would forget while it draws them anew', async () => {
    const { OperationsTree } = await import('../../../src/ui/start/trees/operationsTree.ts');
    const { OrdersTree, pressOfOrder } = await import('../../../src/ui/start/trees/ordersTree.ts');
    const { SpendTree } = await import('../../../src/ui/spend/start/spendTree.ts');
    const { node } = await import('../../../src/ui/spend/spendRows.ts');
    const none = (): never => assert.fail('nothing is read for a row');
    const orders = new OrdersTree(none, () => 0, {
      onDidChange: () => ({ dispose: () => undefined }),
    } as never);
    const spend = new SpendTree(none, () => 0);
    const operations = new OperationsTree(() => undefined);
    const order = { kind: 'order', order: anOrder({}) } as const;
    const more = { kind: 'more', group: 'today' } as const;
    const forms = operations.getChildren().flatMap((category) => operations.getChildren(category));
    const items = [
      ...forms.map((one) => operations.getTreeItem(one)),
      orders.getTreeItem(order),
      orders.getTreeItem(more),
      spend.getTreeItem(node({ id: 'a', label: 'Today', filter: {} })),
      spend.getTreeItem(node({ id: 'b', label: 'Budget', sets: 'budget' })),
    ];
    assert.equal(items.length, 8);
    for (const { command } of items) {
      assert.ok(command !== undefined);
      assert.equal(command.arguments, undefined);
    }
    assert.deepEqual(
      [order, more].map((one) => [pressOfOrder(one)?.command, pressOfOrder(one)?.arguments]),
      [
        [commandIds.openOrder, [order.order.id]],
        [commandIds.loadMoreOrders, ['today']],
      ],
    );
  });
});
