import { basename } from 'node:path';
import * as vscode from 'vscode';
import { asUnreadableRows, type RowSource, type SourceRow } from '../../calls/batch/reading.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';

/** The rows of a statement, and what to call it. */
export interface StatementTable {
  readonly name: string;
  readonly rows: readonly SourceRow[];
}

function sourceOf(name: string, bytes: Uint8Array): RowSource {
  return {
    name,
    format: 'csv',
    async *open() {
      yield bytes;
    },
  };
}

async function fromClipboard(): Promise<RowSource | undefined> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') {
    throw new Error(
      vscode.l10n.t('The clipboard is empty. Copy the rows of the statement, header included.'),
    );
  }
  return sourceOf(vscode.l10n.t('clipboard'), new TextEncoder().encode(text));
}

async function fromFile(title: string): Promise<RowSource | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Choose'),
      filters: { CSV: ['csv', 'tsv', 'txt'] },
    })) ?? [];
  return uri === undefined
    ? undefined
    : sourceOf(basename(uri.path), await vscode.workspace.fs.readFile(uri));
}

async function chooseSource(title: string): Promise<RowSource | undefined> {
  const file = { label: vscode.l10n.t('Open a CSV file…'), iconPath: new vscode.ThemeIcon('folder-opened') };
  const clipboard = {
    label: vscode.l10n.t('Paste from the clipboard'),
    detail: vscode.l10n.t('Rows copied from a spreadsheet or a page'),
    iconPath: new vscode.ThemeIcon('clippy'),
  };
  const picked = await vscode.window.showQuickPick([file, clipboard], {
    title,
    placeHolder: vscode.l10n.t('The statement is read on this computer; nothing is uploaded.'),
    // VS Code gives the focus back to a page late, when the palette has closed: that is nobody's giving up.
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  return picked === file ? fromFile(title) : fromClipboard();
}

/** Asks for the statement and reads its rows. Undefined = the user gave up. */
export async function readTable(services: Services, title: string): Promise<StatementTable | undefined> {
  const source = await chooseSource(title);
  if (source === undefined) return undefined;
  const reader = await services.batchReader();
  try {
    const rows: SourceRow[] = [];
    for await (const row of reader.rows(source, await reader.look(source, true))) rows.push(row);
    return { name: source.name, rows };
  } catch (error) {
    const unreadable = asUnreadableRows(error);
    throw unreadable === null ? error : new Error(say(unreadable.what));
  }
}
