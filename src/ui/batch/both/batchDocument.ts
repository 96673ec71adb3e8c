import * as vscode from 'vscode';

/** Of read-only documents of the rows of a batch; their text is made in the runtime. */
export const batchScheme = 'verification-batch';

export function batchUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: batchScheme, path: `/${id}/${vscode.l10n.t('Batch')}.txt` });
}

export function batchOfUri(uri: vscode.Uri): string {
  return uri.path.split('/')[1] ?? '';
}
