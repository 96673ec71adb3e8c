import { type Token, tokensOf } from './tokens.ts';

/** What one source file says to its user. */
export interface FileSentences {
  /** Each string that is translated, with its line. */
  readonly found: ReadonlyMap<string, number>;
  /** Expressions whose strings stand elsewhere (`field.label`): they must be listed by hand. */
  readonly elsewhere: readonly string[];
  /** Strings that read like sentences but stand where nothing translates them. */
  readonly loose: readonly string[];
}

/** Functions that make a phrase of one of their arguments: name and place of the argument. */
export type Makers = ReadonlyMap<string, number>;

const opening = /^[([{]$/;
const closing = /^[)\]}]$/;

/** Index after the expression that starts at `from`: its comma, semicolon or closing bracket. */
function endOfExpression(tokens: readonly Token[], from: number): number {
  let depth = 0;
  let at = from;
  for (; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'other', text: '' };
    if (kind !== 'other') continue;
    if (depth === 0 && (text === ',' || text === ';' || closing.test(text))) break;
    if (opening.test(text)) depth += 1;
    else if (closing.test(text)) depth -= 1;
  }
  return at;
}

/** Start and end of each argument of the call or list of parameters whose bracket opens at `open`. */
function argumentsAt(tokens: readonly Token[], open: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let from = open + 1;
  while (from < tokens.length && !isOther(tokens[from], ')')) {
    const to = endOfExpression(tokens, from);
    found.push([from, to]);
    if (!isOther(tokens[to], ',')) break;
    from = to + 1;
  }
  return found;
}

function isOther(token: Token | undefined, text: string): boolean {
  return token?.kind === 'other' && token.text === text;
}

function isName(token: Token | undefined, text: string): boolean {
  return token?.kind === 'name' && token.text === text;
}

/** `function name(…, text: string, …)` and `const name = (…, text: string, …) =>` whose body makes a phrase of `text`. */
export function makersIn(source: string, known: Makers): Map<string, number> {
  const tokens = tokensOf(source);
  const found = new Map<string, number>();
  for (let at = 0; at < tokens.length; at += 1) {
    const plain = isName(tokens[at], 'function') && isOther(tokens[at + 2], '(');
    const arrow = isName(tokens[at], 'const') && isOther(tokens[at + 2], '=') && isOther(tokens[at + 3], '(');
    if (!plain && !arrow) continue;
    const parameters = argumentsAt(tokens, at + (plain ? 2 : 3));
    const place = parameters.findIndex(([from]) => {
      return (
        isName(tokens[from], 'text') && isOther(tokens[from + 1], ':') && isName(tokens[from + 2], 'string')
      );
    });
    const last = parameters.at(-1);
    if (place < 0 || last === undefined) continue;
    const body = tokens.slice(last[1], bodyEnd(tokens, last[1] + 1, arrow));
    if (makesPhrase(body, new Map([...known, ...found]))) found.set(tokens[at + 1]?.text ?? '', place);
  }
  return found;
}

function bodyEnd(tokens: readonly Token[], from: number, arrow: boolean): number {
  if (arrow) return endOfExpression(tokens, from);
  let at = from;
  // Braces of the return type come after a colon or an operator.
  while (
    at < tokens.length &&
    !(isOther(tokens[at], '{') && !/^([:|&<,]|readonly)$/.test(tokens[at - 1]?.text ?? ''))
  ) {
    at = isOther(tokens[at], '{') ? endOfExpression(tokens, at + 1) + 1 : at + 1;
  }
  return endOfExpression(tokens, at + 1);
}

function makesPhrase(body: readonly Token[], known: Makers): boolean {
  return body.some((token, index) => {
    if (isShorthand(body, index)) return true;
    const place = token.kind === 'name' && isOther(body[index + 1], '(') ? known.get(token.text) : undefined;
    const argument = place === undefined ? undefined : argumentsAt(body, index + 1)[place];
    return argument !== undefined && argument[1] === argument[0] + 1 && isName(body[argument[0]], 'text');
  });
}

/** `{ text }` or `{ text, args`: a phrase whose text is a variable of that name. */
function isShorthand(tokens: readonly Token[], at: number): boolean {
  if (!isName(tokens[at], 'text') || !isOther(tokens[at - 1], '{')) return false;
  if (isOther(tokens[at + 1], '}')) return !isOther(tokens[at + 2], '=') && !isName(tokens[at + 2], 'from');
  return isOther(tokens[at + 1], ',') && isName(tokens[at + 2], 'args');
}

/** Follows expressions to the strings they can be. */
class Reader {
  readonly found = new Map<string, number>();
  readonly elsewhere = new Set<string>();
  private readonly tokens: readonly Token[];
  private readonly seen = new Set<number>();

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** @param strict an expression whose strings are not found here is told */
  expression(from: number, to: number, strict = false): void {
    for (let at = from; at < to; at += 1) {
      const token = this.tokens[at];
      if (token === undefined) return;
      if (token.kind === 'string' || token.kind === 'template') this.string(at);
      else if (token.kind === 'name') at = this.name(at, to, strict);
      else if (isOther(token, '[')) at = this.skip(at);
    }
  }

  private skip(open: number): number {
    let depth = 0;
    for (let at = open; at < this.tokens.length; at += 1) {
      const token = this.tokens[at];
      if (token?.kind !== 'other') continue;
      if (opening.test(token.text)) depth += 1;
      else if (closing.test(token.text)) depth -= 1;
      if (depth === 0) return at;
    }
    return this.tokens.length;
  }

