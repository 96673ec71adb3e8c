import { truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { Eraser } from '../../../src/ledger/erasing.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, keyRing, noon } from './aLedger.ts';

export const mebibyte = 1024 * 1024;

interface Own {
  /** File that is scrubbed, where it is not the one of the history. */
  readonly orders?: string;
}

/** What erases in a history, and whether it has written the file anew. */
export async function anEraser(t: TestContext, folder = aFolder(t), own: Own = {}) {
  const { db, names } = await openFile(folder, noon);
  t.after(() => db.close());
  const store = new Store(db, names);
  const scrubbed = { ...names, ...own };
  const eraser = new Eraser(store, scrubbed, { sealing: keyRing('a-key'), now: () => noon });
  let before = version(names.orders);
  /** Whether the file was written anew since this was asked last. */
  const anew = (): boolean => {
    const now = version(names.orders);
    const is = now !== before;
    before = now;
    return is;
  };
  return { eraser, store, names, scrubbed, anew };
}

/** Another one after each time a file was written anew. */
function version(file: string): number {
  const db = new DatabaseSync(file);
  const row = db.prepare('PRAGMA schema_version').get();
  db.close();
  return Number(row?.schema_version);
}

/** Makes a file as large as said, with nothing in what is added. */
export function grow(store: Store, file: string, bytes: number): void {
  store.sql('PRAGMA wal_checkpoint(TRUNCATE)').get();
  truncateSync(file, bytes);
}

export const count = (store: Store, sql: string): unknown => Object.values(store.sql(sql).get() ?? {})[0];
export const erasures = (store: Store): unknown => count(store, 'SELECT count FROM erasures');
