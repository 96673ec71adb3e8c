import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Every file below a folder, by its path from there, with the hash of its bytes. */
export function fingerprints(folder: string): Map<string, string> {
  return new Map(
    files(folder).flatMap((file) => {
      const bytes = stillThere(file);
      return bytes === null ? [] : [[relative(folder, file), hash(bytes)] as const];
    }),
  );
}

/** VS Code takes away some of its own files while they are counted. */
function stillThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A text as it may lie on a disk: V8 and Chromium keep strings in either encoding. */
function encodings(text: string): [string, Buffer][] {
  const both = ['utf8', 'utf16le'] as const;
  return both.map((encoding) => [encoding, Buffer.from(text, encoding)]);
}

/**
 * Where below `folder` any of the texts lies in clear, as "file: text (encoding)". No file is left out but those that
 * are, byte for byte, what they were `before` anything was typed.
 */
export function findInFiles(
  folder: string,
  texts: readonly string[],
  before: ReadonlyMap<string, string> = new Map(),
): string[] {
  const needles = texts.flatMap((text) => encodings(text).map((encoded) => [text, ...encoded] as const));
  return files(folder).flatMap((file) => {
    const path = relative(folder, file);
    const bytes = readFileSync(file);
    if (before.get(path) === hash(bytes)) return [];
    return needles
      .filter(([, , needle]) => bytes.includes(needle))
      .map(([text, encoding]) => `${path}: ${text} (${encoding})`);
  });
}

/** Reads everything a page may keep. A string: the tests are typed without a browser's globals. */
const readStorage = `(async () => {
  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const decoder = new TextDecoder();
  const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  const readable = (_, value) => isBytes(value) ? decoder.decode(value) : value;
  const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const both = await Promise.all([settled(rows.getAllKeys()), settled(rows.getAll())]);
      parts.push(name + '/' + store, JSON.stringify(both, readable));
    }
    database.close();
  }
  return parts.join('\\n');
})()`;

/**
 * What VS Code keeps in the browser, as text: on the disk it lies in compressed blocks, in which a search could miss
 * something.
 */
export async function browserStorage(page: Page): Promise<string> {
  return page.evaluate<string>(readStorage);
}

/** What VS Code in a browser keeps of a window's editors, of the pages in them, and of what we chose for it; it writes that down every few seconds. */
export async function keptByWindow(page: Page): Promise<string> {
  const texts = await page.evaluate<string[]>(`(async () => {
    const settled = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = [];
    for (const { name } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db-')) continue;
      const database = await settled(indexedDB.open(name));
      const items = database.transaction('ItemTable').objectStore('ItemTable');
      for (const key of ['memento/workbench.parts.editor', 'verification-tools.verification-api-explorer'])
        found.push(String((await settled(items.get(key))) ?? ''));
      database.close();
    }
    return found;
  })()`);
  return texts.join('\n');
}
