import { operationById } from './operations.ts';
import type { Operation } from './shapes.ts';
import type { OperationId } from './words.ts';

/** The list field whose entries of several rows travel in one call, or null. */
export function bulkField(operation: Operation): string | null {
  if (!operation.bulk) return null;
  return operation.requestFields.find((field) => field.type === 'string-list')?.name ?? null;
}

/** What tells one entry of a bulk call from another: how it is written does not. */
export function entryKey(entry: string): string {
  return entry.trim().toLowerCase();
}

/** Levels of a body that are searched for lists. */
const deepest = 10;

/** E-mail addresses within a text, however they are parted. */
function addressesIn(text: string): readonly string[] {
  return text.includes('@') ? text.split(/[\s,;<>"'()]+/).filter((word) => word.includes('@')) : [];
}

/**
 * The entries a bulk call asks about, by `entryKey`, none twice: every text in a list of the body, and every address
 * anywhere in it, for the request's fields are not documented and may be of any shape. Empty for other operations and for
 * what is not JSON.
 */
export function bulkEntries(operation: OperationId, body: string): readonly string[] {
  if (!operationById(operation).bulk) return [];
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // No JSON has no entries; it is compared as the bytes it is.
    return [];
  }
  const found = new Set<string>();
  const walk = (one: unknown, listed: boolean, depth: number): void => {
    if (typeof one === 'string') {
      const addresses = addressesIn(one);
      const entries = addresses.length === 0 && listed && one.trim() !== '' ? [one] : addresses;
      for (const entry of entries) found.add(entryKey(entry));
      return;
    }
    if (depth > deepest || typeof one !== 'object' || one === null) return;
    const isList = Array.isArray(one);
    for (const inner of Object.values(one)) walk(inner, isList, depth + 1);
  };
  walk(value, false, 0);
  return [...found];
}
