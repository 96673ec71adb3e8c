import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { iconStyles, pageDocument } from './pageDocument.ts';
import type { PageHost } from './pageHost.ts';

export const pageViewType = 'verificationExplorer.page';

type Bundle = 'webview' | 'usage' | 'orders' | 'review';

/** What a page of ours may do: run its script. It loads nothing, so no folder of the disk is open to it. */
export function pageOptions(): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [] };
}

/**
 * The HTML of an empty page. Read from our own folder as our code is: with other work in between, a page would begin to load
 * only when a call that has left is answered and written.
 * @param controls whether the page shows any of the toolkit's
 * @throws where a file of ours cannot be read
 */
export function pageHtml(extensionUri: vscode.Uri, bundle: Bundle, controls = false): string {
  const read = (...path: readonly string[]): Buffer =>
    readFileSync(vscode.Uri.joinPath(extensionUri, 'dist', ...path).fsPath);
  return pageDocument({
    language: vscode.env.language,
    nonce: randomBytes(16).toString('base64url'),
    styles: [
      iconStyles(read('codicons', 'codicon.css').toString(), read('codicons', 'codicon.ttf')),
      read(`${bundle}.css`).toString(),
    ],
    scripts: [...(controls ? ['controls'] : []), bundle].map((name) => read(`${name}.js`).toString()),
  });
}

/**
 * VS Code sends what it is told within a moment as one message. With the HTML of a page in it, that of its tab is read, and the tab
 * begins to open, some 60 ms later.
 */
const apartMs = 5;

/** Loads the page of a tab that was just made. @param toldAfterMs see PageHost */
export function loadPage(
  host: Pick<PageHost<never>, 'load'>,
  html: () => string,
  toldAfterMs: number | null,
): void {
  setTimeout(() => host.load(html, toldAfterMs), apartMs);
}

/** Gives the panel of a page that asks for its state what it may do, its icon and its HTML. @param icon a codicon's name */
export function dressPage(
  host: Pick<PageHost<never>, 'panel' | 'load'>,
  extensionUri: vscode.Uri,
  bundle: Bundle,
  icon: string,
): void {
  const { panel } = host;
  panel.webview.options = pageOptions();
  panel.iconPath = new vscode.ThemeIcon(icon);
  loadPage(host, () => pageHtml(extensionUri, bundle), null);
}
