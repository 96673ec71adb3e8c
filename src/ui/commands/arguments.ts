import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import { operations } from '../../contract/operations.ts';
import { isRecord } from '../../contract/record.ts';
import type { OperationId } from '../../contract/words.ts';

/** What a command was handed by a tree row, a keybinding or another extension, read without trust. */
export type ArgumentReading<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly shown: string };

/** What was handed in, short enough to quote back. */
function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value)).slice(0, 60);
}

/** An operation id, or a row of the operations tree. */
export function readOperation(value: unknown): ArgumentReading<OperationId> {
  if (value === undefined || value === null) return { kind: 'none' };
  const id = isRecord(value) && isRecord(value.operation) ? value.operation.id : value;
  const found = operations.find((operation) => operation.id === id);
  return found === undefined ? { kind: 'bad', shown: shown(value) } : { kind: 'given', value: found.id };
}

/** Our id of an order, or a row of the order history. */
export function readOrderRef(value: unknown): ArgumentReading<OrderId> {
  if (value === undefined || value === null) return { kind: 'none' };
  const id = isRecord(value) && isRecord(value.order) ? value.order.id : value;
  return typeof id === 'string' && id !== ''
    ? { kind: 'given', value: orderId(id) }
    : { kind: 'bad', shown: shown(value) };
}
