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

interface Literals {
  /** Quotes that open a text. */
  readonly quotes: string;
  readonly tripled: boolean;
  readonly comment: string;
  /** The expression that reads the variable, and the sign that joins it to a text. */
  readonly read: (variable: string) => string;
  readonly join: string;
  /** Letters that may stand before a quote and belong to the text. */
  readonly prefix?: RegExp;
}

const javascript: Literals = {
  quotes: '\'"`',
  tripled: false,
  comment: '//',
  read: (variable) => `process.env.${variable}`,
  join: '+',
};

const jvm: Literals = {
  quotes: '"',
  tripled: true,
  comment: '//',
  read: (variable) => `System.getenv("${variable}")`,
  join: '+',
};

const withLiterals: ReadonlyMap<string, Literals> = new Map([
  ['javascript', javascript],
  ['javascriptreact', javascript],
  ['typescript', javascript],
  ['typescriptreact', javascript],
  [
    'python',
    {
      quotes: '\'"',
      tripled: true,
      comment: '#',
      read: (variable: string) => `os.environ["${variable}"]`,
      join: '+',
      prefix: /(?<![\w])[bBfFrRuU]{1,2}$/,
    },
  ],
  [
    'go',
    {
      quotes: '"`',
      tripled: false,
      comment: '//',
      read: (variable: string) => `os.Getenv("${variable}")`,
      join: '+',
    },
  ],
  ['java', jvm],
  ['kotlin', jvm],
  [
    'csharp',
    {
      quotes: '"',
      tripled: true,
      comment: '//',
      read: (variable: string) => `System.Environment.GetEnvironmentVariable("${variable}")`,
      join: '+',
      prefix: /[$@]{1,2}$/,
    },
  ],
  [
    'php',
    {
      quotes: '\'"',
      tripled: false,
      comment: '//',
      read: (variable: string) => `getenv('${variable}')`,
      join: '.',
    },
  ],
  [
    'ruby',
    {
      quotes: '\'"',
      tripled: false,
      comment: '#',
      read: (variable: string) => `ENV.fetch("${variable}")`,
      join: '+',
    },
  ],
]);

/** Where a line stands at its end. */
interface Standing {
  /** Start of the open text's quote; null outside of a text. */
  readonly opened: { readonly at: number; readonly quote: string } | null;
  readonly comment: boolean;
}

function quoteAt(line: string, at: number, { quotes, tripled }: Literals): string | null {
  const sign = line.charAt(at);
  if (sign === '' || !quotes.includes(sign)) return null;
  return tripled && line.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
}

/** Reads a line from its start. A text that began on an earlier line is not known of; then its end is missing, see `closing`. */
function standing(line: string, literals: Literals): Standing {
  let opened: Standing['opened'] = null;
  let at = 0;
  while (at < line.length) {
    if (opened === null) {
      if (line.startsWith(literals.comment, at)) return { opened: null, comment: true };
      const quote = quoteAt(line, at, literals);
      if (quote !== null) opened = { at, quote };
      at += quote?.length ?? 1;
    } else if (line.startsWith(opened.quote, at)) {
      at += opened.quote.length;
      opened = null;
    } else at += line.charAt(at) === '\\' ? 2 : 1;
  }
  return { opened, comment: false };
}

/** Index of the quote that ends the text, or -1. */
function closing(after: string, quote: string): number {
  for (let at = 0; at < after.length; at += after.charAt(at) === '\\' ? 2 : 1) {
    if (after.startsWith(quote, at)) return at;
  }
  return -1;
}

function isTemplate(language: string, quote: string): boolean {
  return quote === '`' && /^(java|type)script/.test(language);
}

/** An attribute of a JSX element takes an expression in braces only. */
function isAttribute(language: string, before: string): boolean {
  return /react$/.test(language) && /<[A-Za-z][^<>]*\s[\w-]+=$/.test(before);
}

function inLiteral(place: KeyPlace, literals: Literals): KeyReplacement | null {
  const { before, after, language } = place;
  const read = literals.read(place.variable);
  const { opened, comment } = standing(before, literals);
  if (comment) return { takeBefore: 0, takeAfter: 0, text: place.variable };
  if (opened === null) return null;
  const end = closing(after, opened.quote);
  if (end === -1) return null;
  const { quote } = opened;
  const head = before.slice(opened.at + quote.length);
  const tail = after.slice(0, end);
  if (isTemplate(language, quote) && head + tail !== '') {
    return { takeBefore: 0, takeAfter: 0, text: `\${${read}}` };
  }
  const prefix = literals.prefix?.exec(before.slice(0, opened.at))?.[0] ?? '';
  const value = /b/i.test(prefix) ? `${read}.encode()` : read;
  const parts = [
    ...(head === '' ? [] : [`${prefix}${quote}${head}${quote}`]),
    value,
    ...(tail === '' ? [] : [`${prefix}${quote}${tail}${quote}`]),
  ];
  const joined = parts.join(` ${literals.join} `);
  const rest = after.slice(end + quote.length);
  // What follows would otherwise apply to the last part alone.
  const whole = parts.length > 1 && /^\s*[.[%]/.test(rest) && literals.join !== '.' ? `(${joined})` : joined;
  const outside = before.slice(0, opened.at);
  return {
    takeBefore: before.length - opened.at + prefix.length,
    takeAfter: end + quote.length,
    text: isAttribute(language, outside) ? `{${whole}}` : whole,
  };
}

const shell: Literals = { quotes: '\'"', tripled: false, comment: '\0', read: (name) => name, join: '' };

/** In a shell a text in single quotes is left for a moment; elsewhere the variable is quoted, so that it stays one word. */
function inShell({ before, after, variable }: KeyPlace): KeyReplacement {
  const quote = standing(before, shell).opened?.quote;
  const text = quote === '"' ? `\${${variable}}` : `"\${${variable}}"`;
  if (quote !== "'") return { takeBefore: 0, takeAfter: 0, text };
  if (before.endsWith("'") && after.startsWith("'")) return { takeBefore: 1, takeAfter: 1, text };
  return { takeBefore: 0, takeAfter: 0, text: `'${text}'` };
}

/**
 * What to write in place of a key, in the language at hand; null where a language has no way to read an environment
 * variable, or where the line does not show how the key is quoted.
 */
export function replacementFor(place: KeyPlace): KeyReplacement | null {
  const literals = withLiterals.get(place.language);
  if (literals !== undefined) return inLiteral(place, literals);
  switch (place.language) {
    case 'json':
    case 'jsonc':
      return { takeBefore: 0, takeAfter: 0, text: `\${env:${place.variable}}` };
    case 'shellscript':
      return inShell(place);
    default:
      return null;
  }
}
