import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Services } from '../base/services.ts';
import { documentScheme, readDocumentUri } from './both/orderDocuments.ts';

interface Editor {
  readonly tab: vscode.Tab;
  readonly orders: readonly OrderId[];
}

function urisOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return [];
}

/** Tabs that show an answer, or compare two. */
function editors(): readonly Editor[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.map((tab) => {
    const ours = urisOf(tab).filter(({ scheme }) => scheme === documentScheme);
    return { tab, orders: ours.map((uri) => readDocumentUri(uri).orderId) };
  });
}

/** Closes the editors of answers whose order is gone: a read-only document is kept for as long as its tab is open. */
export async function closeErased(services: Pick<Services, 'ledger'>): Promise<void> {
  const ledger = await services.ledger();
  const gone = new Set<OrderId>();
  for (const id of new Set(editors().flatMap(({ orders }) => orders))) {
    if ((await ledger.get(id)) === null) gone.add(id);
  }
  // As they are now: VS Code closes none of them where one is not there any more.
  const tabs = editors().flatMap(({ tab, orders }) => (orders.some((id) => gone.has(id)) ? [tab] : []));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
