import { existsSync } from 'node:fs';
import * as vscode from 'vscode';

/** So that nothing of ours stands in the way of what the window was opened for. */
const afterStartMs = 3000;

/**
 * Opens the history of somebody who has one, so that its badge and the notice of an unfinished batch are there before anything
 * else wakes it. Where none was ever kept, nothing is loaded.
 * @param file of the history
 * @param none there is no history
 */
export function openAfterStart(
  file: string,
  open: () => Promise<unknown>,
  none: () => Promise<unknown>,
  warn: (error: unknown) => void,
): vscode.Disposable {
  const timer = setTimeout(() => {
    (existsSync(file) ? open() : none()).catch(warn);
  }, afterStartMs);
  return new vscode.Disposable(() => clearTimeout(timer));
}
