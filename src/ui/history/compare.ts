import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ids.ts';
import { operationById } from '../../contract/operations.ts';
import { chooseOrder } from '../commands/orderCommands.ts';
import { documentUri } from '../documents/orderDocuments.ts';
import type { Services } from '../services.ts';
import { gone } from './chosenOrders.ts';

/** VS Code's diff of two answers, masked. Two selected rows are compared at once; of one, the other is asked for. */
export async function compareOrders(
  services: Services,
  ids: readonly OrderId[],
  sorted: boolean,
): Promise<void> {
  const title = vscode.l10n.t('Compare With');
  const first = ids[0] ?? (await chooseOrder(services, undefined, vscode.l10n.t('Compare')));
  if (first === undefined) return;
  const ledger = await services.ledger();
  const left = await ledger.get(first);
  if (left === null) throw gone();
  const like = await ledger.list({
    group: 'all',
    filter: { operations: [left.operation] },
    limit: 200,
    after: null,
  });
  const others = like.orders.filter((order) => order.id !== first);
  const second = ids[1] ?? (await chooseOrder(services, undefined, title, others));
  if (second === undefined) return;
  // The older one stands left, whichever was chosen first.
  const right = await ledger.get(second);
  if (right === null) throw gone();
  const [older, newer] = left.begunAt <= right.begunAt ? [left, right] : [right, left];
  const name = `${operationById(older.operation).title}: ${older.orderId ?? older.id.slice(0, 8)} ↔ ${newer.orderId ?? newer.id.slice(0, 8)}`;
  const address = { masked: true, sorted };
  const oldUri = documentUri({ ...address, orderId: older.id });
  const newUri = documentUri({ ...address, orderId: newer.id, against: older.id });
  await vscode.commands.executeCommand('vscode.diff', oldUri, newUri, name);
}
