import * as vscode from 'vscode';
import { type OrderId, orderId } from '../../calls/ids.ts';

export const documentScheme = 'verification-answer';

/** What a read-only document of an order shows. */
export interface DocumentAddress {
  readonly orderId: OrderId;
  readonly masked: boolean;
  /** Keys sorted, for comparing answers whose order differs. */
  readonly sorted: boolean;
}

/** `/<order>/<masked|whole>/<as-sent|sorted>/answer.json`: made from the ledger each time it opens. */
export function documentUri({ orderId: order, masked, sorted }: DocumentAddress): vscode.Uri {
  const path = `/${order}/${masked ? 'masked' : 'whole'}/${sorted ? 'sorted' : 'as-sent'}/answer.json`;
  return vscode.Uri.from({ scheme: documentScheme, path });
}

export function readDocumentUri(uri: vscode.Uri): DocumentAddress {
  const [, id = '', mask, order] = uri.path.split('/');
  return { orderId: orderId(id), masked: mask !== 'whole', sorted: order === 'sorted' };
}

/** The answer of an order in a read-only editor: folding, search and compare come with it. */
export async function showOrderDocument(id: OrderId, masked: boolean): Promise<void> {
  const uri = documentUri({ orderId: id, masked, sorted: false });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
