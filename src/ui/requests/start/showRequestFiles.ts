import * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { isBody } from '../both/bodyDocuments.ts';
import { isRequestFile, requestFileDocuments } from '../both/requestFileDocuments.ts';
import type { RequestFileWork } from '../requestFileWork.ts';
import { showRequestFileStatus } from './requestFileStatus.ts';

/** What request files beside the code have above their lines, and in the status bar. Nothing of it loads before one is looked at. */
export function showRequestFiles(
  services: Services,
  files: () => Promise<RequestFileWork>,
): vscode.Disposable {
  const { languages, window, workspace } = vscode;
  const lensesChanged = new vscode.EventEmitter<void>();
  const watchThem = (): void => {
    const isOurs = ({ document: { uri } }: vscode.TextEditor): boolean => isRequestFile(uri) || isBody(uri);
    if (!window.visibleTextEditors.some(isOurs)) return;
    files()
      .then((work) => work.watch())
      .catch((error: unknown) => services.log.warn('request files', String(error)));
  };
  watchThem();
  return vscode.Disposable.from(
    lensesChanged,
    window.onDidChangeVisibleTextEditors(watchThem),
    services.environments.onDidChange(() => lensesChanged.fire()),
    showRequestFileStatus(services.environments),
    workspace.onDidGrantWorkspaceTrust(() => lensesChanged.fire()),
    languages.registerCodeLensProvider(requestFileDocuments, {
      onDidChangeCodeLenses: lensesChanged.event,
      async provideCodeLenses(document) {
        return (await files()).lenses(document);
      },
    }),
    languages.registerCodeActionsProvider(
      requestFileDocuments,
      {
        async provideCodeActions(document, _range, { diagnostics }) {
          return (await files()).actions(document, diagnostics);
        },
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}
