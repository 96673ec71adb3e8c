import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root: string = resolve(import.meta.dirname, '../..');
/** Downloads that outlive a run (VS Code); ignored by git. */
export const cacheFolder: string = join(root, '.vscode-test');
/** What a run leaves for people: logs, screenshots, bundles of tests, results; ignored by git. */
export const outFolder: string = join(root, 'out');

/** A folder of its own under the system's temporary one; short, because Unix sockets are put in it. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `vx-${name}-`));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

export function ensureFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}
