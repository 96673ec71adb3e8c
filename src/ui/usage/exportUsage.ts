import * as vscode from 'vscode';
import { localDay } from '../../calls/usage/periods.ts';
import { latencyCsv, usageCsv } from '../../calls/usage/usageRows.ts';
import type { UsageChoice } from '../../protocol/usage.ts';
import type { Services } from '../base/services.ts';
import { writeFile } from '../documents/writeFile.ts';
import { placeWords, proposedPlace } from '../places/places.ts';
import { tellWritten } from '../places/tellWritten.ts';
import { loadUsage } from './usageState.ts';

/** Asks where a text goes and writes it, readable by its owner only. Says what came of it. */
export async function saveText(services: Services, title: string, name: string, text: string): Promise<void> {
  const file = `${name}-${localDay(services.now())}.csv`;
  const uri = await vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t('Export'),
    filters: { CSV: ['csv'] },
    ...proposedPlace(file),
  });
  if (uri === undefined) return;
  try {
    await writeFile(uri, [text]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('Nothing was written: {0}', why));
  }
  void tellWritten(services, vscode.l10n.t('Saved to {0}.', placeWords(uri)), uri);
}

/** The counts of the page as CSV: by day, or the latency. Nothing personal is in them. */
export async function exportUsage(services: Services, choice: UsageChoice): Promise<void> {
  const title = vscode.l10n.t('Export Usage');
  const days = {
    label: vscode.l10n.t('Calls by day'),
    detail: vscode.l10n.t('One row for each day, operation, code, billing and price'),
  };
  const latency = { label: vscode.l10n.t('Latency by operation'), detail: 'p50, p90, p99' };
  const picked = await vscode.window.showQuickPick([days, latency], { title });
  if (picked === undefined) return;
  const { rows, report } = await loadUsage(services, choice);
  if (picked === days) await saveText(services, title, 'usage', usageCsv(rows));
  else await saveText(services, title, 'latency', latencyCsv(report));
}
