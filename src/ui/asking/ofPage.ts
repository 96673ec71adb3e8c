import * as vscode from 'vscode';
import { isRecord } from '../../contract/record.ts';

/**
 * Whether a command was run from the title or the context menu of one of our pages: VS Code then hands over the address it made
 * up for the tab, or what the page said of itself. The active page is meant.
 */
export function isOfPage(argument: unknown): boolean {
  if (argument instanceof vscode.Uri) return argument.scheme === 'webview-panel';
  return isRecord(argument) && typeof argument.webview === 'string';
}

/** Whether a command was run without saying on what: from the palette, by a key of the user's own. */
export function isOfNothing(argument: unknown): argument is null | undefined {
  return argument === undefined || argument === null;
}
