import { openedIn, type Signs } from '../keys/openedText.ts';

/** A line to add so that code may read an environment variable. */
export interface AddedLine {
  /** Line it is put before, from 0. */
  readonly line: number;
  readonly code: string;
}

const python: Signs = { comments: ['#'] };

function inPython(lines: readonly string[]): AddedLine | null {
  // A line of a text may begin as an import does, that of a module about itself above all.
  const isCode = (line: number): boolean => openedIn(`${lines.slice(0, line).join('\n')}\n`, python) === null;
  const finds = (pattern: RegExp) => (line: string, at: number) => pattern.test(line) && isCode(at);
  if (lines.some(finds(/^import (?:.*,\s*)?os(?:\s*$|\s*,|\s*#)/))) return null;
  const first = lines.findIndex(finds(/^(?:import|from(?! __future__\s))\s/));
  const last = lines.findLastIndex(finds(/^from __future__\s/));
  const code = lines.findIndex(finds(/^(?!#|[ru]?"""|[ru]?''')/i));
  const line = first !== -1 ? first : last !== -1 ? last + 1 : Math.max(0, code);
  return { line, code: 'import os' };
}

function inGo(lines: readonly string[]): AddedLine | null {
  if (lines.some((line) => /^\s*(?:import\s+)?"os"\s*$/.test(line))) return null;
  const start = lines.findIndex((line) => /^package\s/.test(line));
  return start === -1 ? null : { line: start + 1, code: 'import "os"' };
}

/**
 * The import that the replacement of a key needs and the file does not have yet; null where none is needed.
 * @param code what replaces the key: in a comment it reads nothing, and Go refuses an import that nothing uses
 */
export function missingOsImport(language: string, text: string, code: string): AddedLine | null {
  if (!code.includes('os.')) return null;
  const lines = text.split(/\r\n|\r|\n/);
  if (language === 'python') return inPython(lines);
  if (language === 'go') return inGo(lines);
  return null;
}
