import * as vscode from 'vscode';

/** The text document of this place that VS Code holds, as an editor shows it; undefined = none is open. */
export function loadedDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
}
