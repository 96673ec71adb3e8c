import type * as vscode from 'vscode';
import { writePieces, writeWhole } from '../places/writeWhole.ts';

/** Beside the final name and renamed at the end, for the owner alone: what fails leaves nothing under it. */
export async function writeFile(
  target: vscode.Uri,
  content: Iterable<string> | Iterable<Uint8Array>,
): Promise<void> {
  await writeWhole(target, async (place) => {
    await writePieces(place, content);
    return place;
  });
}
