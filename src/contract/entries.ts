/** Entries of a list field: one a line, blank lines left out. */
export function entriesOf(value: string): readonly string[] {
  return value
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A text for a field that has one line. */
export function inOneLine(text: string): string {
  return entriesOf(text).join(' ');
}

/** Entries typed on one line, with spaces, commas or semicolons between them, as a list field has them: one a line. */
export function entriesAsLines(typed: string): string {
  return typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .join('\n');
}
