import * as vscode from 'vscode';

/**
 * An id of this window's session of VS Code. Where a product sends no telemetry (VSCodium, `--disable-telemetry`), VS Code
 * gives every session one constant: there the extension host's process, which ends with the window, stands for it.
 */
export function editorSession(): string {
  const { sessionId } = vscode.env;
  return isConstant(sessionId) ? `${process.pid}-${performance.timeOrigin}` : sessionId;
}

/** Whether every session of this product has this id. */
export function isConstant(sessionId: string): boolean {
  return sessionId === 'someValue.sessionId';
}
