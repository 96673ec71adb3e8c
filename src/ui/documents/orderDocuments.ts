import * as vscode from 'vscode';

export const documentScheme = 'verification-answer';

/** `/<order>/masked/answer.json` or `/<order>/whole/answer.json`: read-only, made from the ledger each time it opens. */
function documentUri(orderId: string, masked: boolean): vscode.Uri {
  return vscode.Uri.from({ scheme: documentScheme, path: `/${orderId}/${masked ? 'masked' : 'whole'}/answer.json` });
}

/** What a document's address stands for. */
export function readDocumentUri(uri: vscode.Uri): { readonly orderId: string; readonly masked: boolean } {
  const [, orderId = '', part] = uri.path.split('/');
  return { orderId, masked: part !== 'whole' };
}

/** The answer of an order in a read-only editor: folding, search and compare come with it. */
export async function showOrderDocument(orderId: string, masked: boolean): Promise<void> {
  const document = await vscode.workspace.openTextDocument(documentUri(orderId, masked));
  await vscode.window.showTextDocument(document, { preview: true });
}
