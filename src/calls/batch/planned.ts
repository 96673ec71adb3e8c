import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { Batch, BatchCall } from '../ports/batchPorts.ts';
import { bodyOfRows } from './rows.ts';

/**
 * The operation as a batch was planned with it: bodies and results of its rows are made with this one, whatever the user
 * corrected since.
 * @param documented with any request fields; they stay where the batch kept none
 */
export function operationOfBatch({ fields }: Pick<Batch, 'fields'>, documented: Operation): Operation {
  return fields === null ? documented : { ...documented, requestFields: fields };
}

/** Equal for fields that make the same body of the same values; how they are shown and checked does not count. */
export function fieldsStamp(fields: readonly RequestField[]): string {
  return JSON.stringify(fields.map(({ name, path, type, required }) => [name, path, type, required]));
}

/** Whether the request fields were corrected since the batch was planned; of one that kept none nobody knows. */
export function isCorrected({ fields }: Pick<Batch, 'fields'>, current: Operation): boolean {
  return fields !== null && fieldsStamp(fields) !== fieldsStamp(current.requestFields);
}

/** The body of a call as it leaves. @param operation see operationOfBatch @param once see bodyOfRows */
export function bodyOfCall(operation: Operation, call: Pick<BatchCall, 'rows'>, once = true): string {
  const rows = call.rows.map(({ fields }) => fields);
  return bodyOfRows(operation, rows, once);
}
