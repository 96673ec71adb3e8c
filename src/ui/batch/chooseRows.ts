import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { maxFileBytes, type RowSource } from '../../calls/batch/reading.ts';

const endings = /\.(csv|tsv|txt|jsonl|ndjson)$/i;

function formatOf(name: string): RowSource['format'] {
  return /\.(jsonl|ndjson)$/i.test(name) ? 'json-lines' : 'csv';
}

async function* wholeFile(uri: vscode.Uri): AsyncIterable<Uint8Array> {
  yield await vscode.workspace.fs.readFile(uri);
}

/** A file as rows; one on this machine is never in memory as a whole. */
async function fileSource(uri: vscode.Uri): Promise<RowSource> {
  const name = basename(uri.path);
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxFileBytes) {
    throw new Error(
      vscode.l10n.t(
        '{0} is larger than {1} MB, the most that a batch reads. Split it.',
        name,
        maxFileBytes / 1024 / 1024,
      ),
    );
  }
  const local = uri.scheme === 'file';
  return {
    name,
    format: formatOf(name),
    file: local ? uri.fsPath : null,
    open: () => (local ? createReadStream(uri.fsPath) : wholeFile(uri)),
  };
}

function textSource(name: string, text: string, format: RowSource['format'], file: string | null): RowSource {
  return {
    name,
    format,
    file,
    async *open() {
      yield new TextEncoder().encode(text);
    },
  };
}

interface Choice extends vscode.QuickPickItem {
  readonly source: () => Promise<RowSource | undefined>;
}

async function pickFile(): Promise<RowSource | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Run Batch'),
      openLabel: vscode.l10n.t('Choose'),
      filters: { [vscode.l10n.t('CSV or JSON Lines')]: ['csv', 'tsv', 'txt', 'jsonl', 'ndjson'] },
    })) ?? [];
  return file === undefined ? undefined : fileSource(file);
}

/** What is open in the editor: the selection, and the document where it can be rows. */
function fromEditor(): Choice[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return [];
  const { document, selections } = editor;
  const name = basename(document.uri.path);
  const selected = selections.map((one) => document.getText(one)).join('\n');
  const choices: Choice[] = [];
  if (selected.trim() !== '') {
    const title = vscode.l10n.t('Selection in {0}', name);
    choices.push({
      label: title,
      description: vscode.l10n.t('one row a line'),
      source: async () => textSource(title, selected, formatOf(name), document.uri.fsPath),
    });
  }
  if (endings.test(name)) {
    choices.push({
      label: vscode.l10n.t('Open file {0}', name),
      // What is on screen counts, saved or not.
      source: async () =>
        document.isDirty
          ? textSource(name, document.getText(), formatOf(name), document.uri.fsPath)
          : fileSource(document.uri),
    });
  }
  return choices;
}

/** Where the rows come from: the file the command was called on, or one the user chooses. */
export async function chooseSource(uri: vscode.Uri | null): Promise<RowSource | undefined> {
  if (uri !== null) return fileSource(uri);
  const open = fromEditor();
  if (open.length === 0) return pickFile();
  const file: Choice = { label: vscode.l10n.t('Choose a file…'), source: pickFile };
  const picked = await vscode.window.showQuickPick([...open, file], {
    title: vscode.l10n.t('Run Batch'),
    placeHolder: vscode.l10n.t('Where do the rows come from?'),
  });
  return picked?.source();
}
