import * as vscode from 'vscode';
import { lacksNumber } from '../../calls/batch/numbersAgain.ts';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import type { Ledger } from '../../calls/ports.ts';
import type { RuntimeServices } from '../services.ts';
import { pickFile, sourceOf } from './chooseRows.ts';
import { type Copy, type FileRows, wantedRows } from './copyRows.ts';
import { asSpoken } from './planBatch.ts';

/** The lines of wanted rows whose Aadhaar number was reduced. */
async function linesWithout(
  ledger: Ledger,
  { from, operation, again }: Pick<Copy, 'from' | 'operation' | 'again'>,
): Promise<ReadonlySet<number>> {
  const lines = new Set<number>();
  const then = operationOfBatch(from, operation);
  await wantedRows(ledger.batches, from, again, async (line, kept) => {
    if (await lacksNumber(ledger, then, kept)) lines.add(line);
  });
  return lines;
}

/**
 * The rows of the file that a batch was read from, where their numbers are needed again: the user chooses it. Empty where
 * none is needed, undefined = given up.
 */
export async function numbersFromFile(
  services: RuntimeServices,
  copy: Pick<Copy, 'from' | 'operation' | 'again'>,
): Promise<FileRows | undefined> {
  const { from } = copy;
  const lines = await linesWithout(await services.ledger(), copy);
  if (lines.size === 0) return new Map();
  const { l10n, window } = vscode;
  const choose = l10n.t('Choose the File Again…');
  const question = l10n.t('The full Aadhaar numbers of {0} of these rows are no longer kept.', lines.size);
  const detail = l10n.t(
    'They are read again from {0}. A row whose number is another one there is left out.',
    from.source === '' ? l10n.t('the file of the batch') : from.source,
  );
  if ((await window.showWarningMessage(question, { modal: true, detail }, choose)) !== choose)
    return undefined;
  const origin = await pickFile();
  if (origin === undefined) return undefined;
  const source = await sourceOf(origin);
  const reader = await services.batchReader();
  const found = new Map<number, readonly string[]>();
  try {
    for await (const { line, cells } of reader.rows(source, await reader.look(source))) {
      if (lines.has(line)) found.set(line, cells);
    }
  } catch (error) {
    throw asSpoken(error);
  }
  return found;
}
