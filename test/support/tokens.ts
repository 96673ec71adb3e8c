/** One token of TypeScript source. A string's `text` is its value, a template's only if nothing is inserted into it. */
export interface Token {
  readonly kind: 'name' | 'string' | 'template' | 'other';
  readonly text: string;
  /** Line, from 1. */
  readonly line: number;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

function unescaped(body: string): string {
  return body.replace(
    /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (_, braced?: string, four?: string, two?: string, one?: string) => {
      const code = braced ?? four ?? two;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return one === '\n' ? '' : (escapes[one ?? ''] ?? one ?? '');
    },
  );
}

const patterns = {
  skip: /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y,
  name: /[A-Za-z_$][\w$]*/y,
  string: /'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"/y,
  number: /\d[\w.]*/y,
  regex: /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y,
  arrow: /=>|\.\.\./y,
} as const;

/** Where a slash begins a regular expression: not after a value. */
function valueEnds(last: Token | undefined): boolean {
  if (last === undefined) return false;
  if (last.kind === 'name') return !/^(return|typeof|case|in|of|yield|await|void)$/.test(last.text);
  return last.kind !== 'other' || /^[\])}\d]/.test(last.text);
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** End of a template that begins at `at`, and whether anything is inserted into it. */
function templateEnd(source: string, at: number): { readonly end: number; readonly inserts: boolean } {
  let inserts = false;
  let index = at + 1;
  while (index < source.length && source[index] !== '`') {
    if (source[index] === '\\') index += 2;
    else if (source.startsWith('${', index)) {
      inserts = true;
      let depth = 1;
      for (index += 2; depth > 0 && index < source.length; index += 1) {
        if (source[index] === '`') index = templateEnd(source, index).end - 1;
        else if (source[index] === '{') depth += 1;
        else if (source[index] === '}') depth -= 1;
      }
    } else index += 1;
  }
  return { end: index + 1, inserts };
}

/** The expressions inserted into a template, as source. */
function insertions(source: string, at: number, end: number): string {
  const found: string[] = [];
  for (let index = at + 1; index < end - 1; index += 1) {
    if (source[index] === '\\') index += 1;
    else if (source.startsWith('${', index)) {
      const from = index + 2;
      let depth = 1;
      for (index = from; depth > 0 && index < end; index += 1) {
        if (source[index] === '`') index = templateEnd(source, index).end - 1;
        else if (source[index] === '{') depth += 1;
        else if (source[index] === '}') depth -= 1;
      }
      index -= 1;
      found.push(source.slice(from, index));
    }
  }
  return found.join(' ; ');
}

/**
 * Splits TypeScript into tokens, without comments: enough to find strings by where they stand. What is inserted into a
 * template follows the template, in brackets.
 */
export function tokensOf(source: string, firstLine = 1): Token[] {
  const tokens: Token[] = [];
  let line = firstLine;
  let at = 0;
  const take = (kind: Token['kind'], text: string, length: number): void => {
    tokens.push({ kind, text, line });
    line += source.slice(at, at + length).split('\n').length - 1;
    at += length;
  };
  while (at < source.length) {
    const skipped = match(patterns.skip, source, at)?.[0];
    if (skipped !== undefined) {
      line += skipped.split('\n').length - 1;
      at += skipped.length;
      continue;
    }
    if (source[at] === '`') {
      const { end, inserts } = templateEnd(source, at);
      const from = line;
      const inner = inserts ? insertions(source, at, end) : '';
      take('template', inserts ? '' : unescaped(source.slice(at + 1, end - 1)), end - at);
      if (inserts) tokens.push(...tokensOf(`[${inner}]`, from));
      continue;
    }
    const string = match(patterns.string, source, at);
    const name = match(patterns.name, source, at)?.[0];
    const other =
      match(patterns.number, source, at)?.[0] ??
      (valueEnds(tokens.at(-1)) ? undefined : match(patterns.regex, source, at)?.[0]) ??
      match(patterns.arrow, source, at)?.[0] ??
      source.charAt(at);
    if (string !== null) take('string', unescaped(string[1] ?? string[2] ?? ''), string[0].length);
    else if (name !== undefined) take('name', name, name.length);
    else take('other', other, other.length);
  }
  return tokens;
}
