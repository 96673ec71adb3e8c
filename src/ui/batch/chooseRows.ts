import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { maxFileBytes, type RowSource } from '../../calls/batch/reading.ts';
import type { RerunGroup } from '../../calls/batch/rerun.ts';
import { loadedDocument } from '../places/loadedDocument.ts';
import { isHere, placeText } from '../places/places.ts';
import { readableSize } from '../places/readableFile.ts';

const endings = /\.(csv|tsv|txt|jsonl|ndjson)$/i;

function formatOf(name: string): RowSource['format'] {
  return /\.(jsonl|ndjson)$/i.test(name) ? 'json-lines' : 'csv';
}

/** Where rows come from, as it can be written down. */
export type Origin =
  | { readonly kind: 'file'; readonly uri: string }
  /** What stood in an editor. */
  | { readonly kind: 'text'; readonly name: string; readonly text: string; readonly uri: string }
  /** Rows of an earlier batch: those of groups that failed are run again; null = those that wait are planned anew. */
  | {
      readonly kind: 'batch';
      readonly batch: string;
      readonly name: string;
      /** Where it was started for; nowhere else are its rows sent. See NewBatch. */
      readonly identity: string;
      readonly origin: string;
      readonly groups: readonly RerunGroup[] | null;
      /** The file from which numbers are read that are no longer kept; null = they are left empty. */
      readonly numbers: string | null;
    };

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Where rows are read from by a reader of files. */
export type FileOrigin = Exclude<Origin, { kind: 'batch' }>;

async function* wholeFile(uri: vscode.Uri): AsyncIterable<Uint8Array> {
  yield await vscode.workspace.fs.readFile(uri);
}

/** A file as rows; one on this machine is never in memory as a whole. */
async function fileSource(uri: vscode.Uri): Promise<RowSource> {
  const name = basename(uri.path);
  const size = await readableSize(uri);
  if (size > maxFileBytes) {
    throw new Error(
      vscode.l10n.t(
        '{0} is larger than {1} MB, the most that a batch reads. Split it.',
        name,
        maxFileBytes / 1024 / 1024,
      ),
    );
  }
  const local = isHere(uri);
  return {
    name,
    format: formatOf(name),
    file: placeText(uri),
    open: () => (local ? createReadStream(uri.fsPath) : wholeFile(uri)),
  };
}

export async function sourceOf(origin: FileOrigin): Promise<RowSource> {
  const uri = vscode.Uri.parse(origin.uri);
  if (origin.kind === 'file') return fileSource(uri);
  const { name, text } = origin;
  return {
    name,
    format: formatOf(basename(uri.path)),
    file: uri.scheme === 'untitled' ? null : placeText(uri),
    async *open() {
      yield new TextEncoder().encode(text);
    },
  };
}

/** For people: a file's name, or what was selected. */
export function originName(origin: Origin): string {
  return origin.kind !== 'file' ? origin.name : basename(vscode.Uri.parse(origin.uri).path);
}

/** Another stamp once the file was written; null = it cannot change, or is not there. */
export async function fileStamp(origin: Origin): Promise<string | null> {
  if (origin.kind !== 'file') return null;
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(vscode.Uri.parse(origin.uri));
    return `${mtime}.${size}`;
  } catch {
    // Reading it says so.
    return null;
  }
}

export async function pickFile(): Promise<FileOrigin | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Run Batch'),
      openLabel: vscode.l10n.t('Choose'),
      filters: { [vscode.l10n.t('CSV or JSON Lines')]: ['csv', 'tsv', 'txt', 'jsonl', 'ndjson'] },
    })) ?? [];
  return file === undefined ? undefined : { kind: 'file', uri: file.toString() };
}

/** A document where it can be rows; what is on screen counts, saved or not. */
function openDocument(document: vscode.TextDocument): FileOrigin | null {
  const name = basename(document.uri.path);
  if (!endings.test(name)) return null;
  const uri = document.uri.toString();
  return document.isDirty || document.isUntitled
    ? { kind: 'text', name, text: document.getText(), uri }
    : { kind: 'file', uri };
}

/**
 * Where the rows come from: the file the command was called on, else what is open in the editor, else a file that the user
 * chooses. Asked only where lines of it are selected: they, or the whole?
 */
export async function chooseOrigin(uri: vscode.Uri | null): Promise<FileOrigin | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = uri === null ? editor?.document : loadedDocument(uri);
  const onDisk: FileOrigin | null = uri === null ? null : { kind: 'file', uri: uri.toString() };
  const whole = (document === undefined ? null : openDocument(document)) ?? onDisk;
  if (uri !== null && editor?.document.uri.toString() !== uri.toString()) return whole ?? undefined;
  const selected = editor?.selections.map((one) => editor.document.getText(one)).join('\n') ?? '';
  if (editor === undefined || selected.trim() === '') return whole ?? pickFile();
  const name = basename(editor.document.uri.path);
  const title = vscode.l10n.t('Selection in {0}', name);
  const selection: FileOrigin = {
    kind: 'text',
    name: title,
    text: selected,
    uri: editor.document.uri.toString(),
  };
  const items = [
    { label: title, description: vscode.l10n.t('one row a line'), origin: async () => selection },
    ...(whole === null
      ? []
      : [{ label: vscode.l10n.t('The open file {0}', name), origin: async () => whole }]),
    { label: vscode.l10n.t('Choose a file…'), origin: pickFile },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Batch'),
    placeHolder: vscode.l10n.t('Where do the rows come from?'),
  });
  return picked?.origin();
}
