/** What stands in a program that is no code, as far as one must know it to tell whether a place is within a text. */

/** How a language marks its texts and comments. */
export interface Signs {
  /** `//` and `#` begin a comment that goes on to the end of the line. */
  readonly comments: readonly ('//' | '#' | '/*')[];
  /** True where a text in any quotes may go on in the next line, and one may follow a word: `<<EOF`. */
  readonly long?: true;
  /** A quote in whose texts a backslash is nothing but that. */
  readonly raw?: string;
}

export interface Opened {
  readonly at: number;
  readonly mark: string;
}

const quotes = ['"""', "'''", '"', "'", '`'];
/** In a shell three quotes are an empty text and the start of one, and a backtick encloses a command. */
const shellQuotes = ['"', "'"];

export const shell: Signs = { comments: ['#'], long: true, raw: "'" };

/** What is open where a program's beginning ends: a text, by its quote, or a comment, by its mark. */
export function openedIn(text: string, signs: Signs): Opened | null {
  const own = signs === shell ? shellQuotes : quotes;
  const marks = [...signs.comments, ...own, ...(signs.long ? ['<<'] : [])];
  let at = 0;
  while (at < text.length) {
    // `$#` of a shell begins no comment.
    const mark = marks.find(
      (one) => text.startsWith(one, at) && (one !== '#' || /^\s?$/.test(text.charAt(at - 1))),
    );
    if (mark === undefined) {
      at += text.charAt(at) === '\\' ? 2 : 1;
      continue;
    }
    const end = endOf(text, mark, at + mark.length, signs);
    if (end === -1) return { at, mark };
    at = end;
  }
  return null;
}

/** Index behind what a mark began; -1 where it is still open at the end. */
function endOf(text: string, mark: string, from: number, { long, raw }: Signs): number {
  const line = text.indexOf('\n', from);
  if (mark === '//' || mark === '#') return line;
  if (mark === '/*') return behind(text.indexOf('*/', from), 2);
  if (mark === '<<') return behindHereText(text, from);
  // In `$'…'` of a shell a backslash is one.
  if (mark === raw && text.charAt(from - 2) !== '$') return behind(text.indexOf(mark, from), 1);
  const isLong = long || mark.length > 1 || mark === '`';
  if (isLong || line === -1) return behind(closing(text, mark, from), mark.length);
  // A quote that its line does not close is none: an apostrophe.
  const end = closing(text.slice(from, line), mark, 0);
  return end === -1 ? line : from + end + 1;
}

function behind(at: number, length: number): number {
  return at === -1 ? -1 : at + length;
}

/** Of a text that goes on up to a line with its word. Where no such word follows, nothing began. */
function behindHereText(text: string, from: number): number {
  const word = /^[<~-]?(["']?)([A-Z]\w*)\1/.exec(text.slice(from, from + 100))?.[2];
  // Behind a number it is a shift.
  if (word === undefined || /\d/.test(text.charAt(from - 3))) return from;
  let at = text.indexOf('\n', from);
  while (at !== -1) {
    const end = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, end === -1 ? text.length : end).trimStart();
    // PHP may go on behind it.
    if (line.startsWith(word) && !/^\w/.test(line.slice(word.length))) return end;
    at = end;
  }
  return -1;
}

/** Index of the quote that ends a text, from a place in the text on; -1 where there is none. */
export function closing(text: string, quote: string, from: number): number {
  for (let at = from; at < text.length; at += text.charAt(at) === '\\' ? 2 : 1) {
    if (text.startsWith(quote, at)) return at;
  }
  return -1;
}
