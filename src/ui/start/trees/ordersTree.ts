import * as vscode from 'vscode';
import type { UnfinishedBatch } from '../../../calls/ports/batchPorts.ts';
import type { EnvironmentKind, Ledger, OrderFilter, OrderSummary } from '../../../calls/ports/ports.ts';
import { periods } from '../../../calls/usage/periods.ts';
import { commandIds, contextKeys, viewIds } from '../../../contributions.ts';
import type { FilterState } from '../../base/start/filterState.ts';
import { pressing } from '../../base/start/pressedRow.ts';
import { say } from '../../words/both/translate.ts';
import { unfinishedItem } from './batchRow.ts';
import { orderItem } from './orderRow.ts';

/** A stretch of the history: what wants attention, or a period. */
interface Group {
  readonly kind: 'group';
  readonly id: string;
  readonly title: string;
  readonly group: 'attention' | 'rest';
  readonly filter: OrderFilter;
}

export type OrderNode =
  | Group
  | { readonly kind: 'batch'; readonly batch: UnfinishedBatch }
  | { readonly kind: 'order'; readonly order: OrderSummary }
  | { readonly kind: 'more'; readonly group: string };

const attention = 'attention';
const simulatedAttention = 'attention-simulated';
const pageSize = 100;
/** Of the rows of a page, one of so many may be a batch: they stand first. */
const batchShare = 20;
/** Longer than Node can wait is at once: what was held by a clock that went far ahead would be drawn without end. */
const longestWaitMs = 60_000;
/** Ages in rows are told in minutes. */
const ageEveryMs = 60_000;

function both(filter: OrderFilter, from: number, to: number): OrderFilter {
  return { ...filter, from: Math.max(from, filter.from ?? from), to: Math.min(to, filter.to ?? to) };
}

/** What the empty view says hangs on both: before either is known it is loading. */
async function tellOrders(has: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', contextKeys.hasOrders, has);
  await vscode.commands.executeCommand('setContext', contextKeys.noOrders, !has);
}

async function tellMatches(any: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', contextKeys.nothingMatches, !any);
}

/** What wants attention: what may have been billed before what a sandbox simulated, which costs nothing. */
function attentionGroups(filter: OrderFilter): readonly Group[] {
  const of = (kind: EnvironmentKind, id: string, title: string): Group => ({
    kind: 'group',
    id,
    title,
    group: 'attention',
    filter: { ...filter, kind },
  });
  return [
    of('live', attention, vscode.l10n.t('Needs attention')),
    of('sandbox', simulatedAttention, vscode.l10n.t('Needs attention (simulated)')),
  ];
}

/** A batch stands with the orders of its kind. */
function isOfGroup({ kind }: UnfinishedBatch, { group, filter }: Group): boolean {
  return group === 'attention' && filter.kind === kind;
}

/** The order history: what wants attention, then by period. Reads a page at a time, and only while somebody looks. */
export class OrdersTree implements vscode.TreeDataProvider<OrderNode>, vscode.Disposable {
  private readonly ledger: () => Promise<Ledger>;
  private readonly now: () => number;
  private readonly filter: FilterState;
  private readonly changed = new vscode.EventEmitter<undefined>();
  /** Pages shown of each group. */
  private readonly pages = new Map<string, number>();
  private readonly parts: vscode.Disposable[] = [];
  private watching = false;
  private holdEnds: NodeJS.Timeout | null = null;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(ledger: () => Promise<Ledger>, now: () => number, filter: FilterState) {
    this.ledger = ledger;
    this.now = now;
    this.filter = filter;
    this.parts.push(
      this.changed,
      filter.onDidChange(() => this.refresh()),
    );
  }

  async getChildren(node?: OrderNode): Promise<OrderNode[]> {
    if (node === undefined) return this.root();
    return node.kind === 'group' ? this.rows(await this.ledger(), node) : [];
  }

  private async root(): Promise<Group[]> {
    try {
      const ledger = await this.ledger();
      this.watch(ledger);
      return await this.groups(ledger);
    } catch (error) {
      // Neither "Loading…" nor "No orders yet" is true of a history that cannot be read, nor that the filter hides what is in it.
      await tellOrders(true);
      await tellMatches(true);
      throw error;
    }
  }

