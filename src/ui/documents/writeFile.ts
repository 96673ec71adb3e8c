import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';

/** Beside the final name and renamed at the end, for the owner alone: what fails leaves nothing under it. */
export async function writeFile(
  target: vscode.Uri,
  content: Iterable<string> | Iterable<Uint8Array>,
): Promise<void> {
  if (target.scheme !== 'file') {
    const parts = Array.from<string | Uint8Array, Uint8Array>(content, (part) =>
      typeof part === 'string' ? new TextEncoder().encode(part) : part,
    );
    await vscode.workspace.fs.writeFile(target, Buffer.concat(parts));
    return;
  }
  const { fsPath } = target;
  const partial = join(dirname(fsPath), `.${basename(fsPath)}.partial`);
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, fsPath);
  } finally {
    await rm(partial, { force: true });
  }
}
