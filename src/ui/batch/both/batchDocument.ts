import * as vscode from 'vscode';
import type { Batch } from '../../../calls/ports/batchPorts.ts';
import { fileWord } from '../../words/both/fileWord.ts';

/** Of read-only documents of the rows of a batch; their text is made in the runtime. */
export const batchScheme = 'verification-batch';

/** After its file and start, so that the tabs of two can be told apart. */
export function batchTitle({ source, createdAt }: Pick<Batch, 'source' | 'createdAt'>): string {
  const moment = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const started = new Date(createdAt).toLocaleString(vscode.env.language, moment);
  return `${vscode.l10n.t('Batch of {0}', fileWord(source))} · ${started}`;
}

export function batchUri(batch: Pick<Batch, 'id' | 'source' | 'createdAt'>): vscode.Uri {
  // A slash would part the path.
  const name = batchTitle(batch).replace(/[\s/\\]+/g, ' ');
  return vscode.Uri.from({ scheme: batchScheme, path: `/${batch.id}/${name}.txt` });
}

export function batchOfUri(uri: vscode.Uri): string {
  return uri.path.split('/')[1] ?? '';
}
