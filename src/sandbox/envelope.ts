import type { DocumentedCode, MessageCode } from '../contract/documentedCodes.ts';
import type { AlwaysField } from '../contract/envelope.ts';
import { operationById } from '../contract/operations.ts';
import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { sandboxCodes } from './magicCodes.ts';

/** The fixed message where the documents show one, else an invented one marked as such. */
export function messageOf(row: DocumentedCode): string {
  return row.message ?? `${sandboxCodes[row.code].invented ?? row.code} (the sandbox's own words)`;
}

/**
 * The two values of error_code seen in the documents, for the codes and operations they were seen with. Elsewhere the
 * field is an empty string: its values are not shown.
 */
export function errorCodeOf(operation: OperationId, code: MessageCode): string {
  return emulations[operation].errorCodes[code] ?? '';
}

/** A free error: no order_id, no data (docs/service.md, "Error body shapes" 2). REQUEST_FAILED, too: not said there. */
export function freeEnvelope(row: DocumentedCode): Record<AlwaysField, unknown> {
  return {
    status: row.status,
    status_code: row.http,
    charged: row.charged,
    success: false,
    message: messageOf(row),
    message_code: row.code,
  };
}

/**
 * An answer that reached the provider, billed or pending. `success` is documented for errors only (false); that it is
 * true for 200 and 202 is an assumption of the sandbox.
 */
export function orderEnvelope(
  row: DocumentedCode,
  orderId: string,
  errorCode: string,
  result: Record<string, unknown>,
): Record<string, unknown> {
  return {
    ...freeEnvelope(row),
    success: row.http < 300,
    order_id: orderId,
    data: { order_id: orderId, error_code: errorCode, result },
  };
}

/** Names what in an answer is the sandbox's assumption, for the header X-Sandbox-Invented. */
export function inventedParts(operation: OperationId | null, row: DocumentedCode): readonly string[] {
  const parts: string[] = [];
  if (row.message === null) parts.push('message');
  if (row.charged && operation !== null) {
    if (row.http < 300) parts.push('success');
    if (errorCodeOf(operation, row.code) === '') parts.push('data.error_code');
    if (row.http !== 422 || operationById(operation).resultGroups === null) parts.push('data.result');
  }
  return parts;
}
