import * as vscode from 'vscode';
import type { Runtime } from '../services.ts';
import { documentScheme, readDocumentUri } from './orderDocuments.ts';

/** Serves answers as read-only documents, also to tabs that a reload of the window brought back; nothing is written to disk. */
export function registerOrderDocuments(runtime: () => Promise<Runtime>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
    async provideTextDocumentContent(uri) {
      return (await runtime()).documentText(readDocumentUri(uri));
    },
  });
}
