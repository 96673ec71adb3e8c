import type * as vscode from 'vscode';

const ending = '.verify.json';

/** Of the schema that package.json names for request files; its content is made when it is asked for. */
export const requestSchemaScheme = 'verification-schema';

export const requestFileDocuments: vscode.DocumentSelector = { pattern: `**/*${ending}` };

export function isRequestFile(uri: vscode.Uri): boolean {
  return uri.path.endsWith(ending);
}
