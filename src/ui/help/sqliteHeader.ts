/** What the first 100 bytes of an SQLite file tell without opening it (sqlite.org, "Database File Format" §1.3). */
export interface SqliteHeader {
  readonly schemaVersion: number;
  readonly journal: 'wal' | 'rollback';
}

/** Null where the bytes are no SQLite header. What stands only in the write-ahead log is not seen. */
export function readSqliteHeader(bytes: Uint8Array): SqliteHeader | null {
  if (bytes.byteLength < 100) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 16)) !== 'SQLite format 3\0') return null;
  return { schemaVersion: view.getUint32(60), journal: view.getUint8(18) === 2 ? 'wal' : 'rollback' };
}
