import { divided, parts } from '../keys/programParts.ts';

/** A line to add so that code may read an environment variable. */
export interface AddedLine {
  /** Line it is put before, from 0. */
  readonly line: number;
  readonly code: string;
}

function inPython(text: string): AddedLine | null {
  // Without texts: a line of one may begin as an import does, that of a module about itself above all.
  const { code } = divided(text, text.length, parts.python);
  if (/^import (?:.*,[ \t]*)?os[ \t]*(?:$|[,;])/m.test(code)) return null;
  // Before the first code, but for what has to come before it, in brackets or not.
  const rest = code.replace(/^from __future__ import[ \t]*(?:\([^)]*\)?|.*)/gm, (one) =>
    one.replace(/\S/g, ' '),
  );
  const at = Math.max(0, rest.search(/^(?![ru]?"")\S/im));
  return { line: rest.slice(0, at).split('\n').length - 1, code: 'import os' };
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
  if (language === 'python') return inPython(text);
  if (language === 'go') return inGo(text.split(/\r\n|\r|\n/));
  return null;
}
