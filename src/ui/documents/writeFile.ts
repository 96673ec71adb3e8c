import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import { writeBeside } from '../base/writeBeside.ts';

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
  await writeBeside(target.fsPath, async (path) => {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return path;
  });
}
