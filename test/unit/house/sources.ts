import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const root: string = join(import.meta.dirname, '../../..');

export interface Import {
  /** The importing file, from the root, with forward slashes. */
  readonly from: string;
  /** A file from the root for a relative import, else the package or module as written. */
  readonly to: string;
  readonly kind: 'value' | 'type' | 'dynamic';
}

export function sourceFiles(): string[] {
  const files = globSync(['src/**/*.ts', 'webview/**/*.ts'], { cwd: root });
  return files.map((file) => file.replaceAll('\\', '/')).sort();
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Reads imports out of formatted source: each statement begins a line, and names stand between braces. */
export function importsOf(from: string): Import[] {
  const text = read(from)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
  const found: Import[] = [];
  const add = (target: string | undefined, kind: Import['kind']): void => {
    if (target === undefined) return;
    const to = target.startsWith('.') ? posix.join(dirname(from).replaceAll('\\', '/'), target) : target;
    found.push({ from, to, kind });
  };
  for (const [, names, target] of text.matchAll(
    /^(?:import|export)\s+([^;'"]*?)\s*from\s+['"]([^'"]+)['"]/gm,
  )) {
    add(target, isTypeOnly(names ?? '') ? 'type' : 'value');
  }
  for (const [, target] of text.matchAll(/^import\s+['"]([^'"]+)['"]/gm)) add(target, 'value');
  for (const [, target] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) add(target, 'dynamic');
  return found;
}

function isTypeOnly(names: string): boolean {
  if (/^type\s/.test(names)) return true;
  const inBraces = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  if (inBraces === undefined) return false;
  const each = inBraces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return each.every((name) => name.startsWith('type '));
}
