import * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { bodyScheme, isBody } from '../both/bodyDocuments.ts';
import { isRequestFile, requestFileDocuments, requestSchemaScheme } from '../both/requestFileDocuments.ts';
import type { RequestFileWork } from '../requestFileWork.ts';
import { BodyFiles } from './bodyFiles.ts';
import { showRequestFileStatus } from './requestFileStatus.ts';

/**
 * Request files beside the code. Nothing of it loads before one is looked at; VS Code's own JSON support asks for the
 * schema then, which also wakes the extension.
 */
export function registerRequestFiles(
  services: Services,
  files: () => Promise<RequestFileWork>,
): vscode.Disposable {
  const { languages, window, workspace } = vscode;
  const schemaChanged = new vscode.EventEmitter<vscode.Uri>();
  const lensesChanged = new vscode.EventEmitter<void>();
  const schemaUris = new Set<string>();
  const watchThem = (): void => {
    const isOurs = ({ document: { uri } }: vscode.TextEditor): boolean => isRequestFile(uri) || isBody(uri);
    if (!window.visibleTextEditors.some(isOurs)) return;
    files()
      .then((work) => work.watch())
      .catch((error: unknown) => services.log.warn('request files', String(error)));
  };
  watchThem();
  const bodies = new BodyFiles(async () => (await files()).bodies);
  return vscode.Disposable.from(
    schemaChanged,
    lensesChanged,
    bodies,
    workspace.registerFileSystemProvider(bodyScheme, bodies, { isCaseSensitive: true }),
    window.onDidChangeVisibleTextEditors(watchThem),
    services.onDidChangeFields(() => {
      for (const uri of schemaUris) schemaChanged.fire(vscode.Uri.parse(uri));
    }),
    services.environments.onDidChange(() => lensesChanged.fire()),
    showRequestFileStatus(services.environments),
    workspace.onDidGrantWorkspaceTrust(() => lensesChanged.fire()),
    workspace.registerTextDocumentContentProvider(requestSchemaScheme, {
      onDidChange: schemaChanged.event,
      async provideTextDocumentContent(uri) {
        schemaUris.add(uri.toString());
        return (await files()).schema(uri);
      },
    }),
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
