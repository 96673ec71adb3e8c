import * as vscode from 'vscode';
import type { Runtime } from '../../base/services.ts';
import { documentScheme, readDocumentUri } from '../both/orderDocuments.ts';

/**
 * Serves answers as read-only documents, also to tabs that a reload of the window brought back, and what the documents
 * say of their fields and codes; nothing is written to disk.
 */
export function registerOrderDocuments(runtime: () => Promise<Runtime>): vscode.Disposable {
  const answers = { scheme: documentScheme };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
      async provideTextDocumentContent(uri) {
        return (await runtime()).documentText(readDocumentUri(uri));
      },
    }),
    vscode.languages.registerHoverProvider(answers, {
      async provideHover(document, position) {
        return (await runtime()).answerHover(document, position);
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      answers,
      {
        async provideCompletionItems(document, position) {
          return (await runtime()).answerCodes(document, position);
        },
      },
      '"',
    ),
  );
}
