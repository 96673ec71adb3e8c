import * as vscode from 'vscode';

/** What this editor lacks of VS Code's API, by its names; what stands in for it is the matter of ui/visible/lacking.ts. */
export function lackedHere(): readonly string[] {
  const found: unknown = Reflect.get(vscode, 'lacked');
  return Array.isArray(found) ? found.map(String) : [];
}
