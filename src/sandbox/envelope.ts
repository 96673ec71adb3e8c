import { messageCodeRow } from '../contract/messageCodes.ts';
import type { MessageCodeRow } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';

/** Texts of codes whose text the documents do not show; each says so itself. */
const inventedMessages: Readonly<Record<string, string>> = {
  OK: 'Lookup completed.',
  ACCEPTED: 'Queued at the provider.',
  PROVIDER_NO_RESPONSE: 'The provider did not respond in time.',
  VERIFICATION_FAILED: 'The details did not verify.',
  NO_RECORD_FOUND: 'No matching record.',
  SOURCE_UNAVAILABLE: 'The record source is down.',
  REQUEST_FAILED: 'The call failed and was refunded.',
  NOT_FOUND: 'No such endpoint.',
  INTERNAL_ERROR: 'An unexpected error.',
};

/** The documented row of a code. Throws for a code that is not documented: a fault of the sandbox itself. */
export function rowOf(code: string): MessageCodeRow {
  const row = messageCodeRow(code);
  if (row === undefined) throw new Error(`The sandbox knows no message_code ${code}.`);
  return row;
}

/** The fixed message where the documents show one, else an invented one marked as such. */
export function messageOf(row: MessageCodeRow): string {
  return row.message ?? `${inventedMessages[row.code] ?? row.code} (the sandbox’s own words)`;
}

/**
 * The two values of error_code seen in the documents, for the codes and operations they were seen with. Elsewhere the
 * field is an empty string: its values are not shown.
 */
export function errorCodeOf(operation: OperationId, code: string): string {
  if (operation === 'rc-advanced' && code === 'NO_RECORD_FOUND') return 'no_record';
  if (operation === 'credit-report' && code === 'VERIFICATION_FAILED') return 'verification_failed';
  return '';
}

/** A free error: no order_id, no data (docs/service.md, "Error body shapes" 2). REQUEST_FAILED, too: not said there. */
export function freeEnvelope(row: MessageCodeRow): Record<string, unknown> {
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
  row: MessageCodeRow,
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
export function inventedParts(operation: OperationId | null, row: MessageCodeRow): string {
  const parts: string[] = [];
  if (row.message === null) parts.push('message');
  if (row.charged && operation !== null) {
    if (row.http < 300) parts.push('success');
    if (errorCodeOf(operation, row.code) === '') parts.push('data.error_code');
    if (row.http !== 422 || operation === 'aadhaar-pan-link' || operation === 'email-bulk')
      parts.push('data.result');
  }
  return parts.join(', ');
}
