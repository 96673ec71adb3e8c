/** Code that reads the key from an environment variable, to stand where the key itself stood. */

export interface KeyPlace {
  /** VS Code's id of the language. */
  readonly language: string;
  /** The line up to the key, and from the key's end on. */
  readonly before: string;
  readonly after: string;
  /** Name of the environment variable. */
  readonly variable: string;
}

export interface KeyReplacement {
  /** Characters to take away besides the key: before it and after it. */
  readonly takeBefore: number;
  readonly takeAfter: number;
  readonly text: string;
}

/** A language whose programs read a variable by an expression. */
interface Language {
  /** Starts a comment that goes on to the end of the line. */
  readonly comment: string;
  /** The expression, with KEY for the variable. */
  readonly read: string;
  /** Joins it to a text; `+` where nothing else is said. */
  readonly join?: string;
}

const javascript: Language = { comment: '//', read: 'process.env.KEY' };
const jvm: Language = { comment: '//', read: 'System.getenv("KEY")' };

const languages: ReadonlyMap<string, Language> = new Map([
  ['javascript', javascript],
  ['javascriptreact', javascript],
  ['typescript', javascript],
  ['typescriptreact', javascript],
  ['python', { comment: '#', read: 'os.environ["KEY"]' }],
  ['go', { comment: '//', read: 'os.Getenv("KEY")' }],
  ['java', jvm],
  ['kotlin', jvm],
  ['csharp', { comment: '//', read: 'System.Environment.GetEnvironmentVariable("KEY")' }],
  ['php', { comment: '//', read: "getenv('KEY')", join: '.' }],
  ['ruby', { comment: '#', read: 'ENV.fetch("KEY")' }],
]);

const quotes = ['"""', "'''", '"', "'"];

/** What is open at the end of a line's beginning: a text, by its quote, or a comment, by its mark. */
function openedIn(before: string, marks: readonly string[]): { at: number; mark: string } | null {
  let at = 0;
  while (at < before.length) {
    const mark = marks.find((one) => before.startsWith(one, at));
    if (mark === undefined) {
      at += before.charAt(at) === '\\' ? 2 : 1;
      continue;
    }
    const end = /["'`]/.test(mark) ? closing(before, mark, at + mark.length) : -1;
    if (end === -1) return { at, mark };
    at = end + mark.length;
  }
  return null;
}

/** Index of the quote that ends a text, from a place in the text on; -1 where the line has none. */
function closing(line: string, quote: string, from: number): number {
  for (let at = from; at < line.length; at += line.charAt(at) === '\\' ? 2 : 1) {
    if (line.startsWith(quote, at)) return at;
  }
  return -1;
}

function inPlace(text: string): KeyReplacement {
  return { takeBefore: 0, takeAfter: 0, text };
}

/** A text that began on an earlier line is not known of; then its end is missing. */
function inLiteral({ before, after, language, variable }: KeyPlace, how: Language): KeyReplacement | null {
  const { comment, join = '+' } = how;
  const opened = openedIn(before, [comment, ...quotes, '`']);
  if (opened === null) return null;
  const { at, mark } = opened;
  if (mark === comment) return inPlace(variable);
  const end = closing(after, mark, 0);
  if (end === -1) return null;
  const read = how.read.replace('KEY', variable);
  const head = before.slice(at + mark.length);
  const tail = after.slice(0, end);
  // A template of JavaScript takes an expression as it is.
  if (mark === '`' && /script/.test(language) && head + tail !== '') return inPlace(`\${${read}}`);
  // Signs before the quote that say how the text is to be read.
  const outside = before.slice(0, at).replace(/(?:(?<!\w)[bfru]{1,2}|[$@]{1,2})$/i, '');
  const prefix = before.slice(outside.length, at);
  const value = language === 'python' && /b/i.test(prefix) ? `${read}.encode()` : read;
  const kept = (text: string): string[] => (text === '' ? [] : [prefix + mark + text + mark]);
  const parts = [...kept(head), value, ...kept(tail)];
  const joined = parts.join(` ${join} `);
  // What follows would otherwise apply to the last part alone.
  const isTaken = parts.length > 1 && join !== '.' && /^\s*[.[%]/.test(after.slice(end + mark.length));
  const whole = isTaken ? `(${joined})` : joined;
  // An attribute of a JSX element takes an expression in braces only.
  const isAttribute = /react$/.test(language) && /<[A-Za-z][^<>]*\s[\w-]+=$/.test(outside);
  return {
    takeBefore: before.length - outside.length,
    takeAfter: end + mark.length,
    text: isAttribute ? `{${whole}}` : whole,
  };
}

/** In a shell a text in single quotes is left for a moment; elsewhere the variable is quoted, so that it stays one word. */
function inShell({ before, after, variable }: KeyPlace): KeyReplacement {
  const quote = openedIn(before, quotes)?.mark;
  const text = `"\${${variable}}"`;
  if (quote === undefined) return inPlace(text);
  if (quote.includes('"')) return inPlace(text.slice(1, -1));
  return before.endsWith("'") && after.startsWith("'")
    ? { takeBefore: 1, takeAfter: 1, text }
    : inPlace(`'${text}'`);
}

/**
 * What to write in place of a key, in the language at hand; null where a language has no way to read an environment
 * variable, or where the line does not show how the key is quoted.
 */
export function replacementFor(place: KeyPlace): KeyReplacement | null {
  const { language, variable } = place;
  if (language === 'json' || language === 'jsonc') return inPlace(`\${env:${variable}}`);
  if (language === 'shellscript') return inShell(place);
  const how = languages.get(language);
  return how === undefined ? null : inLiteral(place, how);
}
