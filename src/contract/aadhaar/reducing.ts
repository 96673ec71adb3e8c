import { digitAt, digitWidth, partAt } from './digits.ts';

/** Digits of a number that are covered; the last four stay. */
const covered = 8;
const length = 12;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const cover = 0x58;

/** Most characters between two digits of a number, as candidates() and lastFours() have it. */
const mostParts = 8;

/** Past what may part two digits of a number: where the next one stands, if one does. */
function pastParts(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let parts = 0; parts < mostParts; parts += 1) {
    const part = partAt(bytes, at);
    if (part === 0) break;
    at += part;
  }
  return at;
}

/** Whether a number begins here. Nothing is made for what is another number. */
function matchesAt(bytes: Uint8Array, from: number, number: string): boolean {
  let at = from;
  for (let place = 0; place < number.length; place += 1) {
    if (digitAt(bytes, at) !== number.charCodeAt(place) - 0x30) return false;
    at = pastParts(bytes, at + digitWidth(bytes, at));
  }
  return true;
}

function isNumberChar(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    ((byte >= 0x30 && byte <= 0x39) ||
      byte === 0x2b ||
      byte === minus ||
      byte === 0x2e ||
      byte === 0x45 ||
      byte === 0x65)
  );
}

function bytesOf(chars: string): Uint8Array {
  return Uint8Array.from(chars, (char) => char.charCodeAt(0));
}

/** Longer ones are no single number, as candidates() has it. */
const longestWithExponent = 100;

