import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { OrderNode } from '../../../src/ui/start/trees/ordersTree.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const order = (id: string): OrderNode => ({ kind: 'order', order: { id } }) as unknown as OrderNode;
const group = { kind: 'group', id: 'today' } as unknown as OrderNode;
const [one, two, three] = [order('one'), order('two'), order('three')];

describe('rows that a key of the history is meant for', () => {
  let commands: {
    executeCommand: (command: string, ...given: readonly unknown[]) => Promise<void>;
  };
  let real: typeof commands.executeCommand;
  before(async () => {
    await standInForVscode();
    commands = (await import('vscode')).commands as unknown as typeof commands;
    real = commands.executeCommand;
  });

  /** A tree as VS Code has it: selecting opens what was not selected, before or after the command has answered. */
  async function setUp(
    focus: OrderNode,
    selection: readonly OrderNode[],
    opens: 'before' | 'after' | 'much later',
  ) {
    const { FocusedRows } = await import('../../../src/ui/start/trees/focusedRows.ts');
    const clock = { now: 0 };
    const rows = new FocusedRows(() => clock.now);
    const view = { selection };
    const opened: string[] = [];
    let folded = 0;
    let late: (() => void) | null = null;
    rows.of(view);
    const open = (id: string): void => {
      if (!rows.isOnlySelected(id)) opened.push(id);
    };
    commands.executeCommand = async (command) => {
      assert.equal(command, 'list.selectAndPreserveFocus');
      if (focus.kind === 'group') folded += 1;
      const isNew = view.selection.length !== 1 || view.selection[0] !== focus;
      view.selection = [focus];
      if (!isNew || (focus.kind !== 'order' && focus.kind !== 'batch')) return;
      const { id } = focus.kind === 'order' ? focus.order : focus.batch;
      if (opens === 'before') open(id);
      else late = () => open(id);
    };
    const taken = await rows.take();
    if (opens === 'much later') clock.now = 5000;
    (late as (() => void) | null)?.();
    return { taken, opened, open, folded: () => folded };
  }

  it('are the selected ones, where there are several', async () => {
    const { taken, opened } = await setUp(three, [one, two, group], 'before');
    assert.deepEqual([taken, opened], [[one, two], []]);
  });

  it('are all that were selected, though the tree is being drawn anew and gives them back one after another', async () => {
    const { FocusedRows } = await import('../../../src/ui/start/trees/focusedRows.ts');
    const rows = new FocusedRows(() => 0);
    const view: { selection: readonly OrderNode[] } = { selection: [] };
    rows.of(view);
    rows.hasSelected(3);
    commands.executeCommand = async () => assert.fail('the selection is left alone');
    setTimeout(() => (view.selection = [one]), 30);
    setTimeout(() => (view.selection = [one, two, three]), 90);
    assert.deepEqual(await rows.take(), [one, two, three]);
    // Fewer than that for good: those are meant.
    view.selection = [one, two];
    assert.deepEqual(await rows.take(), [one, two]);
  });

  it('are the one with the focus once those selected are gone for good, of which VS Code tells nobody', async () => {
    const { FocusedRows } = await import('../../../src/ui/start/trees/focusedRows.ts');
    const rows = new FocusedRows(() => 0);
    const view: { selection: readonly OrderNode[] } = { selection: [] };
    rows.of(view);
    rows.hasSelected(2);
    commands.executeCommand = async () => {
      view.selection = [three];
    };
    assert.deepEqual(await rows.take(), [three]);
  });

  it('are the one with the focus, not the one that was opened last; nothing opens by that', async () => {
    for (const opens of ['before', 'after'] as const) {
      const { taken, opened, open } = await setUp(two, [one], opens);
      assert.deepEqual([taken, opened], [[two], []], opens);
      open('two');
      assert.deepEqual(opened, ['two'], 'the next click opens');
    }
    const untouched = await setUp(one, [], 'after');
    assert.deepEqual([untouched.taken, untouched.opened], [[one], []]);
  });

  it('swallow no click where nothing had to be selected', async () => {
    const { taken, opened, open } = await setUp(one, [one], 'after');
    open('one');
    assert.deepEqual([taken, opened], [[one], ['one']]);
    assert.deepEqual((await setUp(two, [one], 'much later')).opened, ['two']);
  });

  it('are none where the focus is on an interrupted batch, whose rows are not opened by that', async () => {
    const batch = { kind: 'batch', batch: { id: 'b' } } as unknown as OrderNode;
    for (const opens of ['before', 'after'] as const) {
      const { taken, opened, open } = await setUp(batch, [one], opens);
      assert.deepEqual([taken, opened], [[], []], opens);
      open('b');
      assert.deepEqual(opened, ['b'], 'the next click opens');
    }
  });

  it('are none where the focus is on a group, which stays as it was folded', async () => {
    const { taken, folded } = await setUp(group, [one], 'before');
    assert.deepEqual([taken, folded()], [[], 2]);
  });

  describe('while the tree is drawn anew, and VS Code names none of its rows', () => {
    /** @param selection what is selected, known again after 60 ms */
    async function redrawn(focus: OrderNode, selection: readonly OrderNode[]) {
      const { FocusedRows } = await import('../../../src/ui/start/trees/focusedRows.ts');
      const { hearPresses, pressing } = await import('../../../src/ui/base/start/pressedRow.ts');
      const rows = new FocusedRows(Date.now);
      let selected = selection;
      let isDrawn = false;
      const view = {
        get selection() {
          return isDrawn ? selected : [];
        },
      };
      const opened: string[] = [];
      const presses: Promise<void>[] = [];
      rows.of(view);
      const vscode = await import('vscode');
      Object.assign(commands, { executeCommand: real });
      const own = vscode.commands.registerCommand('test.openOrder', (id: string) => {
        if (!rows.isOnlySelected(id)) opened.push(id);
      });
      const heard = hearPresses<OrderNode>('test.orders', view, (row) =>
        row.kind === 'order' ? { command: 'test.openOrder', title: '', arguments: [row.order.id] } : null,
      );
      commands.executeCommand = async (command, ...given: readonly unknown[]) => {
        if (command !== 'list.selectAndPreserveFocus') return real(command, ...given);
        if (selected.length === 1 && selected[0] === focus) return;
        selected = [focus];
        presses.push(real(pressing('test.orders', { command: '', title: '' }).command));
      };
      setTimeout(() => {
        isDrawn = true;
      }, 60);
      const taken = await rows.take();
      await Promise.all(presses);
      own.dispose();
      heard.dispose();
      return { taken, opened };
    }

    it('are waited for: the key does what it is for, and opens nothing', async () => {
      assert.deepEqual(await redrawn(two, []), { taken: [two], opened: [] });
      assert.deepEqual(await redrawn(two, [one]), { taken: [two], opened: [] });
    });

    it('stay all of those selected', async () => {
      assert.deepEqual(await redrawn(two, [one, two, three]), {
        taken: [one, two, three],
        opened: [],
      });
    });
  });
});
