import * as vscode from 'vscode';
import type { Ledger } from '../../../calls/ports/ports.ts';
import { viewIds } from '../../../contributions.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import { hearPresses } from '../../base/start/pressedRow.ts';
import { pressOfSpend, type SpendNode, type SpendSnapshot, type SpendTree } from './spendTree.ts';

/** A burst of orders is one refresh. */
const settleMs = 300;
const secondMs = 1000;
/** Longest wait of a timer in one go; a sleeping computer wakes up with old timers. */
const longestMs = 3_600_000;

interface Parts {
  readonly tree: SpendTree;
  readonly environments: EnvironmentState;
  readonly ledger: () => Promise<Ledger>;
  readonly now: () => number;
  readonly warn: (error: unknown) => void;
}

/** The spend view. While nobody looks, nothing is read and no timer runs; what changed meanwhile is read when it shows. */
class SpendView implements vscode.Disposable {
  private readonly parts: Parts;
  private readonly view: vscode.TreeView<SpendNode>;
  private readonly listeners: vscode.Disposable[];
  private stopLedger: (() => void) | null = null;
  private watching = false;
  private stale = false;
  private settling: NodeJS.Timeout | null = null;
  private aging: NodeJS.Timeout | null = null;
  private ticking: NodeJS.Timeout | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
    const { tree, environments } = parts;
    this.view = vscode.window.createTreeView(viewIds.spend, {
      treeDataProvider: tree,
      showCollapseAll: true,
    });
    this.listeners = [
      this.view,
      hearPresses(viewIds.spend, this.view, pressOfSpend),
      tree.onDidLoad((snapshot) => this.shown(snapshot)),
      this.view.onDidChangeVisibility(() => this.visibility()),
      environments.onDidChange(() => this.refreshSoon()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('verificationExplorer')) this.refreshSoon();
      }),
    ];
  }

  private shown(snapshot: SpendSnapshot): void {
    this.view.description = snapshot.environment;
    this.watch().catch(this.parts.warn);
    this.age(snapshot.staleAt);
    this.tick();
  }

  private async watch(): Promise<void> {
    if (this.watching) return;
    this.watching = true;
    this.stopLedger = (await this.parts.ledger()).onDidChange(() => this.refreshSoon());
  }

  private visibility(): void {
    if (!this.view.visible) this.rest();
    else if (this.stale) this.refresh();
    else this.tick();
  }

  private refreshSoon(): void {
    this.stale = true;
    if (!this.view.visible || this.settling !== null) return;
    this.settling = setTimeout(() => this.refresh(), settleMs);
  }

  private refresh(): void {
    this.rest();
    this.stale = false;
    this.parts.tree.refresh();
  }

  private age(staleAt: number): void {
    if (this.aging !== null) clearTimeout(this.aging);
    this.stale = false;
    const wait = Math.min(longestMs, Math.max(secondMs, staleAt - this.parts.now()));
    this.aging = setTimeout(() => this.refreshSoon(), wait);
    this.aging.unref();
  }

  /** Once a second, as long as a cool-down is shown. */
  private tick(): void {
    if (this.ticking !== null) clearTimeout(this.ticking);
    this.ticking = setTimeout(async () => {
      try {
        if (this.view.visible && (await this.parts.tree.tick())) this.tick();
      } catch (error) {
        this.parts.warn(error);
      }
    }, secondMs);
    this.ticking.unref();
  }

  private rest(): void {
    for (const timer of [this.settling, this.aging, this.ticking]) if (timer !== null) clearTimeout(timer);
    // What slides with the time went on sliding.
    if (this.aging !== null && !this.view.visible) this.stale = true;
    this.settling = null;
    this.aging = null;
    this.ticking = null;
  }

  dispose(): void {
    this.rest();
    this.stopLedger?.();
    for (const one of this.listeners) one.dispose();
  }
}

export function showSpendView(parts: Parts): vscode.Disposable {
  return new SpendView(parts);
}
