import { digitAt, partAt } from './digits.ts';

/** Digits of a number that are covered; the last four stay. */
const covered = 8;
const length = 12;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const cover = 0x58;

/** Where a number stands: the place of each of its covered digits, and where its last four begin. */
interface Match {
  readonly digits: readonly { readonly from: number; readonly to: number }[];
  readonly end: number;
}

function matchAt(bytes: Uint8Array, from: number, number: string): Match | null {
  const digits: { from: number; to: number }[] = [];
  let at = from;
  let lastFour = from;
  for (let place = 0; place < length; place += 1) {
    for (let parts = 0; place > 0 && parts < 4; parts += 1) {
      const part = partAt(bytes, at);
      if (part === 0) break;
      at += part;
    }
    const digit = digitAt(bytes, at);
    if (digit === null || digit.value !== number.charCodeAt(place) - 0x30) return null;
    if (place < covered) digits.push({ from: at, to: at + digit.width });
    else if (place === covered) lastFour = at;
    at += digit.width;
  }
  return { digits, end: lastFour };
}

function isNumberChar(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  return isDigit || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;
}

/** The digits of a whole number that is written with an exponent, `2.34567890124e11`; null for any other spelling. */
function integerBytes(token: Uint8Array): Uint8Array | null {
  if (token.length > 40) return null;
  const text = String.fromCharCode(...token);
  if (!/e/i.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? Uint8Array.from(String(value), (char) => char.charCodeAt(0)) : null;
}

/** How a text is read: what of JSON stands outside of strings has to stay JSON. */
type Kind = 'json' | 'text';

function kindOf(bytes: Uint8Array): Kind {
  for (const byte of bytes.subarray(0, 1024)) {
    if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) continue;
    // A byte order mark may stand before it.
    if (byte === 0xef || byte === 0xbb || byte === 0xbf) continue;
    return byte === 0x7b || byte === 0x5b || byte === quote || isNumberChar(byte) ? 'json' : 'text';
  }
  return 'text';
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

  /** @param numbers twelve digits each */
  constructor(bytes: Uint8Array, numbers: readonly string[], kind: Kind = kindOf(bytes)) {
    this.bytes = bytes;
    this.numbers = numbers;
    this.kind = kind;
  }

  /** Goes on for so many bytes; true once all are read. */
  run(count: number): boolean {
    const until = Math.min(this.bytes.length, this.at + count);
    while (this.at < until) this.step();
    return this.at >= this.bytes.length;
  }

  /** The same bytes, the very object, where nothing was found. */
  result(): Uint8Array {
    if (this.out.length === 0) return this.bytes;
    this.flush(this.bytes.length);
    return joined(this.out);
  }

  private step(): void {
    const byte = this.bytes[this.at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) this.digit();
    else if (byte === backslash) this.escape();
    else {
      if (byte === quote && this.kind === 'json') this.inString = !this.inString;
      this.at += 1;
    }
  }

  private digit(): void {
    if (this.kind === 'json' && !this.inString) this.number();
    else this.take(this.at + 1);
  }

  private escape(): void {
    if (digitAt(this.bytes, this.at) === null) this.at += 2;
    else this.take(this.at + 6);
  }

  /** Covers a number that begins here, or goes on at `next`. */
  private take(next: number): void {
    for (const number of this.numbers) {
      const match = matchAt(this.bytes, this.at, number);
      if (match === null) continue;
      for (const { from, to } of match.digits) {
        this.put(from, cover);
        this.written = to;
      }
      this.at = match.end;
      return;
    }
    this.at = next;
  }

  /** A number of JSON outside of quotes, from its first digit on. */
  private number(): void {
    const start = this.at;
    while (isNumberChar(this.bytes[this.at])) this.at += 1;
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
    this.flush(until);
    this.out.push(Uint8Array.of(byte));
  }

  private flush(until: number): void {
    if (until > this.written) this.out.push(this.bytes.subarray(this.written, until));
    this.written = until;
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

/** Bytes read between two pauses: a few milliseconds. */
const stride = 1_000_000;

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
  if (numbers.length === 0 || !/\d/.test(text)) return text;
  const reducer = new AadhaarReducer(new TextEncoder().encode(text), numbers, kind);
  reducer.run(Number.POSITIVE_INFINITY);
  return new TextDecoder().decode(reducer.result());
}
