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

/**
 * A name and the address that stands in brackets behind it; a name in quotes may hold what parts entries. Mail programs also
 * write `Smith, J` without quotes: what stands before a comma is of the name, unless it looks like an address, whole or without
 * its @.
 */
const mailbox =
  /(?<=^|[\r\n,;>])((?:(?![^\r\n,;<>"]*[^\s.,]{2}\.[^\s.,]{2})[^\r\n,;<>"@]*,){0,3}[^\r\n,;<>"]*(?:"[^"\r\n]*"[^\r\n,;<>"]*)*)<([^\s,;<>"()@]+@[^\s,;<>"()@]+)>/g;

/**
 * A text in which mailboxes as mail programs write them (`"Smith, J" <js@example.com>`) are the address alone, on a line of
 * its own. What has an @ in it is no mere name: it stays, for it may be an address that is to be asked about as well.
 */
export function withoutNames(typed: string): string {
  return typed.replace(
    mailbox,
    (_, name: string, address: string) => `\n${name.includes('@') ? `${name}\n` : ''}${address}\n`,
  );
}

/** Entries typed on one line, with spaces, commas or semicolons between them, as a list field has them: one a line. */
export function entriesAsLines(typed: string): string {
  return withoutNames(typed)
    .split(/[\s,;]+/)
    .filter(Boolean)
    .join('\n');
}
