import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import { writeBeside } from '../base/writeBeside.ts';
import { isHere } from './places.ts';

/** Most bytes of one file elsewhere: it is in memory as a whole, for VS Code takes no pieces. */
export const mostElsewhere = 256 * 1024 * 1024;

type Pieces = Iterable<string> | AsyncIterable<string> | Iterable<Uint8Array>;

/**
 * Lets something be written that gets its final name only once it is whole, wherever VS Code can write; see `writeBeside`.
 * @param write makes a file or a folder of the address it is given; null = given up
 */
export async function writeWhole<T>(
  target: vscode.Uri,
  write: (place: vscode.Uri) => Promise<T | null>,
): Promise<T | null> {
  if (isHere(target)) return writeBeside(target.fsPath, (path) => write(vscode.Uri.file(path)));
  const { fs } = vscode.workspace;
  await mustBeNoFolder(target);
  const folder = vscode.Uri.joinPath(target, '..', `.verification-${randomUUID()}`);
  await fs.createDirectory(folder);
  try {
    const place = vscode.Uri.joinPath(folder, posix.basename(target.path));
    const written = await write(place);
    if (written !== null) await fs.rename(place, target, { overwrite: true });
    return written;
  } finally {
    await fs.delete(folder, { recursive: true });
  }
}

/** What takes a folder's name would remove it with all that it holds. */
async function mustBeNoFolder(target: vscode.Uri): Promise<void> {
  const there = await statOf(target);
  if (there === null || (there.type & vscode.FileType.Directory) === 0) return;
  throw new Error(vscode.l10n.t('a folder of this name is there already'));
}

/** Null where nothing is. */
export async function statOf(place: vscode.Uri): Promise<vscode.FileStat | null> {
  try {
    return await vscode.workspace.fs.stat(place);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return null;
    throw error;
  }
}

/** A new folder, of this machine for its owner alone. */
export async function makeFolder(place: vscode.Uri): Promise<void> {
  if (isHere(place)) await mkdir(place.fsPath, { mode: 0o700 });
  else await vscode.workspace.fs.createDirectory(place);
}

/** Piece by piece and for its owner alone where the file is of this machine; as a whole elsewhere. */
export async function writePieces(place: vscode.Uri, pieces: Pieces): Promise<void> {
  // Waits for a slow disk, and hands on its errors, which a bare stream would throw into the extension host.
  if (isHere(place)) await pipeline(pieces, createWriteStream(place.fsPath, { mode: 0o600 }));
  else await vscode.workspace.fs.writeFile(place, await allOf(pieces));
}

async function allOf(pieces: Pieces): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const part = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    size += part.byteLength;
    if (size > mostElsewhere) throw tooLargeElsewhere();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export function tooLargeElsewhere(): Error {
  return new Error(
    vscode.l10n.t(
      'more than {0} MB can be written only to a folder of the computer where this extension runs',
      mostElsewhere / 1024 / 1024,
    ),
  );
}
