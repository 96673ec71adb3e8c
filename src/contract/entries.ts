/** Entries of a list field: one a line, blank lines left out. */
export function entriesOf(value: string): readonly string[] {
  return value
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
