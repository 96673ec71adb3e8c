import * as vscode from 'vscode';
import { documentScheme } from '../both/orderDocuments.ts';
import type { DocumentWork } from '../documentWork.ts';

/**
 * Serves answers as read-only documents, also to tabs that a reload of the window brought back, and what the documents
 * say of their fields and codes; nothing is written to disk.
 */
export function registerOrderDocuments(documents: () => Promise<DocumentWork>): vscode.Disposable {
  const answers = { scheme: documentScheme };
  const came = new vscode.EventEmitter<vscode.Uri>();
  let heard: vscode.Disposable | undefined;
  return vscode.Disposable.from(
    came,
    { dispose: () => heard?.dispose() },
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
      onDidChange: came.event,
      async provideTextDocumentContent(uri) {
        const work = await documents();
        heard ??= work.onDidChange((one) => came.fire(one));
        return work.text(uri);
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
