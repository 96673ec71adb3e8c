import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Origin } from './chooseRows.ts';

/** Looks after each change of a file that another program writes; null for what is no file. */
export function watchOrigin(origin: Origin, look: () => void): vscode.Disposable | null {
  if (origin.kind !== 'file') return null;
  const uri = vscode.Uri.parse(origin.uri);
  const folder = vscode.Uri.joinPath(uri, '..');
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, basename(uri.path)),
  );
  watcher.onDidChange(look);
  watcher.onDidCreate(look);
  return watcher;
}
