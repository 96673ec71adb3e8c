import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Changes one row of a ledger's file as a disk or a stray program would: past every seal. */
export function damage(folder: string, table: string, column: string, how: string, where: string): void {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  try {
    assert.equal(db.prepare(`UPDATE ${table} SET ${column} = ${how} WHERE ${where}`).run().changes, 1);
  } finally {
    db.close();
  }
}

export const ofOrder = (id: string): string => `seq = (SELECT seq FROM orders WHERE id = '${id}')`;

/** Ways in which sealed bytes are not what was written. */
export const ways = (column: string): Readonly<Record<string, string>> => ({
  'a byte changed': `CAST(substr(${column}, 1, 30) || iif(substr(${column}, 31, 1) = x'00', x'01', x'00') || substr(${column}, 32) AS BLOB)`,
  'cut short': `substr(${column}, 1, length(${column}) - 1)`,
  'cut to nothing': `x''`,
  'of another form': `CAST(x'07' || substr(${column}, 2) AS BLOB)`,
});

/** All sealed bytes of a table's column, to see that nothing was written over. */
export function blobs(folder: string, table: string, column: string): readonly string[] {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  try {
    const rows = db.prepare(`SELECT ${column} AS blob FROM ${table} ORDER BY rowid`).all();
    return rows.map(({ blob }) => (blob instanceof Uint8Array ? Buffer.from(blob).toString('hex') : ''));
  } finally {
    db.close();
  }
}
