import * as vscode from 'vscode';

function unreadable(uri: vscode.Uri): Error {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return new Error(vscode.l10n.t('{0} is not a readable file. Choose another one.', name));
}

/**
 * Bytes of a file, before it is read: somebody else may have put a pipe or a device under its name, which gives nothing or never ends.
 * @throws one sentence; a FileSystemError where nothing is there
 */
export async function readableSize(uri: vscode.Uri): Promise<number> {
  let found: vscode.FileStat;
  try {
    found = await vscode.workspace.fs.stat(uri);
  } catch (error) {
    const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    throw isGone ? error : unreadable(uri);
  }
  if ((found.type & vscode.FileType.File) === 0) throw unreadable(uri);
  return found.size;
}
