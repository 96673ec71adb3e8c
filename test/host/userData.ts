import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Services } from '../../src/ui/base/services.ts';
import { filesSaying } from '../support/traces.ts';
import { eventually } from './extension.ts';

/**
 * The folder in which this VS Code keeps everything: its user data with logs, global and workspace storage, backups and
 * histories, and beside it the server's and the browser's data where there are such.
 */
export function userData({ storageFolder }: Services): string {
  const globalStorage = dirname(storageFolder);
  // User data > User > globalStorage > ours.
  return resolve(globalStorage, '../../..');
}

/** Whatever seals or ever sealed anything of the order history, as the secret storage has it. */
export async function everyKey({ keys }: Services): Promise<readonly Uint8Array[]> {
  const secrets: vscode.SecretStorage = Reflect.get(keys, 'secrets');
  const found: Uint8Array[] = [];
  for (const name of await secrets.keys()) {
    const text = (await secrets.get(name)) ?? '';
    if (/^[0-9a-f]{64}$/.test(text)) found.push(new Uint8Array(Buffer.from(text, 'hex')));
  }
  if (found.length === 0) throw new Error('the secret storage holds no key that seals');
  return found;
}

async function* filesBelow(folder: vscode.Uri): AsyncIterable<vscode.Uri> {
  for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
    const uri = vscode.Uri.joinPath(folder, name);
    if (type === vscode.FileType.Directory) yield* filesBelow(uri);
    else yield uri;
  }
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/**
 * What VS Code itself keeps of its user: settings, histories of files, backups of what is unsaved. Some servers keep these
 * as files, others in the browser, where they are no files of the system. @returns "address: word"
 */
export async function keptByVSCode(words: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  const kept = vscode.Uri.from({ scheme: 'vscode-userdata', path: '/User' });
  if (!(await isThere(kept))) return found;
  for await (const uri of filesBelow(kept)) {
    const text = Buffer.from(await vscode.workspace.fs.readFile(uri));
    for (const word of words) if (text.includes(word)) found.push(`${uri.toString()}: ${word}`);
  }
  return found;
}

/** Waits until VS Code has backed up what is typed now: whatever was unsaved before has been, too. */
export async function backupsMade(services: Services): Promise<void> {
  const text = `typed last, ${Date.now()}`;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text }));
  await eventually('its backup', async () => {
    const found = [...filesSaying(userData(services), [text]), ...(await keptByVSCode([text]))];
    return found.length > 0 ? true : undefined;
  });
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

/** What VS Code would ask about before it closes it. */
function unsaved(): vscode.TextDocument | undefined {
  const shown = new Set(
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
  );
  return vscode.workspace.textDocuments.find((one) => one.isDirty && shown.has(one.uri.toString()));
}

/** Every tab of this window, whatever was changed in it. */
export async function closeEverything(): Promise<void> {
  for (let one = unsaved(); one !== undefined; one = unsaved()) {
    await vscode.window.showTextDocument(one);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

function settingsDocument(
  which: (document: vscode.TextDocument) => boolean,
): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((one) => one.uri.path.endsWith('/settings.json') && which(one));
}

async function untilLeftAlone(quietMs: number): Promise<void> {
  for (let since = Date.now(); Date.now() - since < quietMs; ) {
    const typed = settingsDocument(({ isDirty }) => isDirty);
    if (typed !== undefined) {
      await vscode.window.showTextDocument(typed);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      since = Date.now();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** VS Code types into the user's settings a moment after it was asked to show a place there; nothing can be set while that is unsaved. */
export async function revertSettings(): Promise<void> {
  if (settingsDocument(() => true) !== undefined) await untilLeftAlone(1500);
}

/** After commands that may have asked VS Code for the settings all at once: it opens them one after another, and types late. */
export function settingsLeftAlone(): Promise<void> {
  return untilLeftAlone(5000);
}

/** Sets something though VS Code may be typing into the settings still. */
export async function setting(work: () => PromiseLike<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 5 || !String(error).includes('unsaved changes')) throw error;
      await settingsLeftAlone();
    }
  }
}