/** The digits of a whole number that is written with an exponent, `2.34567890124e11`; null for any other spelling. */
function integerBytes(token: Uint8Array): Uint8Array | null {
  if (token.length > longestWithExponent) return null;
  const text = String.fromCharCode(...token);
  if (!/e\+?\d/i.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? bytesOf(String(value)) : null;
}

/** How a text is read: what of JSON stands outside of strings has to stay JSON. */
type Kind = 'json' | 'text';

/** White space, and the bytes of a byte order mark. */
const before = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** What JSON begins with, but for its words: no number follows one. */
const jsonBegins: ReadonlySet<number | undefined> = new Set(bytesOf('{["-0123456789'));

function kindOf(bytes: Uint8Array): Kind {
  return jsonBegins.has(bytes.find((byte) => !before.has(byte))) ? 'json' : 'text';
}

/** By byte 1 where it is one of these. */
function marked(bytes: Iterable<number>): Uint8Array {
  const marks = new Uint8Array(256);
  for (const byte of bytes) marks[byte] = 1;
  return marks;
}

/**
 * Covers Aadhaar numbers in a body: of each the first eight digits become X, as UIDAI writes it (XXXX XXXX 1234), what
 * parts the digits stays as it was, and so does every other byte. A number that JSON holds without quotes gets them. One
 * pass over the bytes, whatever they are: JSON or not, whole or cut off, in any encoding that leaves digits as ASCII.
 * A number that is encoded otherwise (base64, other scripts' digits, spelt out) is not found.
 */
export class AadhaarReducer {
  private readonly bytes: Uint8Array;
  private readonly numbers: readonly string[];
  private readonly kind: Kind;
  private readonly out: Uint8Array[] = [];
  private written = 0;
  private at = 0;
  private inString = false;
  /** By byte 1 where anything may begin with it: in JSON any digit, for a number without quotes is one token. */
  private readonly marks: Uint8Array;
  /** What a number may begin with. */
  private readonly firsts: ReadonlySet<number | undefined>;

  /** @param numbers twelve digits each */
  constructor(bytes: Uint8Array, numbers: readonly string[], kind: Kind = kindOf(bytes)) {
    this.bytes = bytes;
    this.numbers = numbers;
    this.kind = kind;
    const firsts = numbers.map((number) => number.charCodeAt(0));
    this.firsts = new Set(firsts);
    this.marks = marked([backslash, ...(kind === 'json' ? bytesOf('"0123456789') : firsts)]);
  }

  /** Goes on for so many bytes; true once all are read. */
  run(count: number): boolean {
    const { bytes, marks } = this;
    const until = Math.min(bytes.length, this.at + count);
    while (this.at < until) {
      const byte = bytes[this.at] ?? 0;
      if (marks[byte] === 1) this.step(byte);
      else this.at += 1;
    }
    return this.at >= bytes.length;
  }

  /** The same bytes, the very object, where nothing was found. */
  result(): Uint8Array {
    return this.out.length === 0 ? this.bytes : joined([...this.out, this.bytes.subarray(this.written)]);
  }

  private step(byte: number): void {
    if (byte === backslash) this.escape();
    else if (byte === quote) {
      this.inString = !this.inString;
      this.at += 1;
    } else if (this.kind === 'json' && !this.inString) this.number();
    else this.take(this.at + 1);
  }

  private escape(): void {
    if (digitAt(this.bytes, this.at) !== -1) this.take(this.at + 6);
    // No escape is of a digit: in a text that is no JSON a number may begin right behind a backslash.
    else this.at += this.firsts.has(this.bytes[this.at + 1]) ? 1 : 2;
  }

  /** Covers a number that begins here, or goes on at `next`. */
  private take(next: number): void {
    if (this.numbers.some((number) => matchesAt(this.bytes, this.at, number))) this.coverOne();
    else this.at = next;
  }

  private coverOne(): void {
    for (let place = 0; place < covered; place += 1) {
      this.put(this.at, cover);
      this.written = this.at + digitWidth(this.bytes, this.at);
      this.at = pastParts(this.bytes, this.written);
    }
  }

  /** A number of JSON outside of quotes, from its first digit on. */
  private number(): void {
    const start = this.at;
    let exponent = false;
    for (let byte = this.bytes[start]; isNumberChar(byte); byte = this.bytes[this.at]) {
      exponent ||= byte === 0x45 || byte === 0x65;
      this.at += 1;
    }
    // Most numbers are short: nothing is made of them.
    if (!exponent && this.at - start < length) return;
    const from = this.bytes[start - 1] === minus ? start - 1 : start;
    const token = this.bytes.subarray(from, this.at);
    const covered = this.coveredIn(token) ?? this.coveredIn(integerBytes(token));
    if (covered === null) return;
    this.put(from, quote);
    this.out.push(covered, Uint8Array.of(quote));
    this.written = this.at;
  }

  private coveredIn(token: Uint8Array | null): Uint8Array | null {
    if (token === null || token.length < length) return null;
    const inner = new AadhaarReducer(token, this.numbers, 'text');
    inner.run(Number.POSITIVE_INFINITY);
    return inner.out.length === 0 ? null : inner.result();
  }

  private put(until: number, byte: number): void {
    this.out.push(this.bytes.subarray(this.written, until), Uint8Array.of(byte));
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Bytes read between two pauses: a millisecond or two. */
const stride = 256_000;

/**
 * The body with these numbers covered, the very object where none stands in it.
 * @param turn lets others go on, between parts of a large body
 */
export async function reducedBody(
  body: Uint8Array,
  numbers: readonly string[],
  turn: () => Promise<unknown>,
): Promise<Uint8Array> {
  if (numbers.length === 0) return body;
  const reducer = new AadhaarReducer(body, numbers);
  while (!reducer.run(stride)) await turn();
  return reducer.result();
}

/** A text that is no body: a header, a note. @param kind `json` where it must stay JSON */
export function reducedText(text: string, numbers: readonly string[], kind: Kind = 'text'): string {
  if (numbers.length === 0) return text;
  const bytes = new TextEncoder().encode(text);
  const reducer = new AadhaarReducer(bytes, numbers, kind);
  reducer.run(Number.POSITIVE_INFINITY);
  const result = reducer.result();
  return result === bytes ? text : new TextDecoder('utf-8', { ignoreBOM: true }).decode(result);
}
