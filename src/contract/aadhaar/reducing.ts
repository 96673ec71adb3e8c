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

/** Where the next digit of a number stands, past what parts it from the one before; -1 where none does. */
function nextDigit(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let parts = 0; parts <= mostParts; parts += 1) {
    if (digitAt(bytes, at) !== -1) return at;
    const part = partAt(bytes, at);
    if (part === 0) return -1;
    at += part;
  }
  return -1;
}

/** The places of a number's digits where it begins here, or null. Nothing is made for what is another number. */
function matchAt(bytes: Uint8Array, from: number, number: string): readonly number[] | null {
  let at = from;
  for (let place = 0; place < length; place += 1) {
    if (place > 0) at = nextDigit(bytes, at);
    if (at === -1 || digitAt(bytes, at) !== number.charCodeAt(place) - 0x30) return null;
    at += digitWidth(bytes, at);
  }
  const places = [from];
  while (places.length < length) {
    const last = places.at(-1) ?? from;
    places.push(nextDigit(bytes, last + digitWidth(bytes, last)));
  }
  return places;
}

function isNumberChar(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  return isDigit || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;
}

/** Shorter ones with an exponent are no number of twelve digits but for a row of zeros. */
const leastWithExponent = 8;

/** The digits of a whole number that is written with an exponent, `2.34567890124e11`; null for any other spelling. */
function integerBytes(token: Uint8Array): Uint8Array | null {
  if (token.length < leastWithExponent || token.length > 40) return null;
  const text = String.fromCharCode(...token);
  if (!/e\+?\d/i.test(text)) return null;
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

/** In JSON every digit, for a number without quotes is one token; elsewhere those that a number begins with. */
function marksOf(kind: Kind, numbers: readonly string[]): Uint8Array {
  const marks = new Uint8Array(256);
  marks[backslash] = 1;
  if (kind === 'json') {
    marks[quote] = 1;
    marks.fill(1, 0x30, 0x3a);
  }
  for (const number of numbers) marks[number.charCodeAt(0)] = 1;
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
  /** By byte whether anything may begin with it. */
  private readonly marks: Uint8Array;
  /** By byte whether a number may begin with it. */
  private readonly firsts: Uint8Array;

  /** @param numbers twelve digits each */
  constructor(bytes: Uint8Array, numbers: readonly string[], kind: Kind = kindOf(bytes)) {
    this.bytes = bytes;
    this.numbers = numbers;
    this.kind = kind;
    this.marks = marksOf(kind, numbers);
    this.firsts = marksOf('text', numbers);
  }

  /** Goes on for so many bytes; true once all are read. */
  run(count: number): boolean {
    const { bytes, marks } = this;
    const until = Math.min(bytes.length, this.at + count);
    while (this.at < until) {
      let at = this.at;
      while (at < until && marks[bytes[at] ?? 0] === 0) at += 1;
      this.at = at;
      if (at < until) this.step();
    }
    return this.at >= bytes.length;
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
      this.inString = !this.inString;
      this.at += 1;
    }
  }

  private digit(): void {
    if (this.kind === 'json' && !this.inString) this.number();
    else if (this.firsts[this.bytes[this.at] ?? 0] === 1) this.take(this.at + 1);
    else this.at += 1;
  }

  private escape(): void {
    const next = this.bytes[this.at + 1] ?? 0;
    if (digitAt(this.bytes, this.at) !== -1) this.take(this.at + 6);
    // No escape is of a digit: in a text that is no JSON a number may begin right behind a backslash.
    else this.at += next >= 0x30 && next <= 0x39 ? 1 : 2;
  }

  /** Covers a number that begins here, or goes on at `next`. */
  private take(next: number): void {
    for (const number of this.numbers) {
      const places = matchAt(this.bytes, this.at, number);
      if (places === null) continue;
      for (const place of places.slice(0, covered)) {
        this.put(place, cover);
        this.written = place + digitWidth(this.bytes, place);
      }
      this.at = places[covered] ?? next;
      return;
    }
    this.at = next;
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
    if (this.at - start < (exponent ? leastWithExponent : length)) return;
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
  if (numbers.length === 0 || !/\d/.test(text)) return text;
  const reducer = new AadhaarReducer(new TextEncoder().encode(text), numbers, kind);
  reducer.run(Number.POSITIVE_INFINITY);
  return new TextDecoder().decode(reducer.result());
}
