import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export const pageViewType = 'verificationExplorer.page';

type Bundle = 'webview' | 'usage' | 'orders' | 'review';

/** Folders a page may load from; nothing else on the disk is reachable from it. */
export function pageRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist')];
}

/**
 * The empty page. Scripts and style elements by nonce only, no network, no inline style, no eval, and every write of
 * markup must pass a named trusted-types policy, so that nothing in an answer can become code.
 */
export function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  bundle: Bundle = 'webview',
): string {
  const nonce = randomBytes(16).toString('base64url');
  const at = (...path: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', ...path)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html fast-html',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Verification API Explorer</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${at('codicons', 'codicon.css')}">
<link rel="stylesheet" href="${at(`${bundle}.css`)}">
</head>
<body>
<script nonce="${nonce}" src="${at(`${bundle}.js`)}"></script>
</body>
</html>`;
}

/** Gives a panel its page. @param icon a codicon's name */
export function dressPage(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  bundle: Bundle,
  icon: string,
): void {
  panel.webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extensionUri)] };
  panel.iconPath = new vscode.ThemeIcon(icon);
  panel.webview.html = pageHtml(panel.webview, extensionUri, bundle);
}
