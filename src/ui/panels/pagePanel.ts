import * as vscode from 'vscode';
import type { OperationId } from '../../contract/words.ts';
import type { PageHost } from '../shell/pageHost.ts';
import { pageHtml, pageRoots, pageViewType } from '../shell/pageHtml.ts';
import { iconOf } from './orderTitles.ts';

/** A new tab of a form or an order. */
export function newPanel(
  extensionUri: vscode.Uri,
  title: string,
  viewColumn: vscode.ViewColumn = vscode.ViewColumn.Active,
  preserveFocus = false,
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    pageViewType,
    title,
    { viewColumn, preserveFocus },
    {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [...pageRoots(extensionUri)],
    },
  );
}

/** A tab that a reload of the window brought back may do what a new one may. */
export function readmit({ webview }: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extensionUri)] };
}

export function dress(
  host: Pick<PageHost, 'panel' | 'load'>,
  extensionUri: vscode.Uri,
  operation: OperationId,
): void {
  // Neither the sandbox's beaker nor an outcome's: a form may be live, and nothing is said before its answer.
  host.panel.iconPath = iconOf(operation);
  void host.load(pageHtml(host.panel.webview, extensionUri, 'webview'), true);
}
