import * as vscode from 'vscode';
import type { BatchWork } from '../batchWork.ts';
import { batchOfUri, batchScheme } from '../both/batchDocument.ts';

/** A document is read anew this often at most while its batch runs; a long one takes longer to draw. */
const pauseMs = 1000;
const longestPauseMs = 10_000;

/** Serves the rows of batches as read-only documents that grow, also to tabs that a reload of the window brought back. */
export function registerBatchDocuments(batches: () => Promise<BatchWork>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let watching: vscode.Disposable | null = null;
  const due = new Map<string, NodeJS.Timeout>();
  const later = ({ uri, lineCount }: vscode.TextDocument): void => {
    const key = uri.toString();
    if (due.has(key)) return;
    const timer = setTimeout(
      () => {
        due.delete(key);
        changed.fire(uri);
      },
      Math.min(pauseMs + lineCount, longestPauseMs),
    );
    due.set(key, timer);
  };
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const work = await batches();
      watching ??= work.onDidChange((id) => {
        for (const open of vscode.workspace.textDocuments) {
          if (open.uri.scheme === batchScheme && batchOfUri(open.uri) === id) later(open);
        }
      });
      return work.text(batchOfUri(uri));
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(batchScheme, provider),
    new vscode.Disposable(() => {
      watching?.dispose();
      for (const timer of due.values()) clearTimeout(timer);
    }),
  );
}
