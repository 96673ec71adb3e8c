import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PageHost } from './pageHost.ts';

export const pageViewType = 'verificationExplorer.page';

type Bundle = 'webview' | 'usage' | 'orders' | 'review';

/** Folders a page may load from; nothing else on the disk is reachable from it. */
export function pageRoots(extensionUri: vscode.Uri): readonly vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist')];
}

/** What stands in one of our files. */
function textOf(extensionUri: vscode.Uri, ...path: string[]): Promise<string> {
  return readFile(vscode.Uri.joinPath(extensionUri, 'dist', ...path).fsPath, 'utf8');
}

/**
 * The empty page. Scripts and style elements by nonce only, no network, no inline style, no eval, and every write of
 * markup must pass a named trusted-types policy, so that nothing in an answer can become code. Script and styles stand in
 * it: VS Code hands each file that a page asks for through a service worker, and our script would wait for all of them.
 * The icons' font is one all the same; asked for at once, it is not asked for by the first icon that is drawn.
 */
export async function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  bundle: Bundle,
): Promise<string> {
  const nonce = randomBytes(16).toString('base64url');
  const fonts = webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'codicons')).toString();
  const [icons, styles, script] = await Promise.all([
    textOf(extensionUri, 'codicons', 'codicon.css'),
    textOf(extensionUri, `${bundle}.css`),
    textOf(extensionUri, `${bundle}.js`),
  ]);
  const iconStyles = icons.replace('url("./', `url("${fonts}/`);
  const [, font = ''] = /url\("([^"]+)"\)/.exec(iconStyles) ?? [];
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
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
<link rel="preload" href="${font}" as="font" type="font/ttf" crossorigin>
<style nonce="${nonce}">${iconStyles}</style>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

/** Gives the panel of a page that asks for its state what it may do, its icon and its HTML. @param icon a codicon's name */
export function dressPage(
  host: Pick<PageHost<never>, 'panel' | 'load'>,
  extensionUri: vscode.Uri,
  bundle: Bundle,
  icon: string,
): void {
  const { panel } = host;
  panel.webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extensionUri)] };
  panel.iconPath = new vscode.ThemeIcon(icon);
  void host.load(pageHtml(panel.webview, extensionUri, bundle), false);
}
