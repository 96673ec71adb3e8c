import * as vscode from 'vscode';
import type { TableParams } from '../../protocol/contents.ts';
import { askModal } from '../base/modal.ts';
import { placeWords, proposedPlace } from '../places/places.ts';
import { writeFile } from './writeFile.ts';

/** Where the lines of a table come from. */
interface Lines {
  readonly lists: {
    csv(params: Omit<TableParams, 'orderId'>): Iterable<string>;
    plainName(path: string): string;
  };
  prepare(): void;
}

async function confirmed({ all, rows, cells }: TableParams['reveal']): Promise<boolean> {
  if (!all && rows.length === 0 && cells.length === 0) return true;
  const save = vscode.l10n.t('Save With Personal Data');
  const detail = vscode.l10n.t(
    'What is revealed in the table is in the clear in the file, readable by whoever gets it.',
  );
  const question = vscode.l10n.t('Save the table without masking?');
  return (await askModal(question, detail, save)) === save;
}

/** A table as CSV in a file of the user's choice: the rows in view, in their order, masked where they are. */
export async function saveList(from: Lines, params: TableParams): Promise<void> {
  if (!(await confirmed(params.reveal))) return;
  const plain = from.lists.plainName(params.path).replaceAll(/[^\w.-]+/g, '_');
  const name = `${plain.slice(0, 60)}.csv`;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Table as CSV'),
    filters: { CSV: ['csv'] },
    ...proposedPlace(name),
  });
  if (target === undefined) return;
  from.prepare();
  try {
    await writeFile(target, from.lists.csv(params));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('Nothing was written: {0}', why));
  }
  void vscode.window.showInformationMessage(vscode.l10n.t('Saved to {0}.', placeWords(target)));
}
