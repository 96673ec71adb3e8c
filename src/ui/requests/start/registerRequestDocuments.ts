import * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { bodyScheme } from '../both/bodyDocuments.ts';
import { requestSchemaScheme } from '../both/requestFileDocuments.ts';
import type { RequestFileWork } from '../requestFileWork.ts';
import { BodyFiles } from './bodyFiles.ts';

/** The bodies of forms, and the schemas of request files: VS Code's own JSON support asks for these, which wakes the extension. */
export function registerRequestDocuments(
  services: () => Promise<Pick<Services, 'onDidChangeFields'>>,
  files: () => Promise<RequestFileWork>,
): vscode.Disposable {
  const { workspace } = vscode;
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const uris = new Set<string>();
  let watching: vscode.Disposable | null = null;
  const follow = ({ onDidChangeFields }: Pick<Services, 'onDidChangeFields'>): void => {
    watching ??= onDidChangeFields(() => {
      for (const uri of uris) changed.fire(vscode.Uri.parse(uri));
    });
  };
  const bodies = new BodyFiles(async () => (await files()).bodies);
  return vscode.Disposable.from(
    changed,
    bodies,
    workspace.registerFileSystemProvider(bodyScheme, bodies, { isCaseSensitive: true }),
    workspace.registerTextDocumentContentProvider(requestSchemaScheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        uris.add(uri.toString());
        follow(await services());
        return (await files()).schema(uri);
      },
    }),
    new vscode.Disposable(() => watching?.dispose()),
  );
}
