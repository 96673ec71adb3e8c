import * as vscode from 'vscode';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId, Phrase } from '../../contract/words.ts';
import {
  entryAt,
  type FileEntry,
  type RequestFileReading,
  readRequestFile,
  type SavedRequest,
} from '../../requests/requestFile.ts';
import { loadedDocument } from '../places/loadedDocument.ts';
import { say } from '../words/both/translate.ts';
import { requestFileUri, textNow } from './whichFile.ts';

/** What a command on request files was called with. */
export interface Called {
  /** A file's URI; without one the file in the active editor is meant. */
  readonly argument: unknown;
  /** The number of a request, from its lens; the selected files, from the Explorer. */
  readonly more: unknown;
}

type OperationOf = (id: OperationId) => Operation;

/**
 * The request that is meant: the one of the lens, the one the cursor is in, or one to pick; undefined = given up. Throws
 * one sentence where there is none or it cannot be used.
 * @param picked told when the user has picked one
 */
export async function requestOf(
  called: Called,
  operationOf: OperationOf,
  picked: () => void,
): Promise<SavedRequest | undefined> {
  const uri = requestFileUri(called.argument);
  const text = await textNow(uri);
  const reading = readRequestFile(text);
  if (!reading.ok) throw unusable(uri, reading.why);
  const { entries } = reading;
  const pick = async (): Promise<number | undefined> => {
    const index = await pickOne(entries, operationOf);
    picked();
    return index;
  };
  const index = await indexOf(called, uri, text, entries, pick);
  if (index === undefined) return undefined;
  const entry = entries[index];
  if (entry === undefined) throw changed(uri);
  if (entry.reading.ok) return entry.reading.request;
  if (!reading.listed) throw unusable(uri, entry.reading.why);
  throw new Error(
    vscode.l10n.t('Request {0} of {1} cannot be used. {2}', index + 1, nameOf(uri), say(entry.reading.why)),
  );
}

async function indexOf(
  { more }: Called,
  uri: vscode.Uri,
  text: string,
  entries: readonly FileEntry[],
  pick: () => Promise<number | undefined>,
): Promise<number | undefined> {
  if (entries.length === 1) {
    // Of several that the editor still shows another one may be meant. The Explorer hands over its selection, and means the file.
    const shown = Array.isArray(more) ? text : (loadedDocument(uri)?.getText() ?? text);
    if (shown !== text && holdsSeveral(shown)) throw changed(uri);
    return 0;
  }
  if (Number.isInteger(more)) {
    const shown = loadedDocument(uri)?.getText() ?? text;
    if (shown !== text && !isSame(readRequestFile(shown), entries, Number(more))) throw changed(uri);
    return Number(more);
  }
  const editor = vscode.window.activeTextEditor;
  // The Explorer hands over its selection: there is no cursor in it.
  if (editor?.document.uri.toString() !== uri.toString() || Array.isArray(more)) return pick();
  const shown = editor.document.getText();
  const index = entryAt(shown, entries, editor.document.offsetAt(editor.selection.active));
  if (index === null) return pick();
  if (shown !== text && !isSame(readRequestFile(shown), entries, index)) throw changed(uri);
  return index;
}

function holdsSeveral(text: string): boolean {
  const reading = readRequestFile(text);
  return reading.ok && reading.entries.length > 1;
}

/** What stands under the cursor, or below the lens, has to be what would be sent: the editor may not show yet what is on disk. */
function isSame(shown: RequestFileReading, entries: readonly FileEntry[], index: number): boolean {
  if (!shown.ok || shown.entries.length !== entries.length) return false;
  const [here, there] = [shown.entries[index], entries[index]];
  return here?.name === there?.name && here?.start === there?.start;
}

async function pickOne(entries: readonly FileEntry[], operationOf: OperationOf): Promise<number | undefined> {
  const items = entries.map(({ name, reading }, index) => {
    const title = reading.ok ? operationOf(reading.request.operation).title : '';
    const label = name ?? (title === '' ? vscode.l10n.t('Request {0}', index + 1) : title);
    const words = reading.ok ? (name === null ? '' : title) : say(reading.why);
    return { label, description: words, detail: (reading.ok && reading.request.note) || '', index };
  });
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Which request?'),
    matchOnDescription: true,
  });
  return picked?.index;
}

export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

export function unusable(uri: vscode.Uri, why: Phrase): Error {
  return new Error(vscode.l10n.t('{0} cannot be used as a request file. {1}', nameOf(uri), say(why)));
}

function changed(uri: vscode.Uri): Error {
  return new Error(
    vscode.l10n.t('{0} has just changed on disk. Look at the request and try again.', nameOf(uri)),
  );
}
