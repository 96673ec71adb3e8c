import { backup, DatabaseSync } from 'node:sqlite';
import type { FileNames } from './fileNames.ts';
import { busyTimeoutMs } from './store.ts';

/**
 * The file of this moment, through SQLite, so that what only stands in the log is copied too. SQLite begins such a copy anew
 * whenever another window writes, and beside one whose batch runs would never come to its end: so it is made of what a reader
 * holds. Without a log a reader would keep others from writing; there it is left to begin anew.
 * @param copy there already, for its owner alone
 */
export async function copyFile({ orders }: FileNames, copy: string): Promise<void> {
  const source = new DatabaseSync(orders, { readOnly: true });
  try {
    source.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    if (source.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal') {
      source.exec('BEGIN');
      // A reader holds its moment from its first reading on.
      source.prepare('SELECT count(*) FROM sqlite_master').get();
    }
    await backup(source, copy);
  } finally {
    source.close();
  }
}
