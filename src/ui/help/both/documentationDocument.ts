import * as vscode from 'vscode';
import type { HelpWork } from '../helpWork.ts';

const scheme = 'verification-documentation';

/** The one page of documentation; read-only, made when it is opened. */
export const documentationUri: vscode.Uri = vscode.Uri.from({ scheme, path: '/Verification API.md' });

export function registerDocumentation(help: () => Promise<HelpWork>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent() {
      return (await help()).documentation();
    },
  });
}
