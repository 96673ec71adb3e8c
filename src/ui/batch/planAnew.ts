import type { Batch, BatchRow } from '../../calls/batchPorts.ts';
import type { OrderId } from '../../calls/ids.ts';
import type { Destination } from '../../calls/sending/destination.ts';
import type { Batches } from './batchCommands.ts';
import { copyRows } from './copyRows.ts';

/**
 * The rows of a batch that wait, as a new batch with the request fields of now. The old ones are left once the new one is
 * started: an input must not wait in two batches.
 */
export async function planAnew(batches: Batches, from: Batch, to: Destination): Promise<void> {
  const operation = batches.services.operation(from.operation);
  const again = (row: BatchRow): readonly OrderId[] | null => (row.state === 'waiting' ? [] : null);
  const read = copyRows(batches, { from, operation, again, environment: to.environment });
  if (!(await batches.plan(operation, to, { name: from.source, file: null }, read))) return;
  await (await batches.store()).leaveWaiting(from.id);
  batches.changed(from.id);
}
