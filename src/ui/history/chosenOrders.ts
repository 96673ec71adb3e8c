import * as vscode from 'vscode';

function idOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('order' in row)) return null;
  const { order } = row;
  if (typeof order !== 'object' || order === null || !('id' in order)) return null;
  return typeof order.id === 'string' ? order.id : null;
}

/** The rows a command was called on: the selection when the row belongs to it, else the row alone. */
export function selectedIds(argument: unknown, selection: unknown): readonly string[] {
  const one = typeof argument === 'string' ? argument : idOf(argument);
  const many = Array.isArray(selection) ? selection.map(idOf).filter((id) => id !== null) : [];
  if (one === null) return many;
  return many.includes(one) ? many : [one];
}

export function gone(): Error {
  return new Error(vscode.l10n.t('This order is no longer in the order history.'));
}
