import * as vscode from 'vscode';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { Ledger, OrderSummary } from '../../calls/ports/ports.ts';

function idOf(row: unknown): OrderId | null {
  if (typeof row === 'string') return orderId(row);
  if (typeof row !== 'object' || row === null || !('order' in row)) return null;
  const { order } = row;
  if (typeof order !== 'object' || order === null || !('id' in order)) return null;
  return typeof order.id === 'string' ? orderId(order.id) : null;
}

/** The rows a command was called on: the selection when the row belongs to it, else the row alone. */
export function selectedIds(argument: unknown, selection: unknown): readonly OrderId[] {
  const one = idOf(argument);
  const many = Array.isArray(selection) ? selection.map(idOf).filter((id) => id !== null) : [];
  if (one === null) return many;
  return many.includes(one) ? many : [one];
}

export function gone(): Error {
  return new Error(vscode.l10n.t('This order is no longer in the order history.'));
}

async function thereOf(ledger: Ledger, ids: readonly OrderId[]): Promise<readonly OrderSummary[]> {
  const found: OrderSummary[] = [];
  for (const id of ids) {
    const order = await ledger.get(id);
    if (order !== null) found.push(order);
  }
  return found;
}

/**
 * The orders of a selection that are still there.
 * @throws when none of them is
 */
export async function ordersOf(ledger: Ledger, ids: readonly OrderId[]): Promise<readonly OrderSummary[]> {
  const found = await thereOf(ledger, ids);
  if (found.length === 0) throw gone();
  return found;
}

/**
 * Those that are left once something was typed about them. Where none is, it is shown once more, to be copied: VS Code's box
 * forgets it, and nobody asked for it on the clipboard.
 * @throws when none of them is
 */
export async function ordersLeft(
  ledger: Ledger,
  ids: readonly OrderId[],
  typed: string,
): Promise<readonly OrderSummary[]> {
  const left = await thereOf(ledger, ids);
  if (left.length > 0) return left;
  if (typed !== '') {
    const title = gone().message;
    const prompt = vscode.l10n.t('What you wrote is not kept: copy what you need.');
    await vscode.window.showInputBox({ title, prompt, value: typed, ignoreFocusOut: true });
  }
  throw gone();
}
