import { type BatchId, batchId, type OrderId, orderId } from '../../calls/ports/ids.ts';
import { operations } from '../../contract/operations.ts';
import { isRecord } from '../../contract/record.ts';
import type { OperationId } from '../../contract/words.ts';

/** What a command was handed by a tree row, a keybinding or another extension, read without trust. */
export type ArgumentReading<T> =
  | { readonly kind: 'given'; readonly value: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly shown: string };

/** What was handed in, short enough to quote back: of an object its names alone, for its values may be anybody's. Never throws. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value === '' ? "''" : value.slice(0, 60);
  if (typeof value === 'function') return typeof value;
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 60);
  try {
    return `{ ${Object.keys(value).slice(0, 6).join(', ').slice(0, 56)} }`;
  } catch {
    // A proxy may refuse to be read.
    return typeof value;
  }
}

/** The id that a row of a tree holds; else what was handed in. Never throws. */
function idWithin(value: unknown, name: 'operation' | 'order' | 'batch'): unknown {
  try {
    const held = isRecord(value) ? value[name] : undefined;
    return isRecord(held) ? held.id : value;
  } catch {
    // A getter or a proxy of another extension's may refuse.
    return value;
  }
}

/** An operation id, or a row of the operations tree. */
export function readOperation(value: unknown): ArgumentReading<OperationId> {
  if (value === undefined || value === null) return { kind: 'none' };
  const id = idWithin(value, 'operation');
  const found = operations.find((operation) => operation.id === id);
  return found === undefined ? { kind: 'bad', shown: shown(value) } : { kind: 'given', value: found.id };
}

/** Our id of an order, or a row of the order history. */
export function readOrderRef(value: unknown): ArgumentReading<OrderId> {
  if (value === undefined || value === null) return { kind: 'none' };
  const id = idWithin(value, 'order');
  return typeof id === 'string' && id !== ''
    ? { kind: 'given', value: orderId(id) }
    : { kind: 'bad', shown: shown(value) };
}

/** Our id of a batch, or its row in the order history; null for anything else. */
export function readBatchRef(value: unknown): BatchId | null {
  const id = idWithin(value, 'batch');
  return typeof id === 'string' && id !== '' ? batchId(id) : null;
}
