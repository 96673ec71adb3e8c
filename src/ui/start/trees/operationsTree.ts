import * as vscode from 'vscode';
import { operations } from '../../../contract/operations.ts';
import type { Operation } from '../../../contract/shapes.ts';
import { commandIds } from '../../../contributions.ts';

/** A category, or an operation below it. */
export type OperationNode =
  | { readonly kind: 'category'; readonly title: Operation['category'] }
  | { readonly kind: 'operation'; readonly operation: Operation };

function knownLimits(operation: Operation): string {
  const { perMinute, perDay } = operation.limits;
  if (perMinute === null || perDay === null) {
    return vscode.l10n.t('Limits: a limit per minute exists; its size is not documented.');
  }
  return vscode.l10n.t('Limits: {0} a minute, {1} a day.', perMinute, perDay);
}

function operationItem(operation: Operation): vscode.TreeItem {
  const item = new vscode.TreeItem(operation.title, vscode.TreeItemCollapsibleState.None);
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
  // A row opens the form; it never sends.
  item.command = {
    command: commandIds.openRequestForm,
    title: vscode.l10n.t('Open Request Form'),
    arguments: [operation.id],
  };
  return item;
}

/** The four operations by category, as the documents group them. */
export class OperationsTree implements vscode.TreeDataProvider<OperationNode> {
  getChildren(node?: OperationNode): OperationNode[] {
    if (node === undefined) {
      const categories = new Set(operations.map((operation) => operation.category));
      return [...categories].map((title) => ({ kind: 'category', title }));
    }
    if (node.kind === 'operation') return [];
    return operations
      .filter((operation) => operation.category === node.title)
      .map((operation) => ({ kind: 'operation', operation }));
  }

  getTreeItem(node: OperationNode): vscode.TreeItem {
    if (node.kind === 'operation') return operationItem(node.operation);
    const item = new vscode.TreeItem(vscode.l10n.t(node.title), vscode.TreeItemCollapsibleState.Expanded);
    item.id = node.title;
    item.contextValue = 'category';
    return item;
  }
}
