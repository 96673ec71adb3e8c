import * as vscode from 'vscode';
import { documentScheme, readDocumentUri } from '../both/orderDocuments.ts';
import type { DocumentWork } from '../documentWork.ts';

/**
 * Serves answers as read-only documents, also to tabs that a reload of the window brought back, and what the documents
 * say of their fields and codes; nothing is written to disk.
 */
export function registerOrderDocuments(documents: () => Promise<DocumentWork>): vscode.Disposable {
  const answers = { scheme: documentScheme };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
      async provideTextDocumentContent(uri) {
        return (await documents()).text(readDocumentUri(uri));
      },
    }),
    vscode.languages.registerHoverProvider(answers, {
      async provideHover(document, position) {
        return (await documents()).hover(document, position);
      },
    }),
    vscode.languages.registerCompletionItemProvider(
      answers,
      {
        async provideCompletionItems(document, position) {
          return (await documents()).codes(document, position);
        },
      },
      '"',
    ),
  );
}
