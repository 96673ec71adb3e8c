import * as vscode from 'vscode';
import { operations } from '../../../contract/operations.ts';
import type { Operation } from '../../../contract/shapes.ts';
import { commandIds, viewIds } from '../../../contributions.ts';
import { pressing } from '../../base/start/pressedRow.ts';

/** A row of what was learned, made in the runtime: what starts with VS Code only shows it. */
export interface ObservedRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** As a screen reader says it. */
  readonly spoken: string;
  /** Word that the menus look for. */
  readonly context: 'observed' | 'observedCode';
  readonly operation: Operation;
  /** Of a row that opens a document. */
  readonly code: string | null;
  readonly rows: readonly ObservedRow[];
}

/** A category, an operation below it, and below that what was learned of it. */
export type OperationNode =
  | { readonly kind: 'category'; readonly title: Operation['category'] }
  | { readonly kind: 'operation'; readonly operation: Operation }
  | ({ readonly kind: 'observed' } & ObservedRow);

function knownLimits(operation: Operation): string {
  const { perMinute, perDay } = operation.limits;
  if (perMinute === null || perDay === null) {
    return vscode.l10n.t('A limit per minute is documented, but not its size.');
  }
  return vscode.l10n.t('Documented limits: {0} a minute, {1} a day.', perMinute, perDay);
}

function operationItem(operation: Operation, isObserved: boolean): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(operation.title, isObserved ? Collapsed : None);
  item.id = operation.id;
  item.iconPath = new vscode.ThemeIcon(operation.icon);
  item.contextValue = 'operation';
  const tooltip = new vscode.MarkdownString(undefined, true);
  tooltip.appendMarkdown(`**${operation.title}** · ${operation.category}\n\n`);
  tooltip.appendMarkdown(`\`${operation.method} ${operation.path}\`\n\n${knownLimits(operation)}\n\n`);
  tooltip.appendMarkdown(
    `$(credit-card) ${vscode.l10n.t('Billed if the provider runs the lookup, even when the result is negative.')}`,
  );
  item.tooltip = tooltip;
  item.accessibilityInformation = {
    label: `${operation.title}. ${operation.path}. ${knownLimits(operation)}`,
  };
  return item;
}

function observedItem(node: ObservedRow): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const { code, tooltip, spoken } = node;
  const item = new vscode.TreeItem(node.label, code === null ? Collapsed : None);
  item.id = node.id;
  item.description = node.description;
  item.iconPath = new vscode.ThemeIcon(code === null ? 'eye' : 'json');
  item.contextValue = node.context;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: spoken };
  return item;
}

/** What a row does when it is pressed; null for one that only unfolds. */
export function pressOfOperation(node: OperationNode): vscode.Command | null {
  if (node.kind === 'operation') {
    // It opens the form; it never sends.
    const title = vscode.l10n.t('Open Request Form');
    return { command: commandIds.openRequestForm, title, arguments: [node.operation.id] };
  }
  if (node.kind === 'category' || node.code === null) return null;
  return { command: commandIds.openObserved, title: node.label, arguments: [node] };
}

function itemOf(node: OperationNode, isObserved: boolean): vscode.TreeItem {
  if (node.kind === 'operation') return operationItem(node.operation, isObserved);
  if (node.kind === 'observed') return observedItem(node);
  const item = new vscode.TreeItem(vscode.l10n.t(node.title), vscode.TreeItemCollapsibleState.Expanded);
  item.id = node.title;
  item.contextValue = 'category';
  return item;
}

/** The rows that are always there, the same objects each time: VS Code knows a row that has changed by its object. */
const operationRows = operations.map((operation) => ({ kind: 'operation', operation }) as const);
const categoryRows = [...new Set(operations.map(({ category }) => category))].map(
  (title) => ({ kind: 'category', title }) as const,
);

/** The four operations by category, as the documents group them, and below each what was learned of it. */
export class OperationsTree implements vscode.TreeDataProvider<OperationNode>, vscode.Disposable {
  private readonly looked: () => void;
  private readonly changed = new vscode.EventEmitter<OperationNode[]>();
  private rows: readonly ObservedRow[] = [];
  readonly onDidChangeTreeData = this.changed.event;

  /** @param looked told when somebody looks */
  constructor(looked: () => void) {
    this.looked = looked;
  }

  /**
   * Draws anew only what has changed: a batch teaches the same again and again, and a tree that is drawn anew as a whole while
   * its view unfolds stays without the rows below its categories. VS Code indents a row by what its siblings can unfold, so they are
   * drawn with one that has got its first rows, or lost its last.
   */
  learned(rows: readonly ObservedRow[]): void {
    const before = this.rows;
    this.rows = rows;
    const rowsOf = (all: readonly ObservedRow[], { id }: Operation): string =>
      JSON.stringify(all.filter(({ operation }) => operation.id === id));
    const other = operationRows.filter(
      ({ operation }) => rowsOf(before, operation) !== rowsOf(rows, operation),
    );
    const had = new Set(before.map(({ operation }) => operation.id));
    const has = new Set(rows.map(({ operation }) => operation.id));
    const drawn = other.map((row) =>
      had.has(row.operation.id) === has.has(row.operation.id) ? row : this.categoryOf(row.operation),
    );
    if (drawn.length > 0) this.changed.fire([...new Set(drawn)]);
  }

  private categoryOf({ category }: Operation): OperationNode {
    const found = categoryRows.find(({ title }) => title === category);
    if (found === undefined) throw new Error(`no row for ${category}`);
    return found;
  }

  private observed({ id }: Operation): OperationNode[] {
    return this.rows
      .filter(({ operation }) => operation.id === id)
      .map((row) => ({ kind: 'observed', ...row }));
  }

  getChildren(node?: OperationNode): OperationNode[] {
    this.looked();
    if (node === undefined) return [...categoryRows];
    if (node.kind === 'operation') return this.observed(node.operation);
    if (node.kind === 'observed') return node.rows.map((row) => ({ kind: 'observed', ...row }));
    return operationRows.filter(({ operation }) => operation.category === node.title);
  }

  getTreeItem(node: OperationNode): vscode.TreeItem {
    const item = itemOf(node, node.kind === 'operation' && this.observed(node.operation).length > 0);
    const does = pressOfOperation(node);
    if (does !== null) item.command = pressing(viewIds.operations, does);
    return item;
  }

  dispose(): void {
    this.changed.dispose();
  }
}
