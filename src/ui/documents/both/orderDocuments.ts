import * as vscode from 'vscode';
import { type OrderId, orderId } from '../../../calls/ports/ids.ts';
import type { OrderSummary } from '../../../calls/ports/ports.ts';
import { localDay } from '../../../calls/usage/periods.ts';
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
  /** When the call began: said in the name, by which tabs are told apart. Absent = not said. */
  readonly begunAt?: number;
}

/** What is revealed is so until its tab is closed or VS Code is: a tab that comes back with the window is covered. */
function revealedHere(): string {
  return `whole-${editorSession()}`;
}

/** " 2026-11-21 14.31.05": no colon, which no file may have in its name under Windows. */
function timeIn(begunAt: number | undefined): string {
  if (begunAt === undefined) return '';
  const at = new Date(begunAt);
  const two = (one: number): string => String(one).padStart(2, '0');
  return ` ${localDay(begunAt)} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')}`;
}

/**
 * `/<order>/<masked|whole-…>/<as-sent|sorted>/answer <time>.json`, or `…/list-<place> <time>.csv`; made from the ledger each time it
 * opens. The query names the order it is compared with.
 */
export function documentUri(address: DocumentAddress): vscode.Uri {
  const { orderId: order, masked, sorted, list, against, begunAt } = address;
  const time = timeIn(begunAt);
  const name = list === undefined ? `answer${time}.json` : `list-${list}${time}.csv`;
  const path = `/${order}/${masked ? 'masked' : revealedHere()}/${sorted ? 'sorted' : 'as-sent'}/${name}`;
  return vscode.Uri.from({ scheme: documentScheme, path, query: against ?? '' });
}

export function readDocumentUri(uri: vscode.Uri): DocumentAddress {
  const [, id = '', mask, order, name = ''] = uri.path.split('/');
  const list = /^list-(\d{1,4})(?: .+)?\.csv$/.exec(name)?.[1];
  return {
    orderId: orderId(id),
    masked: mask !== revealedHere(),
    sorted: order === 'sorted',
    ...(list === undefined ? {} : { list: Number(list) }),
    ...(uri.query === '' ? {} : { against: orderId(uri.query) }),
  };
}

/** Which call's answer is shown. */
type Call = Pick<OrderSummary, 'id' | 'begunAt'>;

/** The answer of an order in a read-only editor: folding, search and compare come with it. */
export async function showOrderDocument({ id, begunAt }: Call, masked: boolean): Promise<void> {
  const uri = documentUri({ orderId: id, masked, sorted: false, begunAt });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

/**
 * A list of an answer as CSV in a read-only editor, whole and in the order of the answer: what was searched for is not
 * kept in an address. Clear only where all of it is revealed.
 */
export async function showListDocument(
  { id, begunAt }: Call,
  { paths }: { readonly paths: readonly string[] },
  { path, reveal }: TableParams,
): Promise<void> {
  const list = paths.indexOf(path);
  const uri = documentUri({ orderId: id, masked: !reveal.all, sorted: false, list, begunAt });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
