import * as vscode from 'vscode';
import { type OrderId, orderId } from '../../../calls/ports/ids.ts';
import type { TableParams } from '../../../protocol/contents.ts';
import { editorSession } from '../../base/both/editorSession.ts';

export const documentScheme = 'verification-answer';

/** What a read-only document of an order shows. */
export interface DocumentAddress {
  readonly orderId: OrderId;
  readonly masked: boolean;
  /** Keys sorted, for comparing answers whose order differs. */
  readonly sorted: boolean;
  /** The place of a list among those of the answer: it is shown as CSV. Absent = the answer itself. */
  readonly list?: number;
  /** The order it is compared with: what differs behind the same mask says so. */
  readonly against?: OrderId;
}

/** What is revealed is so until its tab is closed or VS Code is: a tab that comes back with the window is covered. */
function revealedHere(): string {
  return `whole-${editorSession()}`;
}

/**
 * `/<order>/<masked|whole-…>/<as-sent|sorted>/answer.json`, or `…/list-<place>.csv`; made from the ledger each time it opens.
 * The query names the order it is compared with.
 */
export function documentUri({ orderId: order, masked, sorted, list, against }: DocumentAddress): vscode.Uri {
  const name = list === undefined ? 'answer.json' : `list-${list}.csv`;
  const path = `/${order}/${masked ? 'masked' : revealedHere()}/${sorted ? 'sorted' : 'as-sent'}/${name}`;
  return vscode.Uri.from({ scheme: documentScheme, path, query: against ?? '' });
}

export function readDocumentUri(uri: vscode.Uri): DocumentAddress {
  const [, id = '', mask, order, name = ''] = uri.path.split('/');
  const list = /^list-(\d{1,4})\.csv$/.exec(name)?.[1];
  return {
    orderId: orderId(id),
    masked: mask !== revealedHere(),
    sorted: order === 'sorted',
    ...(list === undefined ? {} : { list: Number(list) }),
    ...(uri.query === '' ? {} : { against: orderId(uri.query) }),
  };
}

/** The answer of an order in a read-only editor: folding, search and compare come with it. */
export async function showOrderDocument(id: OrderId, masked: boolean): Promise<void> {
  const uri = documentUri({ orderId: id, masked, sorted: false });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

/**
 * A list of an answer as CSV in a read-only editor, whole and in the order of the answer: what was searched for is not
 * kept in an address. Clear only where all of it is revealed.
 */
export async function showListDocument(
  id: OrderId,
  { paths }: { readonly paths: readonly string[] },
  { path, reveal }: TableParams,
): Promise<void> {
  const uri = documentUri({ orderId: id, masked: !reveal.all, sorted: false, list: paths.indexOf(path) });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
