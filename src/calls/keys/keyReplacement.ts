import { divided, parts } from './programParts.ts';

/**
 * Code that reads the key from an environment variable, to stand where the key itself stood. It is offered in places where it
 * is known to run, no others: `begins` and `ends` name them.
 */

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
interface Language {
  readonly pattern: RegExp;
  /** The expression, with KEY for the variable. */
  readonly read: string;
  /** Joins it to a text; `+` where nothing else is said. */
  readonly join?: '.';
  /** What gives an argument its name. Others in round brackets say what a parameter is, which may have to be constant. */
  readonly named?: '=' | ':';
  /** The beginning of a statement, up to a bracket or a text, that may hold nothing but constants. */
  readonly constant?: RegExp;
}

const javascript: Language = {
  pattern: parts.script,
  read: 'process.env.KEY',
  constant: /\b(?:enum|interface|type)\s+\w/,
};
const jvm = { pattern: parts.typed, read: 'System.getenv("KEY")' };

const languages: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['javascript', javascript],
  ['javascriptreact', javascript],
  ['typescript', javascript],
  ['typescriptreact', javascript],
  ['python', { pattern: parts.python, read: 'os.environ["KEY"]', named: '=', constant: /^\s*case\b/ }],
  ['go', { pattern: parts.typed, read: 'os.Getenv("KEY")', named: '=', constant: /\b(?:const|import)\b/ }],
  ['java', { ...jvm, constant: /@[\w.]+$/ }],
  ['kotlin', { ...jvm, named: '=', constant: /\bconst\b|@[\w.:]+$/ }],
  [
    'csharp',
    {
      pattern: parts.typed,
      read: 'System.Environment.GetEnvironmentVariable("KEY")',
      named: ':',
      constant: /\bconst\b|\[[^[\]]*$/,
    },
  ],
  [
    'php',
    {
      pattern: parts.php,
      read: "getenv('KEY')",
      join: '.',
      named: ':',
      constant: /#$|\b(?:case|const|function|private|protected|public|static|var)\b/,
    },
  ],
  ['ruby', { pattern: parts.ruby, read: 'ENV.fetch("KEY")', named: ':' }],
]);

/** What may stand before a text in whose place an expression runs: a value, an argument, an item, or what is joined to it. */
const begins = /(?:[=(,:[{+.]|[-=]>|\|\||\?\?|\b(?:or|return|to))$/;
/** What may stand behind it. */
const ends = /^\s*[,;)\]}+]/;

function inPlace(text: string): KeyReplacement {
  return { takeBefore: 0, takeAfter: 0, text };
}

/** Where each bracket stands that is open at the end. */
function opened(code: string): number[] {
  const open: number[] = [];
  for (const { 0: mark, index } of code.matchAll(/[()[\]{}]/g)) {
    if ('([{'.includes(mark)) open.push(index);
    else open.pop();
  }
  return open;
}

/** Code around a text, from which texts and comments were taken. */
interface Around {
  readonly code: string;
  readonly rest: string;
  /** True where a point behind the text goes on with what takes its place. */
  readonly dotted: boolean;
}

