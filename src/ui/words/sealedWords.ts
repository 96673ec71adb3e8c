import * as vscode from 'vscode';

/** In the place of what a key sealed that is gone: a keyring that was lost, or another computer's. */
export function sealedWords(): string {
  return vscode.l10n.t('[sealed: the key that opens this is gone]');
}
