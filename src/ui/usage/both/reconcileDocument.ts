import * as vscode from 'vscode';
import type { UsageWork } from '../usageWork.ts';

const scheme = 'verification-reconcile';

export function reconcileUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${id}/${vscode.l10n.t('Statement')}.md` });
}

/** Serves what a statement came to as a read-only document; it lives as long as the window. */
export function registerReconcileDocuments(usage: () => Promise<UsageWork>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      return (await usage()).reconcileText(uri.path.split('/')[1] ?? '');
    },
  });
}
