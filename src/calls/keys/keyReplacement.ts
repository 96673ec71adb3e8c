import { closing, openedIn, type Signs, shell } from './openedText.ts';

/** Code that reads the key from an environment variable, to stand where the key itself stood. */

export interface KeyPlace {
  /** VS Code's id of the language. */
  readonly language: string;
  /** The document up to the key, and from the key's end on. */
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
interface Language extends Signs {
  /** The expression, with KEY for the variable. */
  readonly read: string;
  /** Joins it to a text; `+` where nothing else is said. */
  readonly join?: string;
}

const comments = ['//', '/*'] as const;
const javascript: Language = { comments, read: 'process.env.KEY' };
const jvm: Language = { comments, read: 'System.getenv("KEY")' };

const languages: ReadonlyMap<string, Language> = new Map([
  ['javascript', javascript],
  ['javascriptreact', javascript],
  ['typescript', javascript],
  ['typescriptreact', javascript],
  ['python', { comments: ['#'], read: 'os.environ["KEY"]' }],
  ['go', { comments, read: 'os.Getenv("KEY")', raw: '`' }],
  ['java', jvm],
  ['kotlin', jvm],
  ['csharp', { comments, read: 'System.Environment.GetEnvironmentVariable("KEY")' }],
  ['php', { comments: [...comments, '#'], read: "getenv('KEY')", join: '.', long: true }],
  ['ruby', { comments: ['#'], long: true, read: 'ENV.fetch("KEY")' }],
]);

function inPlace(text: string): KeyReplacement {
  return { takeBefore: 0, takeAfter: 0, text };
}

/** Whether something began before the line in which a text ends. */
function isEarlier(at: number, text: string): boolean {
  return at <= text.lastIndexOf('\n');
}

/** Texts that stand side by side are one in Python and Ruby, and no expression may be a part of it. */
function isBesideText(before: string, after: string, how: Language): boolean {
  const code = before.trimEnd();
  // Nothing but a comment can be open before a text.
  const above = code.slice(0, openedIn(code, how)?.at).trimEnd();
  const last = (marks: string): number => Math.max(...[...marks].map((mark) => code.lastIndexOf(mark)));
  // A line ends what stands in it, but within brackets and behind a backslash.
  const goesOn = last('([{') > last(')]}') || /^[ \t]*\\/.test(after);
  const rest = goesOn ? after : (after.split('\n', 1)[0] ?? '');
  const below = rest.trimStart().replace(/^\\/, '').trimStart();
  return (
    /["'`]$/.test(above.replace(/\\$/, '').trimEnd()) || /^(?:#[^\n]*\n\s*)?[bfru]{0,2}["'`]/i.test(below)
  );
}

function inLiteral({ before, after, language, variable }: KeyPlace, how: Language): KeyReplacement | null {
  const { join = '+' } = how;
  const opened = openedIn(before, how);
  if (opened === null) return null;
  const { at, mark } = opened;
  // A pattern may hold what looks like the beginning of a comment.
  if (mark === '/*' && /["'`]$/.test(before) && !after.includes('*/')) return null;
  if (/^[/#]/.test(mark)) return inPlace(variable);
  const end = closing(after.split('\n', 1)[0] ?? '', mark, 0);
  if (end === -1 || isEarlier(at, before)) return null;
  const read = how.read.replace('KEY', variable);
  const head = before.slice(at + mark.length);
  const tail = after.slice(0, end);
  // A template of JavaScript takes an expression as it is.
  if (mark === '`' && /script/.test(language) && head + tail !== '') return inPlace(`\${${read}}`);
  // Signs before the quote that say how the text is to be read.
  const outside = before.slice(0, at).replace(/(?:(?<!\w)[bfru]{1,2}|[$@]{1,2})$/i, '');
  const prefix = before.slice(outside.length, at);
  const rest = after.slice(end + mark.length);
  if (isBesideText(outside, rest, how)) return null;
  const value = language === 'python' && /b/i.test(prefix) ? `${read}.encode()` : read;
  const kept = (text: string): string[] => (text === '' ? [] : [prefix + mark + text + mark]);
  const parts = [...kept(head), value, ...kept(tail)];
  const joined = parts.join(` ${join} `);
  // What follows would otherwise apply to the last part alone.
  const isTaken = parts.length > 1 && join !== '.' && /^\s*[.[%]/.test(rest);
  const whole = isTaken ? `(${joined})` : joined;
  // An attribute of a JSX element takes an expression in braces only.
  const isAttribute =
    /react$/.test(language) && /<[A-Za-z][^<>]*\s[\w-]+=$/.test(outside.slice(outside.lastIndexOf('\n') + 1));
  return {
    takeBefore: before.length - outside.length,
    takeAfter: end + mark.length,
    text: isAttribute ? `{${whole}}` : whole,
  };
}

/** In a shell a text in single quotes is left for a moment; elsewhere the variable is quoted, so that it stays one word. */
function inShell({ before, after, variable }: KeyPlace): KeyReplacement | null {
  const opened = openedIn(before, shell);
  const text = `"\${${variable}}"`;
  if (opened === null) return inPlace(text);
  if (opened.mark === '#') return inPlace(variable);
  if (isEarlier(opened.at, before)) return null;
  if (opened.mark === '"') return inPlace(text.slice(1, -1));
  return before.endsWith("'") && after.startsWith("'")
    ? { takeBefore: 1, takeAfter: 1, text }
    : inPlace(`'${text}'`);
}

/**
 * What to write in place of a key, in the language at hand; null where a language has no way to read an environment
 * variable, or where none may stand: the key is not quoted, or its text began on an earlier line or goes on in another one.
 */
export function replacementFor(place: KeyPlace): KeyReplacement | null {
  const { language, variable } = place;
  if (language === 'json' || language === 'jsonc') return inPlace(`\${env:${variable}}`);
  if (language === 'shellscript') return inShell(place);
  const how = languages.get(language);
  return how === undefined ? null : inLiteral(place, how);
}
