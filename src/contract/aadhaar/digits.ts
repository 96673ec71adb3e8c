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

/** What is a letter or digit, or of JSON: as candidates() has it, which finds what is covered here. */
const apart = /[\p{L}\p{N}"{}[\]:,]/u;

const plainParts = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(!apart.test(String.fromCharCode(code))),
);

/** Whether a character may stand between two digits of one number; the zero byte of UTF-16 does. */
function parts(code: number): boolean {
  return code < 0x80 ? plainParts[code] === 1 : !apart.test(String.fromCodePoint(code));
}

/** `\t`, `\n`, `\r`, `\b`, `\f`, `\/` and `\\` as JSON writes them. */
const shortEscapes = new Set([0x74, 0x6e, 0x72, 0x62, 0x66, 0x2f, 0x5c]);

/** The bits of a byte that goes on with a character of UTF-8; null for any other. */
function goesOn(byte: number | undefined): number | null {
  return byte !== undefined && (byte & 0xc0) === 0x80 ? byte & 0x3f : null;
}

/** Bytes of the character at this place that may part two digits; 0 where none does. UTF-8, its JSON escape, or `%20`. */
export function partAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) return 0;
  if (byte < 0x80) {
    if (byte === 0x5c) {
      if (shortEscapes.has(bytes[at + 1] ?? 0)) return 2;
      const code = escapedAt(bytes, at);
      // What escapes nothing is a backslash, in a text that is no JSON or a broken one.
      if (code === null) return 1;
      return parts(code) ? 6 : 0;
    }
    if (byte === 0x25 && bytes[at + 1] === 0x32 && bytes[at + 2] === 0x30) return 3;
    return parts(byte) ? 1 : 0;
  }
  const second = goesOn(bytes[at + 1]);
  if (second === null) return 0;
  if (byte >= 0xc0 && byte < 0xe0) return parts(((byte & 0x1f) << 6) | second) ? 2 : 0;
  const third = goesOn(bytes[at + 2]);
  if (third === null || byte < 0xe0) return 0;
  if (byte < 0xf0) return parts(((byte & 0x0f) << 12) | (second << 6) | third) ? 3 : 0;
  const fourth = goesOn(bytes[at + 3]);
  const code = fourth === null ? 0 : ((byte & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
  return code >= 0x10000 && code <= 0x10ffff && parts(code) ? 4 : 0;
}
