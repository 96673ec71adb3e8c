import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { sideFiles } from './fileNames.ts';

/** SQLite takes side files away whenever it likes: what is gone needs no mode. */
function makePrivate(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/**
 * Of its owner alone from the first byte on; SQLite gives its side files the same mode. A file that exists is not
 * opened: closing any descriptor of a file drops every lock this process holds on it (POSIX), SQLite's too.
 */
export function createPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const end of sideFiles) makePrivate(file + end);
}
