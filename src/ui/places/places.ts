import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Of the machine this runs on; all else is reached through VS Code alone. */
export function isHere(uri: vscode.Uri): boolean {
  return uri.scheme === 'file';
}

/** For people: a path of this machine, or the whole address of what lies elsewhere. */
export function placeWords(uri: vscode.Uri): string {
  return isHere(uri) ? uri.fsPath : uri.toString(true);
}

/** As it is read beside others of its folder: from there, where the folder is open in this window. */
export function shortPlace(uri: vscode.Uri): string {
  const { workspace } = vscode;
  return workspace.getWorkspaceFolder(uri) === undefined ? placeWords(uri) : workspace.asRelativePath(uri);
}

/** As it is written down and compared: a path of this machine, or an address. */
export function placeText(uri: vscode.Uri): string {
  return isHere(uri) ? uri.fsPath : uri.toString();
}

/** What `placeText` wrote. A drive of Windows has one letter, a scheme has more. */
export function placeAt(text: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? vscode.Uri.parse(text, true) : vscode.Uri.file(text);
}

/** Whether VS Code can write there, as far as it knows. */
export function isWritable({ scheme }: vscode.Uri): boolean {
  return vscode.workspace.fs.isWritableFileSystem(scheme) !== false;
}

/** Where the user works: the folder of what is in the editor, else the first that can be written to. */
export function workingFolder(): vscode.Uri | undefined {
  const { window, workspace } = vscode;
  const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((one) => one !== undefined);
  const ofEditors = editors.map(({ document }) => workspace.getWorkspaceFolder(document.uri));
  const folders = [...ofEditors, ...(workspace.workspaceFolders ?? [])];
  return folders.find((one) => one !== undefined && isWritable(one.uri))?.uri;
}

/** What a dialog proposes for a file of this name; nothing where no folder is open. */
export function proposedPlace(name: string): { readonly defaultUri?: vscode.Uri } {
  const folder = workingFolder();
  return folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
}

/**
 * The same for what only this machine can hold. A dialog opens where its proposal lies, so in a window whose folders lie
 * elsewhere it needs one all the same.
 */
export function proposedHere(name: string): { readonly defaultUri?: vscode.Uri } {
  const folder = workingFolder();
  if (folder !== undefined && isHere(folder)) return { defaultUri: vscode.Uri.joinPath(folder, name) };
  return folder === undefined && vscode.env.remoteName === undefined
    ? {}
    : { defaultUri: vscode.Uri.joinPath(vscode.Uri.file(homedir()), name) };
}
