/** How a mutant gets into the process that tries it: by the hooks through which Node reads modules. No file is written. */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from '../support/paths.ts';

const rootUrl = pathToFileURL(root + sep).href;
const ownUrl = new URL('./', import.meta.url).href;
const harness = new URL('./harness.ts', import.meta.url).href;

/** What Node is to read from now on. */
export interface Reading {
  /** Files whose modules are made anew, from the root: the changed one, and all that import it. */
  readonly anew: ReadonlySet<string>;
  /** Counts up with each mutant: modules of another turn are others. */
  readonly turn: number;
  /** Texts in place of what stands on disk, by file from the root. */
  readonly texts: ReadonlyMap<string, string>;
}

let reading: Reading = { anew: new Set(), turn: 0, texts: new Map() };
const stripped = new Map<string, string>();

export function readAs(next: Reading): void {
  reading = next;
}

/** A file of the project as this turn reads it. */
export function urlOf(file: string): string {
  return `${rootUrl}${file}?turn=${reading.turn}`;
}

export function register(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (specifier === 'node:test' && context.parentURL !== harness)
        return { ...found, url: harness, format: 'module' };
      const file = fileOf(found.url);
      if (file === null || !reading.anew.has(file)) return found;
      return { ...found, url: urlOf(file) };
    },
    load(url, context, next) {
      const file = fileOf(url);
      if (file === null || !file.endsWith('.ts')) return next(url, context);
      return { format: 'module', source: sourceOf(file), shortCircuit: true };
    },
  });
}

/** The file of the project, from the root with forward slashes; null for what is none of it. */
export function fileOf(url: string): string | null {
  if (!url.startsWith(rootUrl) || url.startsWith(ownUrl) || url.includes('/node_modules/')) return null;
  return url.slice(rootUrl.length).replace(/\?.*$/, '');
}

function sourceOf(file: string): string {
  const changed = reading.texts.get(file);
  if (changed !== undefined) return stripTypeScriptTypes(changed);
  const known = stripped.get(file);
  if (known !== undefined) return known;
  const made = stripTypeScriptTypes(readFileSync(fileURLToPath(rootUrl + file), 'utf8'));
  stripped.set(file, made);
  return made;
}
