import { readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { loadedDocument } from '../places/loadedDocument.ts';
import { readableSize } from '../places/readableFile.ts';
import { isRequestFile } from './both/requestFileDocuments.ts';

/** The file a command is about: the one it was called on, else the one in the active editor. Throws one sentence. */
export function requestFileUri(argument: unknown): vscode.Uri {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri !== undefined && isRequestFile(uri)) return uri;
  throw new Error(vscode.l10n.t('Open a request file first: its name ends in {0}.', '.verify.json'));
}

/** No request needs more; what is larger would stop the window while it is read. */
const mostMegabytes = 16;
const mostBytes = mostMegabytes * 1_000_000;

/**
 * What a file holds that may be a request file.
 * @throws one sentence; a FileSystemError where nothing is there
 */
export async function requestFileText(uri: vscode.Uri): Promise<string> {
  const size = await readableSize(uri);
  if (size > mostBytes) {
    throw new Error(
      vscode.l10n.t(
        '{0} is larger than {1} MB and is not read as a request file. Make it smaller.',
        uri.path.slice(uri.path.lastIndexOf('/') + 1),
        mostMegabytes,
      ),
    );
  }
  // In the encoding that an editor would show it in.
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
}

/**
 * Whether a file of this computer holds, as UTF-8, what is on the screen: asked without VS Code, which asks its window three times
 * before it has read one, while a call waits for it. False also where that cannot be told so.
 */
async function isOnDisk(uri: vscode.Uri, shown: string): Promise<boolean> {
  if (uri.scheme !== 'file') return false;
  try {
    const found = await stat(uri.fsPath);
    // Nothing else ends. What is shown takes three bytes for each of its units at the most, and a mark at the front.
    if (!found.isFile() || found.size > Math.min(mostBytes, 3 + 3 * shown.length)) return false;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(uri.fsPath));
    return text === shown;
  } catch {
    // VS Code is asked, and says what is wrong.
    return false;
  }
}

/**
 * The text on the screen where it is being changed, else the one on disk now, which an open editor may not show yet: with the
 * editor's line ends, of which it makes one kind where a file has two.
 */
export async function textNow(uri: vscode.Uri): Promise<string> {
  const open = loadedDocument(uri);
  if (open !== undefined && (open.isDirty || open.isUntitled)) return open.getText();
  const shown = open?.getText();
  if (shown !== undefined && (await isOnDisk(uri, shown))) return shown;
  try {
    const text = await requestFileText(uri);
    if (open === undefined) return text;
    return text.replace(/\r\n?|\n/g, open.getText().includes('\r\n') ? '\r\n' : '\n');
  } catch (error) {
    // Gone from disk, but still open: what is on the screen counts.
    if (open !== undefined) return open.getText();
    throw error;
  }
}
