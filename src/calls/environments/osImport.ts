/** A line to add so that code may read an environment variable. */
export interface AddedLine {
  /** Line it is put before, from 0. */
  readonly line: number;
  readonly code: string;
}

function inPython(lines: readonly string[]): AddedLine | null {
  if (lines.some((line) => /^import (?:.*,\s*)?os(?:\s*$|\s*,|\s*#)/.test(line))) return null;
  const first = lines.findIndex(
    (line) => /^(?:import|from)\s/.test(line) && !/^from __future__\s/.test(line),
  );
  const last = lines.findLastIndex((line) => /^from __future__\s/.test(line));
  const code = lines.findIndex((line) => !line.startsWith('#'));
  const line = first !== -1 ? first : last !== -1 ? last + 1 : Math.max(0, code);
  return { line, code: 'import os' };
}

function inGo(lines: readonly string[]): AddedLine | null {
  if (lines.some((line) => /^\s*(?:import\s+)?"os"\s*$/.test(line))) return null;
  const start = lines.findIndex((line) => /^package\s/.test(line));
  return start === -1 ? null : { line: start + 1, code: 'import "os"' };
}

/** The import that the replacement of a key needs and the file does not have yet; null where none is needed. */
export function missingOsImport(language: string, text: string): AddedLine | null {
  const lines = text.split(/\r\n|\r|\n/);
  if (language === 'python') return inPython(lines);
  if (language === 'go') return inGo(lines);
  return null;
}
