import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Environment, sandboxEnvironment } from '../../../src/calls/environments/environments.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const live: Environment = { name: 'acme', baseUrl: 'https://api.example.invalid', kind: 'live' };

type Listener = () => void;

const failed = (error: unknown): never => assert.fail(String(error));

const nothing = { dispose: (): void => undefined };

describe('what VS Code starts in every window', () => {
  let window: Record<string, unknown>;
  before(async () => {
    await standInForVscode();
    window = (await import('vscode')).window as unknown as Record<string, unknown>;
  });

  it('opens the history a little later where one is kept, and nothing where none is', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { openAfterStart } = await import('../../../src/ui/start/afterStart.ts');
    const file = join(mkdtempSync(join(tmpdir(), 'startup-')), 'orders.sqlite');
    let opened = 0;
    const failures: unknown[] = [];
    const open = async (): Promise<void> => {
      opened += 1;
      throw new Error('locked');
    };
    let nothing = 0;
    const none = async (): Promise<void> => {
      nothing += 1;
    };
    const start = () => openAfterStart(file, open, none, (error) => failures.push(error));
    start();
    t.mock.timers.tick(10_000);
    assert.deepEqual([opened, nothing], [0, 1]);
    writeFileSync(file, '');
    start().dispose();
    start();
    assert.equal(opened, 0);
    t.mock.timers.tick(10_000);
    await turn();
    assert.deepEqual([opened, nothing, failures.map(String)], [1, 1, ['Error: locked']]);
  });

  it('shows the environment only where it is live or the extension was used', async () => {
    const { showEnvironmentStatus } = await import('../../../src/ui/start/status/environmentStatus.ts');
    const { UsedHere } = await import('../../../src/ui/start/status/usedHere.ts');
    const kept = new Map<string, unknown>();
    const memory = {
      get: (key: string, other: unknown) => kept.get(key) ?? other,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    } as never;
    let shown = false;
    window.createStatusBarItem = () => ({
      ...nothing,
      show: () => {
        shown = true;
      },
      hide: () => {
        shown = false;
      },
    });
    let current = sandboxEnvironment;
    let changed: Listener = () => undefined;
    const environments = {
      current: () => current,
      onDidChange: (listener: Listener) => {
        changed = listener;
        return nothing;
      },
    } as never;
    const used = new UsedHere(memory, failed);
    showEnvironmentStatus(environments, used);
    assert.equal(shown, false);
    current = live;
    changed();
    assert.equal(shown, true);
    current = sandboxEnvironment;
    changed();
    assert.equal(shown, false);
    used.mark();
    assert.equal(shown, true);
    await turn();
    assert.equal(new UsedHere(memory, failed).is, true);
  });

  it('counts orders that want attention while nobody looks at their view', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { showOrdersView } = await import('../../../src/ui/start/trees/ordersView.ts');
    const view = {
      ...nothing,
      visible: false,
      badge: undefined as unknown,
      onDidChangeVisibility: () => nothing,
      onDidChangeSelection: () => nothing,
    };
    window.createTreeView = () => view;
    let waiting = 0;
    let settle: Listener = () => undefined;
    const ledger = {
      attentionCount: async () => waiting,
      list: async () => ({ orders: [] }),
      followUps: { due: async () => 0 },
      onDidChange: (listener: Listener) => {
        settle = listener;
        return () => undefined;
      },
    } as unknown as Ledger;
    let opened = 0;
    const open = async (): Promise<Ledger> => {
      opened += 1;
      return ledger;
    };
    let unfinished: readonly unknown[] = [];
    const tree = { onDidChangeTreeData: () => nothing, unfinished: async () => unfinished } as never;
    const filter = { current: () => ({}) } as never;
    const orders = showOrdersView(tree, filter, open, () => 0, failed, { of: () => undefined } as never);
    await turn();
    assert.equal(opened, 0);
    orders.attend(ledger);
    await turn();
    assert.equal(view.badge, undefined);
    waiting = 2;
    settle();
    settle();
    t.mock.timers.tick(1000);
    await turn();
    assert.deepEqual(view.badge, { value: 2, tooltip: '2 orders need attention' });
    assert.equal(opened, 2);
    unfinished = [{}];
    settle();
    t.mock.timers.tick(1000);
    await turn();
    const both = '2 orders need attention, 1 batch is unfinished';
    assert.deepEqual(view.badge, { value: 3, tooltip: both });
    waiting = 0;
    settle();
    t.mock.timers.tick(1000);
    await turn();
    assert.deepEqual(view.badge, { value: 1, tooltip: '1 batch is unfinished' });
    unfinished = [];
    settle();
    t.mock.timers.tick(1000);
    await turn();
    assert.equal(view.badge, undefined);
    orders.dispose();
  });

  it('counts anew last what changed last, also where an earlier look takes longer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { showOrdersView } = await import('../../../src/ui/start/trees/ordersView.ts');
    const view = {
      ...nothing,
      visible: true,
      badge: undefined as unknown,
      message: '',
      onDidChangeVisibility: () => nothing,
      onDidChangeSelection: () => nothing,
    };
    window.createTreeView = () => view;
    let waiting = 1;
    let look: Listener = () => undefined;
    const slow = new Promise<void>((resolve) => {
      look = resolve;
    });
    const ledger = {
      attentionCount: async () => waiting,
      // Another window writes: it is tried again a little later.
      list: async () => {
        await slow;
        return { orders: [] };
      },
      followUps: { due: async () => 0 },
      onDidChange: () => () => undefined,
    } as unknown as Ledger;
    let changed: Listener = () => undefined;
    const tree = {
      onDidChangeTreeData: (listener: Listener) => {
        changed = listener;
        return nothing;
      },
      unfinished: async () => [],
    } as never;
    const orders = showOrdersView(
      tree,
      { current: () => ({}) } as never,
      async () => ledger,
      () => 0,
      failed,
      { of: () => undefined } as never,
    );
    await turn();
    waiting = 0;
    changed();
    await turn();
    look();
    await turn();
    assert.equal(view.badge, undefined);
    orders.dispose();
  });
});