  private async groups(ledger: Ledger): Promise<Group[]> {
    const filter = this.filter.current();
    const span = await ledger.span();
    await tellOrders(span !== null);
    const found: Group[] = [];
    // No filter hides a batch: it is one of orders.
    const batches = await this.unfinished(ledger);
    for (const one of attentionGroups(filter)) {
      const isThere = span !== null && (await ledger.exists({ group: one.group, filter: one.filter }));
      if (isThere || batches.some((batch) => isOfGroup(batch, one))) found.push(one);
    }
    if (span === null) return found;
    for (const period of periods(this.now(), span.oldest)) {
      const within = both(filter, period.from, period.to);
      if (!(await ledger.exists({ group: 'rest', filter: within }))) continue;
      const title = period.title === null ? monthName(period.from) : say(period.title);
      found.push({ kind: 'group', id: period.id, title, group: 'rest', filter: within });
    }
    await tellMatches(found.length > 0);
    return found;
  }

  private async rows(ledger: Ledger, group: Group): Promise<OrderNode[]> {
    const limit = pageSize * (this.pages.get(group.id) ?? 1);
    const page = await ledger.list({ group: group.group, filter: group.filter, limit, after: null });
    const batches = group.group === 'attention' ? await this.unfinished(ledger) : [];
    const own = batches.filter((batch) => isOfGroup(batch, group));
    const nodes: OrderNode[] = [
      ...own.slice(0, limit / batchShare).map((batch) => ({ kind: 'batch', batch }) as const),
      ...page.orders.map((order) => ({ kind: 'order', order }) as const),
    ];
    if (page.next !== null || own.length > limit / batchShare) nodes.push({ kind: 'more', group: group.id });
    return nodes;
  }

  /** The batches of which something is left. While one is held it is looked again once its hold ends: a window that died says nothing. */
  async unfinished({ batches }: Pick<Ledger, 'batches'>): Promise<readonly UnfinishedBatch[]> {
    const now = this.now();
    const { batches: found, nextAt } = await batches.unfinished(now);
    if (this.holdEnds === null && nextAt !== null) {
      this.holdEnds = setTimeout(
        () => {
          this.holdEnds = null;
          this.refresh();
        },
        Math.min(nextAt + 1 - now, longestWaitMs),
      );
      this.holdEnds.unref();
    }
    return found;
  }

  private watch(ledger: Ledger): void {
    if (this.watching) return;
    this.watching = true;
    const stop = ledger.onDidChange(() => this.refresh());
    const timer = setInterval(() => this.refresh(), ageEveryMs);
    timer.unref();
    this.parts.push({ dispose: stop }, { dispose: () => clearInterval(timer) });
  }

  getTreeItem(node: OrderNode): vscode.TreeItem {
    if (node.kind === 'group') return groupItem(node);
    const item = rowItem(node, this.now());
    const does = pressOfOrder(node);
    if (does !== null) item.command = pressing(viewIds.orders, does);
    return item;
  }

  loadMore(group: unknown): void {
    if (typeof group !== 'string') return;
    this.pages.set(group, (this.pages.get(group) ?? 1) + 1);
    this.refresh();
  }

  refresh(): void {
    this.changed.fire(undefined);
  }

  dispose(): void {
    if (this.holdEnds !== null) clearTimeout(this.holdEnds);
    for (const part of this.parts) part.dispose();
  }
}

/** What a row does when it is pressed; null for one that only unfolds. */
export function pressOfOrder(node: OrderNode): vscode.Command | null {
  switch (node.kind) {
    case 'group':
      return null;
    case 'order':
      return {
        command: commandIds.openOrder,
        title: vscode.l10n.t('Open Order'),
        arguments: [node.order.id],
      };
    case 'batch':
      return {
        command: commandIds.openBatch,
        title: vscode.l10n.t('Show Batch'),
        arguments: [node.batch.id],
      };
    case 'more':
      return {
        command: commandIds.loadMoreOrders,
        title: vscode.l10n.t('Load more orders'),
        arguments: [node.group],
      };
  }
}

function rowItem(node: Exclude<OrderNode, Group>, now: number): vscode.TreeItem {
  if (node.kind === 'more') return moreItem(node.group);
  return node.kind === 'order' ? orderItem(node.order, now) : unfinishedItem(node.batch, now);
}

function moreItem(group: string): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load more orders'));
  item.id = `more ${group}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  return item;
}

function monthName(at: number): string {
  return new Date(at).toLocaleDateString(vscode.env.language, { month: 'long', year: 'numeric' });
}

const openAtFirst = new Set([attention, simulatedAttention, 'today', 'yesterday']);

function groupItem(node: Group): vscode.TreeItem {
  const state = openAtFirst.has(node.id)
    ? vscode.TreeItemCollapsibleState.Expanded
    : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(node.title, state);
  item.id = node.id;
  item.contextValue = 'group';
  if (node.id === attention)
    item.iconPath = new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('list.warningForeground'));
  if (node.id === simulatedAttention) item.iconPath = new vscode.ThemeIcon('bell');
  return item;
}
