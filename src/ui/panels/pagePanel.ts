import * as vscode from 'vscode';
import type { OperationId } from '../../contract/words.ts';
import type { PageState } from '../../protocol/messages.ts';
import type { PageHost } from '../shell/pageHost.ts';
import { loadPage, pageHtml, pageOptions, pageViewType } from '../shell/pageHtml.ts';
import { iconOf } from './orderTitles.ts';

/** A new tab of a form or an order. */
export function newPanel(
  title: string,
  viewColumn: vscode.ViewColumn = vscode.ViewColumn.Active,
  preserveFocus = false,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    pageViewType,
    title,
    { viewColumn, preserveFocus },
    { ...pageOptions(), enableFindWidget: true },
  );
}

/** A tab that a reload of the window brought back may do what a new one may. */
export function readmit({ webview }: vscode.WebviewPanel): void {
  webview.options = pageOptions();
}

/** No page loads sooner; most answers come within this time, and a page that was told of the call before draws twice. */
const underWayMs = 100;

/** @param isUnderWay what is shown may change at any moment */
export function dress(
  host: Pick<PageHost, 'panel' | 'load'>,
  extensionUri: vscode.Uri,
  operation: OperationId,
  shows: PageState['mode'],
  isUnderWay = false,
): void {
  // Neither the sandbox's beaker nor an outcome's: a form may be live, and nothing is said before its answer.
  host.panel.iconPath = iconOf(operation);
  loadPage(host, () => pageHtml(extensionUri, 'webview', shows === 'form'), isUnderWay ? underWayMs : 0);
}
