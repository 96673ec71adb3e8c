import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What a file may say instead of being read: it went away, or is none. */
const notRead = new Set(['ENOENT', 'EISDIR', 'ENXIO', 'EACCES', 'ENOTDIR']);

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && notRead.has(String(error.code))) return null;
    throw error;
  }
}

/**
 * Where below a folder any of these words stands in clear, as "file: word": as UTF-8 and as UTF-16, the two ways in which
 * V8 and Chromium write strings. What VS Code takes away while it is looked for is passed over.
 * @param except a folder below it that is left out
 */
export function filesSaying(
  folder: string,
  words: readonly string[],
  except: readonly string[] = [],
): readonly string[] {
  const needles = words.flatMap((word) =>
    (['utf8', 'utf16le'] as const).map((encoding) => [word, Buffer.from(word, encoding)] as const),
  );
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || except.some((one) => file.startsWith(one + sep))) continue;
    const bytes = bytesOf(file);
    for (const [word, needle] of needles) {
      if (bytes?.includes(needle) === true) found.add(`${file.slice(folder.length + 1)}: ${word}`);
    }
  }
  return [...found].sort();
}
