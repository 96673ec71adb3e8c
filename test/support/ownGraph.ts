/**
 * Imported before test files that share a process: each that is imported with `?of=…` gets modules of the ui of its own, with a
 * window of its own to stand in for VS Code's. What lies below the ui knows no window and is shared.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './paths.ts';

const owned = ['src/ui', 'test/unit/ui'].map((folder) => `${pathToFileURL(join(root, folder)).href}/`);
const isOwned = (url: string): boolean => owned.some((folder) => url.startsWith(folder));

/** Without their types, by file: Node would take those away again for each `?of=…`. */
const stripped = new Map<string, string>();

function sourceOf(url: string): string {
  const file = fileURLToPath(url);
  const known = stripped.get(file);
  if (known !== undefined) return known;
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  stripped.set(file, source);
  return source;
}

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const { search } = new URL(context.parentURL ?? 'file:///');
    return search.startsWith('?of=') && isOwned(found.url)
      ? { ...found, url: `${found.url}${search}` }
      : found;
  },
  load: (url, context, next) =>
    url.includes('?of=') && isOwned(url)
      ? { format: 'module', source: sourceOf(url), shortCircuit: true }
      : next(url, context),
});
