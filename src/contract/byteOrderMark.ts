/**
 * A text without the byte order mark before it: files of Windows begin with one, nobody sees it, and JSON that is sent must not have
 * any (RFC 8259, 8.1). Readers take it off or refuse it, each in its own way.
 */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
