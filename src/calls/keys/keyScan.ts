/**
 * Finds API keys in a text without holding them: of each key its length and two hashes are kept, both made with secrets
 * of this session. The rolling hash is a filter that costs a few operations for each character; what passes it is
 * compared by the keyed hash.
 */

/** What is kept of a key in place of the key. */
export interface KeyPrint {
  readonly environment: string;
  readonly length: number;
  readonly rolling: number;
  /** Keyed hash (HMAC) of the key. */
  readonly digest: string;
}

export interface KeyHashing {
  /** HMAC under a random key of this session. */
  digest(text: string): string;
  /** Base of the rolling hash: odd, 32 bits, random for this session. */
  readonly base: number;
}

export interface FoundKey {
  readonly environment: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/** A shorter key would be found in words that are none. */
const minLength = 8;
/** From this length on, a key that stands inside a longer word cannot be there by chance. */
const certainLength = 16;
/** A larger text is not searched: nobody pastes a key into it by hand, and searching would hold the editor up. */
export const maxSearchedChars = 1_000_000;
/** More places than this are not pointed at. */
const maxFound = 100;

function rollingHash(text: string, base: number): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Null for a key too short to be told from other words. */
export function keyPrint(environment: string, key: string, hashing: KeyHashing): KeyPrint | null {
  if (key.length < minLength) return null;
  return {
    environment,
    length: key.length,
    rolling: rollingHash(key, hashing.base),
    digest: hashing.digest(key),
  };
}

/** `base` to the power of `exponent`, in 32 bits. */
function power(base: number, exponent: number): number {
  let result = 1;
  for (let turn = 0; turn < exponent; turn += 1) result = Math.imul(result, base);
  return result;
}

/** What an HTTP header can carry in one word: the only characters a key can have. */
function canBeInKey(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

function isWordPart(text: string, at: number): boolean {
  return /^[A-Za-z0-9]$/.test(text.charAt(at));
}

/** Whether what stands at a place is the key and not a part of a longer word. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (end - start >= certainLength) return true;
  return !isWordPart(text, start - 1) && !isWordPart(text, end);
}

/** All places of the keys of one length. The window slides over runs of characters a key can have, wherever in them the key stands. */
function placesOf(
  text: string,
  prints: readonly KeyPrint[],
  length: number,
  hashing: KeyHashing,
): readonly FoundKey[] {
  const found: FoundKey[] = [];
  const highest = power(hashing.base, length);
  let hash = 0;
  let run = 0;
  for (let at = 0; at < text.length && found.length < maxFound; at += 1) {
    const code = text.charCodeAt(at);
    if (!canBeInKey(code)) {
      hash = 0;
      run = 0;
      continue;
    }
    hash = (Math.imul(hash, hashing.base) + code) | 0;
    run += 1;
    if (run > length) hash = (hash - Math.imul(text.charCodeAt(at - length), highest)) | 0;
    if (run < length) continue;
    const end = at + 1;
    const start = end - length;
    for (const print of prints) {
      if (print.rolling !== hash || !standsAlone(text, start, end)) continue;
      if (hashing.digest(text.slice(start, end)) !== print.digest) continue;
      found.push({ environment: print.environment, start, end });
    }
  }
  return found;
}

/** Places of the keys in a text, in its order; none in a text that is too long. Time grows with the text, once for each length of key. */
export function findKeys(
  text: string,
  prints: readonly KeyPrint[],
  hashing: KeyHashing,
): readonly FoundKey[] {
  if (text.length > maxSearchedChars) return [];
  const lengths = [...new Set(prints.map((print) => print.length))];
  return lengths
    .flatMap((length) =>
      placesOf(
        text,
        prints.filter((print) => print.length === length),
        length,
        hashing,
      ),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .slice(0, maxFound);
}
