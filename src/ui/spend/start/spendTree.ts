import * as vscode from 'vscode';
import { timeLeft } from '../../../calls/orders/timeLeft.ts';
import type { OrderFilter } from '../../../calls/ports/ports.ts';
import { commandIds, contextKeys, viewIds } from '../../../contributions.ts';
import { pressing } from '../../base/start/pressedRow.ts';

/** One row of the spend view, in the user's words. */
export interface SpendNode {
  /** Unique in the view and the same after a refresh, so that what was folded stays so. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What a screen reader says instead of label and description. */
  readonly spoken: string;
  readonly tooltip: string;
  /** A codicon, with a theme colour or ''. */
  readonly icon: string;
  readonly color: string;
  readonly open: boolean;
  readonly children: readonly SpendNode[];
  /** The orders it counts; null = it opens none. */
  readonly filter: OrderFilter | null;
  /** What is set by it, if it is not the orders that it opens; null = nothing. */
  readonly sets: 'budget' | 'price' | 'settings' | null;
  /** End of a cool-down, ms; the time left is added to the description. Null for every other row. */
  readonly until: number | null;
}

/** The whole view at one moment. */
export interface SpendSnapshot {
  readonly nodes: readonly SpendNode[];
  /** Beside the view's title. */
  readonly environment: string;
  /** When it is stale without any change in the ledger: a minute that slides, a cool-down that ends, midnight. */
  readonly staleAt: number;
}

function settingCommand(what: NonNullable<SpendNode['sets']>): vscode.Command {
  switch (what) {
    case 'budget':
      return { command: commandIds.setBudget, title: vscode.l10n.t('Set Budget…') };
    case 'price':
      return { command: commandIds.setPrice, title: vscode.l10n.t('Set Price…') };
    case 'settings':
      return { command: commandIds.editPrices, title: vscode.l10n.t('Edit Prices and Budgets') };
  }
}

/** What a row does when it is pressed; null for one that only unfolds. */
export function pressOfSpend({ filter, sets }: SpendNode): vscode.Command | null {
  if (filter !== null) {
    const title = vscode.l10n.t('Show These Orders');
    return { command: commandIds.showOrders, title, arguments: [filter] };
  }
  return sets === null ? null : settingCommand(sets);
}

function coolDowns(nodes: readonly SpendNode[]): SpendNode[] {
  return nodes.flatMap((node) => [...(node.until === null ? [] : [node]), ...coolDowns(node.children)]);
}

/** What the empty view says hangs on it: VS Code shows that until the rows are read, and where they cannot be. */
async function tellCalls(any: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', contextKeys.noCalls, !any);
}

/**
 * What was spent and how full the limits are. It asks for nothing until somebody looks, and again only after a change,
 * or when what it shows grows stale.
 */
export class SpendTree implements vscode.TreeDataProvider<SpendNode>, vscode.Disposable {
  private readonly read: () => Promise<SpendSnapshot>;
  private readonly now: () => number;
  private readonly changed = new vscode.EventEmitter<SpendNode | undefined>();
  private readonly loaded = new vscode.EventEmitter<SpendSnapshot>();
  private reading: Promise<SpendSnapshot> | null = null;
  readonly onDidChangeTreeData = this.changed.event;
  readonly onDidLoad = this.loaded.event;

  constructor(read: () => Promise<SpendSnapshot>, now: () => number) {
    this.read = read;
    this.now = now;
  }

  async getChildren(node?: SpendNode): Promise<SpendNode[]> {
    if (node !== undefined) return [...node.children];
    this.reading ??= this.load();
    return [...(await this.reading).nodes];
  }

  private async load(): Promise<SpendSnapshot> {
    try {
      const snapshot = await this.read();
      await tellCalls(snapshot.nodes.length > 0);
      this.loaded.fire(snapshot);
      return snapshot;
    } catch (error) {
      this.reading = null;
      // Nobody knows of a history that cannot be read whether there were none.
      await tellCalls(true);
      throw error;
    }
  }

  getTreeItem(node: SpendNode): vscode.TreeItem {
    const state = node.open
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
    const item = new vscode.TreeItem(
      node.label,
      node.children.length === 0 ? vscode.TreeItemCollapsibleState.None : state,
    );
    const left = node.until === null ? '' : timeLeft(node.until - this.now());
    item.id = node.id;
    item.description = left === '' ? node.description : `${left} · ${node.description}`;
    item.tooltip = node.tooltip;
    if (node.icon !== '') {
      item.iconPath = new vscode.ThemeIcon(
        node.icon,
        node.color === '' ? undefined : new vscode.ThemeColor(node.color),
      );
    }
    item.accessibilityInformation = { label: left === '' ? node.spoken : `${node.spoken}, ${left}` };
    const does = pressOfSpend(node);
    if (does !== null) item.command = pressing(viewIds.spend, does);
    return item;
  }

  /** Draws the cool-downs anew; nothing is read. Returns whether one runs. */
  async tick(): Promise<boolean> {
    const snapshot = await this.reading;
    const running = snapshot === null ? [] : coolDowns(snapshot.nodes);
    for (const node of running) this.changed.fire(node);
    return running.length > 0;
  }

  refresh(): void {
    this.reading = null;
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.changed.dispose();
    this.loaded.dispose();
  }
}
