import * as vscode from 'vscode';
import type { Services } from '../base/services.ts';
import { documentScheme, readDocumentUri } from './both/orderDocuments.ts';

function urisOf({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return [];
}

/** Closes the editors of answers whose order is gone: a read-only document is kept for as long as its tab is open. */
export async function closeErased(services: Pick<Services, 'ledger'>): Promise<void> {
  const ledger = await services.ledger();
  const gone: vscode.Tab[] = [];
  for (const tab of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    const ids = urisOf(tab)
      .filter(({ scheme }) => scheme === documentScheme)
      .map((uri) => readDocumentUri(uri).orderId);
    for (const id of ids) {
      if ((await ledger.get(id)) !== null) continue;
      gone.push(tab);
      break;
    }
  }
  if (gone.length > 0) await vscode.window.tabGroups.close(gone, true);
}
