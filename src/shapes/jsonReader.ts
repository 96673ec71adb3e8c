import { closingBracket, mark } from '../contract/jsonSkip.ts';

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const integer = /^-?\d+$/;
const literals = { t: ['true', 'boolean'], f: ['false', 'boolean'], n: ['null', 'null'] } as const;

/**
 * The tokens of a JSON text, strictly by RFC 8259. Several times faster than jsonc-parser's scanner, which an answer of some
 * kilobytes would have a millisecond to wait for; a number is told by its spelling: `1.0` and `1e400` are no integers, forty digits are one.
 */
export class JsonReader {
  readonly text: string;
  at = 0;
  /** Nothing was wrong when it stopped, the text just ended. */
  ended = false;

  constructor(text: string) {
    this.text = text;
    if (text.startsWith('\ufeff')) this.at = 1;
  }

  /** The code of what comes next, spaces left out; NaN at the end. */
  next(): number {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.at += 1;
      code = text.charCodeAt(this.at);
    }
    if (Number.isNaN(code)) this.ended = true;
    return code;
  }

  /** A string whose quote comes next; null when it is none. */
  string(): string | null {
    const { text } = this;
    const start = this.at + 1;
    let escaped = false;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === mark.quote) {
        this.at = at + 1;
        return escaped ? unescaped(text.slice(start - 1, at + 1)) : text.slice(start, at);
      }
      if (code < 0x20) return null;
      if (code !== mark.backslash) continue;
      escaped = true;
      at += 1;
    }
    this.ended = true;
    return null;
  }

  /** A number, `true`, `false` or `null`; null when it is none of them. */
  plain(): 'integer' | 'number' | 'boolean' | 'null' | null {
    const { text, at } = this;
    const first = text.charAt(at);
    if (first === 't' || first === 'f' || first === 'n') {
      const [literal, kind] = literals[first];
      if (text.startsWith(literal, at)) {
        this.at += literal.length;
        return kind;
      }
      this.ended = literal.startsWith(text.slice(at, at + literal.length));
      return null;
    }
    number.lastIndex = at;
    const found = number.exec(text)?.[0];
    if (found === undefined) {
      this.ended = first === '-' && at + 1 === text.length;
      return null;
    }
    this.at += found.length;
    return integer.test(found) ? 'integer' : 'number';
  }

  /** Leaves out the rest of the container that is open, its bracket included; what is within is not checked. */
  skipRest(): boolean {
    const close = closingBracket(this.text, this.at);
    this.at = close + 1;
    if (close < this.text.length) return true;
    this.ended = true;
    return false;
  }
}

function unescaped(quoted: string): string | null {
  try {
    const read: unknown = JSON.parse(quoted);
    return typeof read === 'string' ? read : null;
  } catch {
    return null;
  }
}
