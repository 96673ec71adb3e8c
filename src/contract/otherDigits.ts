/** Where the digits of other scripts stand: Arabic, Urdu, India's, and full-width ones. */
const other = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u0d6f\uff10-\uff19]/g;

/** The value of a digit of another script by its code, or null. Those of India's scripts stand at the same place of each block of 128. */
export function otherDigitOf(code: number): number | null {
  const place = code & 0x7f;
  if (code >= 0x966 && code <= 0xd6f && place >= 0x66 && place <= 0x6f) return place - 0x66;
  if (code >= 0x660 && code <= 0x669) return code - 0x660;
  if (code >= 0x6f0 && code <= 0x6f9) return code - 0x6f0;
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : null;
}

/** The text with digits of other scripts as plain ones; each character stays at its place. */
export function withPlainDigits(text: string): string {
  return text.replace(other, (character) => String(otherDigitOf(character.charCodeAt(0)) ?? character));
}

/** As String.replace with a global pattern, which finds digits of other scripts as it does plain ones. */
export function replaceInAnyScript(
  text: string,
  pattern: RegExp,
  replaced: (found: string) => string,
): string {
  const plain = withPlainDigits(text);
  if (plain === text) return text.replace(pattern, replaced);
  const parts: string[] = [];
  let from = 0;
  // Unlike replace, matchAll goes on where an exec before it has ended.
  pattern.lastIndex = 0;
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    parts.push(text.slice(from, index), replaced(text.slice(index, index + found.length)));
    from = index + found.length;
  }
  return parts.join('') + text.slice(from);
}
