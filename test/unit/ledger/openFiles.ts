import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Where a system tells which files a process has open; Linux alone does. */
const own = '/proc/self/fd';

/** Files in these folders that this process has open, each as often; the folders themselves as well. */
export function openIn(...folders: readonly string[]): string[] {
  return readdirSync(own).flatMap((name) => {
    try {
      const file = readlinkSync(join(own, name));
      return folders.some((folder) => file === folder || file.startsWith(`${folder}/`)) ? [file] : [];
    } catch {
      // The one by which the list itself was read is closed by now.
      return [];
    }
  });
}