  /** What is compared is no text. */
  private string(at: number): void {
    const token = this.tokens[at];
    if (token === undefined || this.isCompared(at, at)) return;
    if (/[A-Za-z]/.test(token.text) && !this.found.has(token.text)) this.found.set(token.text, token.line);
  }

  private isCompared(first: number, last: number): boolean {
    const before = isOther(this.tokens[first - 1], '=') && isOther(this.tokens[first - 2], '=');
    const after = this.tokens[last + 1];
    return before || ['=', '!', '<', '>'].some((sign) => isOther(after, sign));
  }

  /** Returns the index of the last token that belongs to the name. */
  private name(at: number, to: number, strict: boolean): number {
    const parts = [this.tokens[at]?.text ?? ''];
    let last = at;
    while (last + 2 < to && (isOther(this.tokens[last + 1], '.') || isOther(this.tokens[last + 1], '?'))) {
      if (this.tokens[last + 2]?.kind !== 'name' || isOther(this.tokens[last + 1], '?')) break;
      last += 2;
      parts.push(this.tokens[last]?.text ?? '');
    }
    const next = this.tokens[last + 1];
    if (isOther(next, '(')) {
      if (parts.length === 1) this.returned(parts[0] ?? '');
      return this.skip(last + 1);
    }
    if (this.isCondition(at, last)) return last;
    const known = parts.length === 1 && this.constant(at);
    if (strict && !known) this.elsewhere.add(parts.join('.'));
    return last;
  }

  /** What is only asked (`a ? … : …`, `a === …`) gives no text. */
  private isCondition(first: number, last: number): boolean {
    const asked = isOther(this.tokens[last + 1], '?') && !isOther(this.tokens[last + 2], '?');
    return asked || this.isCompared(first, last);
  }

  /** What a function of this file returns, where that is a string. */
  private returned(name: string): void {
    const place = this.tokens.findIndex(
      (token, index) => isName(token, name) && isName(this.tokens[index - 1], 'function'),
    );
    if (place < 0 || this.seen.has(place)) return;
    this.seen.add(place);
    const close = this.skip(place + 1);
    if (!isName(this.tokens[close + 2], 'string') || !isOther(this.tokens[close + 3], '{')) return;
    const end = this.skip(close + 3);
    for (let at = close + 3; at < end; at += 1) {
      if (isName(this.tokens[at], 'return')) this.expression(at + 1, endOfExpression(this.tokens, at + 1));
    }
  }

  /** Reads the nearest `const` of that name above, else below; false when there is none. */
  private constant(at: number): boolean {
    const name = this.tokens[at]?.text ?? '';
    const places = this.tokens.flatMap((token, index) =>
      isName(token, name) && isName(this.tokens[index - 1], 'const') ? [index] : [],
    );
    const place = places.findLast((index) => index < at) ?? places[0];
    if (place === undefined) return false;
    if (this.seen.has(place)) return true;
    this.seen.add(place);
    let from = place + 1;
    while (from < this.tokens.length && !isOther(this.tokens[from], '=')) from += 1;
    const to = endOfExpression(this.tokens, from + 1);
    if (isOther(this.tokens[from + 1], '{')) this.values(from + 1, to);
    else this.expression(from + 1, to);
    return true;
  }

  /** The strings of a table: those that follow a colon, at any depth. */
  private values(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      if (!isOther(this.tokens[at - 1], ':')) continue;
      if (this.tokens[at]?.kind === 'string') this.string(at);
    }
  }
}

/** Where `text: …` stands right inside `say({ … })`, the phrase is translated at once. */
function isSaid(tokens: readonly Token[], at: number): boolean {
  return isOther(tokens[at - 1], '{') && isOther(tokens[at - 2], '(') && isName(tokens[at - 3], 'say');
}

/** Everything a file says, by where its strings stand. */
export function sentencesIn(source: string, imported: Makers): FileSentences {
  const tokens = tokensOf(source);
  const makers = new Map([...imported, ...makersIn(source, imported)]);
  const reader = new Reader(tokens);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    const next = tokens[at + 1];
    if (token.text === 'text' && isOther(next, ':') && /^[{,]$/.test(tokens[at - 1]?.text ?? '')) {
      reader.expression(at + 2, endOfExpression(tokens, at + 2), isSaid(tokens, at));
    } else if (isShorthand(tokens, at)) reader.expression(at, at + 1);
    if (!isOther(next, '(') || isName(tokens[at - 1], 'function')) continue;
    const member = isOther(tokens[at - 1], '.');
    const translates = token.text === 't' && member && isName(tokens[at - 2], 'l10n');
    const place = translates ? 0 : member ? undefined : makers.get(token.text);
    const argument = place === undefined ? undefined : argumentsAt(tokens, at + 1)[place];
    if (argument !== undefined) reader.expression(...argument, translates);
  }
  return { found: reader.found, elsewhere: [...reader.elsewhere], loose: looseIn(tokens, reader.found) };
}

/** Words of a log, of an Error that only a developer meets, and of SQL are no sentences for the user. */
function looseIn(tokens: readonly Token[], found: ReadonlyMap<string, number>): string[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'string' || found.has(token.text)) return [];
    if (!/^[A-Z][a-z]+ .*[a-z)}][.:!?…]$|\{0\}/.test(token.text)) return [];
    const call = isOther(tokens[at - 1], '(') ? tokens[at - 2] : undefined;
    return isName(call, 'Error') ? [] : [`line ${token.line}: ${token.text}`];
  });
}
