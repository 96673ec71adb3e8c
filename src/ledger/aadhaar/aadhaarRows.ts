import { setImmediate as turn } from 'node:timers/promises';
import { batchId } from '../../calls/ports/ids.ts';
import { aadhaarNumbersIn } from '../../contract/aadhaar/numbers.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { operationById } from '../../contract/operations.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import { over, unheld } from '../batchErasing.ts';
import { sealedBatchColumns } from '../batches.ts';
import { bytesOf } from '../payloads.ts';
import { inputColumn, inputOwner, rowInputOf } from '../quotedRows.ts';
import type { RecordMeans } from '../recording.ts';
import { open, unlessBroken } from '../sealing.ts';
import { rememberSeal } from '../writing.ts';
import { unsealed, written } from '../written.ts';
import { type Change, reducedRow, runChanges } from './aadhaarRewriting.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows looked at between two turns of the host, and written in one transaction. */
const step = 50;

/**
 * Batches in which nothing waits and that nobody runs: rows that never left have no order that would be reduced, and lose
 * their numbers here. Rows of open orders keep them until those are closed. Returns how many were reduced.
 */
export async function looksAfterRows({ store, sealing }: RecordMeans, now: number): Promise<number> {
  const batches = await store.read(() =>
    store
      .sql(
        `SELECT id, operation, seal_id, words FROM batches WHERE aadhaar = 'kept' AND ${unheld} AND ${over}`,
      )
      .all(now),
  );
  let reduced = 0;
  for (const batch of batches) {
    const operation = await unlessBroken(() => operationOf(sealing, batch));
    if (operation !== null) reduced += await rowsOf({ store, sealing }, String(batch.id), operation);
    await store.write(() =>
      store.sql(`UPDATE batches SET aadhaar = 'reduced' WHERE id = ?`).run(String(batch.id)),
    );
  }
  return reduced;
}

/** With the fields it was planned with; null when the key that sealed them is gone, and with it the rows' cells. */
async function operationOf(sealing: RecordMeans['sealing'], batch: Row): Promise<Operation | null> {
  const words = bytesOf(batch.words);
  const key = words === null ? null : await sealing.find(String(batch.seal_id));
  if (key === null || words === null) return null;
  const { fields } = unsealed<{ readonly fields?: readonly RequestField[] }>(
    open(key, String(batch.id), sealedBatchColumns.words, words),
  );
  const operation = operationById(written(batch.operation));
  return fields === undefined ? operation : { ...operation, requestFields: fields };
}

async function rowsOf(
  { store, sealing }: Pick<RecordMeans, 'store' | 'sealing'>,
  batch: string,
  operation: Operation,
): Promise<number> {
  let reduced = 0;
  let after = -1;
  for (;;) {
    const rows = await store.read(() =>
      store
        .sql(
          `SELECT r.batch, r.row, r.seal_id, r.input FROM batch_rows r LEFT JOIN orders o ON o.id = r.order_ref
           WHERE r.batch = ? AND r.row > ? AND r.input IS NOT NULL AND coalesce(o.is_open, 0) = 0 ORDER BY r.row LIMIT ${step}`,
        )
        .all(batch, after),
    );
    const current = await sealing.current();
    const changes: Change[] = [];
    for (const row of rows) {
      const change = await unlessBroken(async () => {
        const numbers = await numbersOf(sealing, operation, row);
        return numbers.length === 0 ? null : reducedRow(sealing, current, row, numbers);
      });
      if (change !== null) changes.push(change);
    }
    if (changes.length > 0) {
      await store.write(() => {
        runChanges(store, changes);
        rememberSeal(store, current.id);
      });
    }
    reduced += changes.length;
    if (rows.length < step) return reduced;
    after = Number(rows.at(-1)?.row);
    await turn();
  }
}

async function numbersOf(
  sealing: RecordMeans['sealing'],
  operation: Operation,
  row: Row,
): Promise<readonly string[]> {
  const input = bytesOf(row.input);
  const key = input === null ? null : await sealing.find(String(row.seal_id));
  if (key === null || input === null) return [];
  const owner = inputOwner(batchId(String(row.batch)), Number(row.row));
  const { fields } = rowInputOf(open(key, owner, inputColumn, input));
  return fields === null ? [] : aadhaarNumbersIn(operation, bodyFromFields(operation, fields));
}
