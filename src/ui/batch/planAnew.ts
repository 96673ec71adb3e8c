import * as vscode from 'vscode';
import type { Batch, BatchRow } from '../../calls/batchPorts.ts';
import type { OrderId } from '../../calls/ids.ts';
import type { Destination } from '../../calls/sending/destination.ts';
import type { Batches } from './batchCommands.ts';
import { copyRows } from './copyRows.ts';
import { chooseRows } from './startBatch.ts';
import { countRows } from './unfinished.ts';

/**
 * The rows of a batch that wait, as a new batch with the request fields of now. The start of the new one leaves the old
 * ones, in one transaction: an input must not wait in two batches.
 */
export async function planAnew(batches: Batches, from: Batch, to: Destination): Promise<void> {
  const operation = batches.services.operation(from.operation);
  const again = (row: BatchRow): readonly OrderId[] | null => (row.state === 'waiting' ? [] : null);
  const rows = countRows(from, ({ state }) => state === 'waiting');
  const copy = copyRows(batches, { from, operation, again, environment: to.environment });
  const read = async (id: Parameters<typeof copy>[0]): Promise<number> => {
    const copied = await copy(id);
    if (copied === rows) return copied;
    throw new Error(vscode.l10n.t('The inputs of these rows are not kept any more.'));
  };
  const source = { name: from.source, file: null };
  const insteadOf = { batch: from.id, rows };
  const columns = from.columns ?? [];
  const planning = { operation, to, source, read, choose: chooseRows, insteadOf, columns };
  if (await batches.plan(planning)) batches.changed(from.id);
}
