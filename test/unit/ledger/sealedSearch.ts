import { createDecipheriv } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version byte, nonce, tag; see ledger/sealing.ts. */
const [version, nonceBytes, tagBytes] = [1, 12, 16];
/** So much of what is sealed is opened: no page of the file is longer. */
const openedBytes = 4096;

/**
 * Where these words stand in any file of the folder, in clear or sealed with any of the keys. What a key opens is looked
 * for at each byte, whatever table, free page or log it once was part of: without its place nobody can prove that it is
 * whole, but it can be read.
 */
export function filesTelling(
  folder: string,
  keys: readonly Uint8Array[],
  words: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EISDIR') continue;
      throw error;
    }
    for (const word of words) if (bytes.includes(word)) found.add(`${name}: ${word} in clear`);
    for (const text of opened(bytes, keys))
      for (const word of words) if (text.includes(word)) found.add(`${name}: ${word} sealed`);
  }
  return [...found].sort();
}

function* opened(bytes: Buffer, keys: readonly Uint8Array[]): Generator<Buffer> {
  for (let at = bytes.indexOf(version); at !== -1; at = bytes.indexOf(version, at + 1)) {
    const from = at + 1 + nonceBytes + tagBytes;
    if (from >= bytes.length) return;
    const nonce = bytes.subarray(at + 1, at + 1 + nonceBytes);
    for (const key of keys) {
      yield createDecipheriv('aes-256-gcm', key, nonce).update(bytes.subarray(from, from + openedBytes));
    }
  }
}
