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

/** Whether what stands at a place is the key and not a part of a longer word. */
function standsAlone(text: string, start: number, end: number): boolean {
  return end - start >= certainLength || !/[A-Za-z0-9]/.test(text.charAt(start - 1) + text.charAt(end));
}

/** All places of one key, wherever in a word it stands. */
function placesOf(text: string, print: KeyPrint, { base, digest }: KeyHashing): readonly FoundKey[] {
  const { environment, length, rolling } = print;
  const found: FoundKey[] = [];
  let weight = 1;
  for (let turn = 0; turn < length; turn += 1) weight = Math.imul(weight, base);
  let hash = 0;
  for (let end = 1; end <= text.length && found.length < maxFound; end += 1) {
    const start = end - length;
    hash = (Math.imul(hash, base) + text.charCodeAt(end - 1)) | 0;
    if (start > 0) hash = (hash - Math.imul(text.charCodeAt(start - 1), weight)) | 0;
    if (hash !== rolling || start < 0 || !standsAlone(text, start, end)) continue;
    if (digest(text.slice(start, end)) === print.digest) found.push({ environment, start, end });
  }
  return found;
}

/** Places of the keys in a text, in its order; none in a text that is too long. Time grows with the text, once for each key. */
export function findKeys(
  text: string,
  prints: readonly KeyPrint[],
  hashing: KeyHashing,
): readonly FoundKey[] {
  if (text.length > maxSearchedChars) return [];
  return prints
    .flatMap((print) => placesOf(text, print, hashing))
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .slice(0, maxFound);
}
