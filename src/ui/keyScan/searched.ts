import type * as vscode from 'vscode';

/**
 * Where a user may have pasted a key: files (also those of a remote, seen from this side), what is not saved yet, settings,
 * notebooks. Answers and output are not the user's to mend.
 */
export const searchedSchemes: readonly string[] = [
  'file',
  'untitled',
  'vscode-userdata',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
];

export const searchedDocuments: vscode.DocumentSelector = searchedSchemes.map((scheme) => ({ scheme }));

/** Code of the diagnostic; no part of a key. */
export const keyDiagnosticCode = 'api-key-in-the-clear';

/** A file that is meant to hold the environment's variables; one that is shared as an example is not. */
export function isEnvironmentFile(path: string): boolean {
  return /(?<![^/])\.env(?:\.[\w.-]+)?$/.test(path) && !/\.(?:example|sample|template|dist)$/.test(path);
}
