import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { subsetFont } from './font.mjs';

const root = resolve(import.meta.dirname, '../../..');
const from = resolve(root, 'node_modules/@vscode/codicons/dist');

const rule = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}$/gm;

/** Every word that stands in quotes, or after "codicon-", in the sources: a page's icons come from the host as well. */
function wordsOf(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:['"`]|codicon-)([a-z0-9-]+)/g)].map(
      ([, word]) => word,
    ),
  );
}

/**
 * The icons that our sources can name, as a style and a font: a fifth of the six hundred there are.
 * @returns {{ names: string[], css: string, ttf: Buffer }}
 */
export function usedCodicons() {
  const words = new Set([...wordsOf(join(root, 'src')), ...wordsOf(join(root, 'webview'))]);
  const css = readFileSync(join(from, 'codicon.css'), 'utf8');
  const used = [...css.matchAll(rule)].filter(([, name]) => words.has(name));
  const names = used.map(([, name]) => name).sort();
  const slim = css.replace(rule, (line, name) => (words.has(name) ? line : '')).replace(/\n{2,}/g, '\n');
  const codes = used.map(([, , code]) => Number.parseInt(code, 16));
  return { names, css: slim, ttf: subsetFont(readFileSync(join(from, 'codicon.ttf')), codes) };
}

export function writeCodicons() {
  const { css, ttf } = usedCodicons();
  const to = resolve(root, 'dist/codicons');
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'codicon.css'), css);
  writeFileSync(join(to, 'codicon.ttf'), ttf);
}
