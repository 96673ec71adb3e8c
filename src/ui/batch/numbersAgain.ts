import * as vscode from 'vscode';
import { lacksNumber } from '../../calls/batch/numbersAgain.ts';
import { operationOfBatch } from '../../calls/batch/planned.ts';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { askModal } from '../base/modal.ts';
import type { RuntimeServices } from '../base/services.ts';
import { pickFile, sourceOf } from './chooseRows.ts';
import { type BatchOrigin, type FileRows, wantedRows } from './keptRows.ts';

/** How many wanted rows lack their Aadhaar number, because it was reduced. */
async function countWithout(ledger: Ledger, then: Operation, origin: BatchOrigin): Promise<number> {
  let count = 0;
  for await (const page of wantedRows(ledger.batches, origin)) {
    for (const { input } of page) if (await lacksNumber(ledger, then, input)) count += 1;
  }
  return count;
}

/**
 * The file that a batch was read from, where numbers of the wanted rows are needed again: chosen by the user, or null
 * where none is needed or they are typed in by hand. Undefined = given up.
 */
export async function fileWithNumbers(
  services: RuntimeServices,
  from: Batch,
  origin: BatchOrigin,
): Promise<string | null | undefined> {
  const then = operationOfBatch(from, services.operation(from.operation));
  const count = await countWithout(await services.ledger(), then, origin);
  if (count === 0) return null;
  const { l10n } = vscode;
  const choose = l10n.t('Choose the File Again…');
  const byHand = l10n.t('Type Them In');
  const question =
    count === 1
      ? l10n.t('The full Aadhaar number of 1 of these rows is no longer kept.')
      : l10n.t('The full Aadhaar numbers of {0} of these rows are no longer kept.', count);
  const detail = l10n.t(
    'They can be read again from {0}. A row whose number has changed there stays empty in the review, for you to type in.',
    from.source === '' ? l10n.t('the file of the batch') : from.source,
  );
  const answer = await askModal(question, detail, choose, byHand);
  if (answer === byHand) return null;
  if (answer !== choose) return undefined;
  return (await pickFile())?.uri;
}

/** The rows of that file; none where there is no file. */
export async function rowsWithNumbers(services: RuntimeServices, file: string | null): Promise<FileRows> {
  const found = new Map<number, readonly string[]>();
  if (file === null) return found;
  const source = await sourceOf({ kind: 'file', uri: file });
  const reader = await services.batchReader();
  for await (const { line, cells } of reader.rows(source, await reader.look(source))) found.set(line, cells);
  return found;
}
