import { basename } from 'node:path';
import * as vscode from 'vscode';
import { asUnreadableRows } from '../../calls/batch/reading.ts';
import { OfferedFailure } from '../base/both/tellFailure.ts';
import { say } from '../words/both/translate.ts';
import type { Origin } from './chooseRows.ts';

/** Why there are no rows, in the user's language. */
export interface NoRows {
  readonly problem: string;
  /** Of the file, from 1: where to look; null where no line of a file is at fault. */
  readonly line: number | null;
}

/** Null for what was selected in an editor: it begins at any line of it. */
function wholeOf(origin: Origin): vscode.Uri | null {
  if (origin.kind === 'batch') return null;
  const uri = vscode.Uri.parse(origin.uri);
  return origin.kind === 'file' || origin.name === basename(uri.path) ? uri : null;
}

export function noRows(error: unknown, origin: Origin): NoRows {
  const unreadable = asUnreadableRows(error);
  if (unreadable === null)
    return { problem: error instanceof Error ? error.message : String(error), line: null };
  return { problem: say(unreadable.what), line: wholeOf(origin) === null ? null : unreadable.line };
}

/** Puts the cursor there; another tab only where the file has none. */
export async function openAt(origin: Origin, line: number | null): Promise<null> {
  const uri = wholeOf(origin);
  if (uri === null || line === null) return null;
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uri, { preview: false, selection });
  return null;
}

/** The same for a command: a file that cannot be read offers its line. */
export function asSpoken(error: unknown, origin: Origin): unknown {
  if (asUnreadableRows(error) === null) return error;
  const { problem, line } = noRows(error, origin);
  if (line === null) return new Error(problem);
  const label = vscode.l10n.t('Open at Line {0}', line);
  return new OfferedFailure(problem, { label, take: () => openAt(origin, line) });
}
