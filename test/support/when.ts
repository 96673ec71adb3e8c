/** Conditions of VS Code's menus and keys, read and evaluated: the operators that package.json uses, no others. */

export type ContextValue = string | number | boolean;
/** Context keys by name; one that is missing is unset. */
export type Context = Readonly<Record<string, ContextValue>>;

const token = /\s*(?:(\|\||&&|==|!=|=~|!|\(|\))|(\/(?:\\.|[^/\\])+\/[a-z]*)|'([^']*)'|([\w.:-]+))/y;

interface Token {
  readonly kind: 'sign' | 'pattern' | 'quoted' | 'word';
  readonly text: string;
}

const kinds = ['sign', 'pattern', 'quoted', 'word'] as const;

function tokensOf(when: string): readonly Token[] {
  const found: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < when.trimEnd().length) {
    const at = token.lastIndex;
    const parts = token.exec(when);
    const index = parts?.slice(1).findIndex((part) => part !== undefined) ?? -1;
    const kind = kinds[index];
    if (parts === null || kind === undefined) throw new Error(`not understood from ${at}: ${when}`);
    found.push({ kind, text: parts[index + 1] ?? '' });
  }
  return found;
}

/** Truth as VS Code has it: what is unset, false, 0 and '' is not. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #when: string;
  readonly #context: Context;
  /** Names of context keys, as they are met. */
  readonly keys = new Set<string>();
  #at = 0;

  constructor(when: string, context: Context) {
    this.#when = when;
    this.#tokens = tokensOf(when);
    this.#context = context;
  }

  all(): boolean {
    const holds = this.#or();
    if (this.#at < this.#tokens.length) throw this.#wrong();
    return holds;
  }

  #wrong(): Error {
    return new Error(`not understood at ${this.#tokens[this.#at]?.text ?? 'its end'}: ${this.#when}`);
  }

  #takes(sign: string): boolean {
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'sign' || next.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #next(): Token {
    const next = this.#tokens[this.#at];
    if (next === undefined || next.kind === 'sign') throw this.#wrong();
    this.#at += 1;
    return next;
  }

  // Both sides are always read: what follows must be understood, too.
  #or(): boolean {
    let holds = this.#and();
    while (this.#takes('||')) holds = this.#and() || holds;
    return holds;
  }

  #and(): boolean {
    let holds = this.#not();
    while (this.#takes('&&')) holds = this.#not() && holds;
    return holds;
  }

  #not(): boolean {
    if (this.#takes('!')) return !this.#not();
    if (!this.#takes('(')) return this.#compared();
    const holds = this.#or();
    if (!this.#takes(')')) throw this.#wrong();
    return holds;
  }

  #compared(): boolean {
    const { kind, text } = this.#next();
    if (kind !== 'word') throw this.#wrong();
    if (text === 'true' || text === 'false') return text === 'true';
    this.keys.add(text);
    const value = this.#context[text];
    if (this.#takes('==')) return String(value ?? '') === this.#next().text;
    if (this.#takes('!=')) return String(value ?? '') !== this.#next().text;
    if (!this.#takes('=~')) return Boolean(value);
    const pattern = this.#next();
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(pattern.text) ?? [];
    if (pattern.kind !== 'pattern') throw this.#wrong();
    return new RegExp(source, flags).test(String(value ?? ''));
  }
}

/** Whether a condition holds; none always does. @throws where it is not understood */
export function holds(when: string | undefined, context: Context): boolean {
  return when === undefined || new Reader(when, context).all();
}

/** Context keys that a condition asks for. */
export function keysOf(when: string | undefined): readonly string[] {
  if (when === undefined) return [];
  const reader = new Reader(when, {});
  reader.all();
  return [...reader.keys];
}
