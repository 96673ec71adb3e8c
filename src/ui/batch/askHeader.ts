import * as vscode from 'vscode';
import { hasHeader, peeked } from '../../calls/batch/columns.ts';
import type { SourceRow, SourceShape } from '../../calls/batch/reading.ts';
import type { Operation } from '../../contract/shapes.ts';

const mostCells = 8;

function covered(operation: Operation, row: SourceRow | undefined): string {
  const cells = row?.cells ?? [];
  const more = cells.length > mostCells ? ' …' : '';
  return (
    cells
      .slice(0, mostCells)
      .map((cell) => peeked(operation, cell))
      .join(' · ') + more
  );
}

/**
 * Asks whether the first line names the columns, where the file does not tell; null = it tells. Not answered, the line is taken
 * for names: what was not meant is not sent.
 */
export async function askHeader(operation: Operation, shape: SourceShape): Promise<boolean | null> {
  if (hasHeader(operation, shape) !== 'perhaps') return null;
  const [first, second] = shape.first;
  const items = [
    { label: vscode.l10n.t('It names the columns'), detail: covered(operation, first), header: true },
    {
      label: vscode.l10n.t('It is a row'),
      detail: [first, second]
        .map((row) => covered(operation, row))
        .filter((text) => text !== '')
        .join(' | '),
      header: false,
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Batch: the first line'),
    placeHolder: vscode.l10n.t('What is the first line of the file?'),
  });
  return picked?.header ?? true;
}
