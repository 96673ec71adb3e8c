import * as vscode from 'vscode';
import { observedScheme } from '../both/observedScheme.ts';
import type { ObservedWork } from '../observedWork.ts';

/**
 * Serves what was learned as read-only documents, also to tabs that a reload brought back. Plain text: VS Code folds it by
 * its indentation, and finds and compares in it.
 */
export function registerObserved(observed: () => Promise<ObservedWork>): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let watch: vscode.Disposable | null = null;
  const follow = (work: ObservedWork): void => {
    watch ??= work.onDidChange(() => {
      const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === observedScheme);
      for (const { uri } of open) changed.fire(uri);
    });
  };
  const provider = vscode.workspace.registerTextDocumentContentProvider(observedScheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const work = await observed();
      follow(work);
      return work.text(uri);
    },
  });
  return vscode.Disposable.from(provider, changed, { dispose: () => watch?.dispose() });
}