/** Whether an expression runs in place of a text. */
function runs({ code, rest, dotted }: Around, how: Language): boolean {
  const open = opened(code);
  const inner = code.charAt(open.at(-1) ?? code.length);
  const last = code.at(-1) ?? '';
  if (!begins.test(code)) return false;
  if (inner === '(' && /[=:]/.test(last) && last !== how.named) return false;
  // How the statements and brackets around begin; what a bracket closed is over. Behind a comma one goes on in the next line.
  const beginnings = [...open.slice(-50), code.length].map(
    (at) =>
      code
        .slice(0, at)
        .slice(-300)
        .split(/[;{})]|(?<!,)\n/)
        .at(-1) ?? '',
  );
  if (beginnings.some((one) => how.constant?.test(one.trimEnd()))) return false;
  if (ends.test(rest) || (dotted && /^\s*\./.test(rest))) return true;
  // A line's end ends a statement, but within brackets, or where the next line goes on with it.
  const next = rest.trimStart();
  const isOver = /^(?:[\w$@]|$)/.test(next) || (open.length === 0 && next.startsWith('"'));
  return isOver && !/[([]/.test(inner) && /^[ \t\r]*(?:\n|$)/.test(rest);
}

/** Without the blanks at its end, and a backslash before its last line's end, behind which Python goes on. */
function flowing(code: string): string {
  const whole = code.trimEnd();
  return whole.endsWith('\\') ? whole.slice(0, -1).trimEnd() : whole;
}

/** What an expression in place of a text is put in: nothing, or the braces of a JSX attribute; null where it may not run. */
function bracesOf(around: Around, how: Language): '' | '{}' | null {
  const near = around.code.slice(-2000);
  const mayBeAttribute =
    how === javascript && /\w=$/.test(near) && !/(?:\b(?:const|let|var)\s|\.)[\w$]+=$/.test(near);
  if (!mayBeAttribute) return runs({ ...around, code: flowing(around.code) }, how) ? '' : null;
  const isAttribute =
    /<[A-Za-z][\w.]*\s(?:=>|[^<>;])*(?<=\s)[\w:-]+=$/.test(near) && /^(?:\s*\/?>|\s+[\w{])/.test(around.rest);
  return isAttribute ? '{}' : null;
}

/** Whether a text is cut in two where none may end: within an expression of it (`${`, `#{`, `{$`), or behind a backslash. */
function isTorn(head: string): boolean {
  return /[#$]\{|\{\$|\\$/.test(head.replace(/[#$]?\{[^{}]*\}/g, ''));
}

function inLiteral(place: KeyPlace, how: Language): KeyReplacement | null {
  const { before, after, language, variable } = place;
  const { part, code, rest } = divided(before + variable + after, before.length, how.pattern);
  // What looks like the beginning of a longer comment may be of a pattern.
  if (part?.kind === 'remark') return part.text.startsWith('/*') ? null : inPlace(variable);
  // A text of one line, and closed.
  const mark = /^(["'`])(?!\1)[^\n]*(?<!\\)\1$/.exec(part?.text ?? '')?.[1];
  if (part === null || mark === undefined) return null;
  const head = before.slice(part.at + 1);
  const takeAfter = part.at + part.text.length - before.length - variable.length;
  const tail = after.slice(0, takeAfter - 1);
  const braces = bracesOf({ code, rest, dotted: head + tail === '' || how.join === '.' }, how);
  if (braces === null || isTorn(head)) return null;
  const read = how.read.replace('KEY', variable);
  if (mark === '`' && language !== 'go') return how === javascript ? inPlace(`\${${read}}`) : null;
  const kept = (half: string): string[] => (half === '' ? [] : [mark + half + mark]);
  const joined = [...kept(head), read, ...kept(tail)].join(` ${how.join ?? '+'} `);
  return {
    takeBefore: head.length + 1,
    takeAfter,
    text: braces.charAt(0) + joined + braces.charAt(1),
  };
}

/** In a shell a text in single quotes is left for a moment; elsewhere the variable is quoted, so that it stays one word. */
function inShell({ before, after, variable }: KeyPlace): KeyReplacement | null {
  const { part } = divided(before + variable + after, before.length, parts.shell);
  const text = `"\${${variable}}"`;
  if (part?.kind === 'remark') return inPlace(variable);
  if (part?.kind === 'code') return inPlace(text);
  if (part === null || part.text.includes('\n')) return null;
  const head = before.slice(part.at);
  // Within a command in it there may be quotes of its own.
  if (head.startsWith('"')) return /\$\(|`/.test(head) ? null : inPlace(text.slice(1, -1));
  if (!head.startsWith("'")) return null;
  return head === "'" && after.startsWith("'") ? { takeBefore: 1, takeAfter: 1, text } : inPlace(`'${text}'`);
}

/**
 * What to write in place of a key, in the language at hand; null where a language has no way to read an environment
 * variable, or where it is not known that one may stand there.
 */
export function replacementFor(place: KeyPlace): KeyReplacement | null {
  const { language, variable } = place;
  if (language === 'json' || language === 'jsonc') return inPlace(`\${env:${variable}}`);
  if (language === 'shellscript') return inShell(place);
  const how = languages.get(language);
  return how === undefined ? null : inLiteral(place, how);
}
