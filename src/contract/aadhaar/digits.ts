/** The four hexadecimal digits of `\uXXXX` at this place, or null. */
function escapedAt(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== 0x5c || bytes[at + 1] !== 0x75) return null;
  let code = 0;
  for (let place = at + 2; place < at + 6; place += 1) {
    const byte = bytes[place] ?? 0;
    const small = byte | 0x20;
    const value =
      byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
    if (value === -1) return null;
    code = code * 16 + value;
  }
  return code;
}

/** The value of a decimal digit, a byte or as JSON may escape it; -1 where none stands. */
export function digitAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const code = byte === 0x5c ? escapedAt(bytes, at) : null;
  return code !== null && code >= 0x30 && code <= 0x39 ? code - 0x30 : -1;
}

/** Bytes that the digit at this place takes. */
export function digitWidth(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0x5c ? 6 : 1;
}

/** Space of all kinds, tab, dot, slash, underscore, plus, middle dot, and the zero byte of UTF-16. */
const plainParts = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0x2b, 0x2d, 0x2e, 0x2f, 0x5f, 0xa0, 0xad, 0xb7]);

/** Whether a character may stand between two digits of one number. */
function parts(code: number): boolean {
  return (
    plainParts.has(code) ||
    // Spaces, what cannot be seen, and dashes.
    (code >= 0x2000 && code <= 0x2015) ||
    [0x202f, 0x205f, 0x2060, 0x2212, 0x3000, 0xfeff].includes(code)
  );
}

/** `\t`, `\n`, `\r` and `\/` as JSON writes them. */
const shortEscapes = new Set([0x74, 0x6e, 0x72, 0x2f]);

/** Bytes of the character at this place that may part two digits; 0 where none does. UTF-8, its JSON escape, or `%20`. */
export function partAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) return 0;
  if (byte < 0x80) {
    if (byte === 0x5c) {
      if (shortEscapes.has(bytes[at + 1] ?? 0)) return 2;
      const code = escapedAt(bytes, at);
      return code !== null && parts(code) ? 6 : 0;
    }
    if (byte === 0x25) return bytes[at + 1] === 0x32 && bytes[at + 2] === 0x30 ? 3 : 0;
    return parts(byte) ? 1 : 0;
  }
  const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]];
  if (byte >= 0xc0 && byte < 0xe0) return parts(((byte & 0x1f) << 6) | (second & 0x3f)) ? 2 : 0;
  if (byte >= 0xe0 && byte < 0xf0) {
    return parts(((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)) ? 3 : 0;
  }
  return 0;
}
