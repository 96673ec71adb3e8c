import type { DatabaseSync } from 'node:sqlite';

/** "VAPI": tells our file from any other program's database. */
export const applicationId = 0x56415049;

/** Of the files this code writes: how many steps `schema.ts` has, which is loaded only where some are missing. */
export const schemaVersion = 14;

export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return Number(row?.user_version ?? 0);
}

/** A table, or a trigger, that each step makes and no later one takes away; a test holds it. */
const marks = [
  ...['orders', 'payloads', 'spend', 'batches', 'input_parts', 'support_texts'],
  ...['erasures', 'documents', 'valid_seal', 'aadhaar_numbers', 'learned', 'erased_orders'],
  ...['spend_recorded', 'keeping'],
];

/**
 * How many steps have made these, whatever the file calls itself: each step writes what it makes and the number at
 * once, so they differ only where something else has written the file. Null where tables of a step are missing amid others.
 */
export function versionByTables(db: DatabaseSync): number | null {
  const rows = db.prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')").all();
  const names = new Set(rows.map(({ name }) => String(name)));
  const found = marks.map((mark) => names.has(mark));
  const steps = found.filter(Boolean).length;
  return found.slice(0, steps).every(Boolean) ? steps : null;
}

/** Files of the first version give no pages back to the system until they are written anew. */
export function canShrink(db: DatabaseSync): boolean {
  return Number(db.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum) !== 0;
}
