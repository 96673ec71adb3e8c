import * as vscode from 'vscode';
import type { Batch, BatchRow, BatchStore } from '../../calls/ports/batchPorts.ts';
import { operationById } from '../../contract/operations.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { shownOrderId } from '../words/both/orderWords.ts';
import { rowWords } from './batchWords.ts';

/** More rows than an editor shows with ease; the results file has them all. */
const shownRows = 10_000;
const step = 1000;

function rowLine(row: BatchRow): string {
  const cells = [
    String(row.row + 1).padStart(6),
    String(row.line).padStart(6),
    inputWords(row.masked).padEnd(28),
    rowWords(row),
  ];
  if (row.orderId !== null) cells.push(shownOrderId(row));
  return cells.join('  ').trimEnd();
}

function headLines(batch: Batch): string[] {
  const { title } = operationById(batch.operation);
  const started = new Date(batch.createdAt).toLocaleString(vscode.env.language);
  const columns = [
    vscode.l10n.t('row').padStart(6),
    vscode.l10n.t('line').padStart(6),
    vscode.l10n.t('input, masked').padEnd(28),
    vscode.l10n.t('what came of it'),
  ];
  return [`${title} · ${batch.environment} · ${batch.source} · ${started}`, '', columns.join('  ')];
}

/** One line a row, inputs masked; grows as answers come. */
export async function batchText(store: BatchStore, batch: Batch): Promise<string> {
  const lines = headLines(batch);
  let after: number | null = null;
  do {
    const page: Awaited<ReturnType<BatchStore['rows']>> = await store.rows(batch.id, after, step);
    lines.push(...page.rows.map(rowLine));
    after = page.next;
  } while (after !== null && lines.length < shownRows);
  if (after !== null) {
    const end =
      batch.results === null
        ? vscode.l10n.t('Only the first {0} rows are shown here.', shownRows)
        : vscode.l10n.t('Only the first {0} rows are shown here; the results file has them all.', shownRows);
    lines.push('', end);
  }
  return `${lines.join('\n')}\n`;
}
