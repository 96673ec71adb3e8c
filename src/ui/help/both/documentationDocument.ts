import * as vscode from 'vscode';
import type { Runtime } from '../../base/services.ts';

const scheme = 'verification-documentation';

/** The one page of documentation; read-only, made when it is opened. */
export const documentationUri: vscode.Uri = vscode.Uri.from({ scheme, path: '/Verification API.md' });

export function registerDocumentation(runtime: () => Promise<Runtime>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent() {
      return (await runtime()).documentation();
    },
  });
}
