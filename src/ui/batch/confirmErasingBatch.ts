import * as vscode from 'vscode';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import { confirmErasing } from '../asking/confirmErasing.ts';
import { fileWord } from '../words/both/fileWord.ts';

/** What goes with a batch, what stays, and whether it is to be so. */
export function confirmErasingBatch({ source }: Batch): Promise<boolean> {
  const detail = vscode.l10n.t(
    'Its inputs and its list of rows are removed for good; rows not sent yet are never sent. Its orders stay in the order history, and a results file stays where it is.',
  );
  const words = vscode.l10n.t('Erase the batch of {0}?', fileWord(source));
  return confirmErasing(words, detail, vscode.l10n.t('Erase Batch'));
}
