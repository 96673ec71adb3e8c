import type { Phrase } from '../contract/words.ts';

/**
 * What a string of a request file's body is made of. `${input:Label}` is asked for, `${input:Label|default}` with
 * something to start from, and `${number:Label}` and `${text:Label}` alike where what is sent is a number or a text whatever its field
 * is; `${env:NAME}` is read from the environment. `$${input:` and the others so stand for the characters themselves.
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'input'; readonly label: string; readonly start: string; readonly asks: AskedAs }
  | { readonly kind: 'env'; readonly name: string }
  /** Looks like a placeholder and is none, or does not end: it is sent as it stands. */
  | { readonly kind: 'unknown'; readonly text: string };

/** What an answer is sent as: by its field, or as itself. */
export type AskedAs = 'input' | 'number' | 'text';

export type Placeholder = Extract<Part, { kind: 'input' | 'env' }>;

const pattern =
  /\$\$\{(?=(?:input|number|text|env):)|\$\{(input|number|text|env):([^{}]*)\}|\$\{(?:[A-Za-z]+:[^{}]*\}|(?:input|number|text|env):[^{}$]*)/g;

export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let plain = '';
  let from = 0;
  const flush = (): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (const found of text.matchAll(pattern)) {
    const [whole, kind, inside = ''] = found;
    plain += text.slice(from, found.index);
    from = found.index + whole.length;
    if (whole === '$${') plain += '${';
    else {
      flush();
      parts.push(kind === undefined ? { kind: 'unknown', text: whole } : placeholder(kind, inside));
    }
  }
  plain += text.slice(from);
  flush();
  return parts;
}

function placeholder(kind: string, inside: string): Placeholder {
  if (kind === 'env') return { kind: 'env', name: inside.trim() };
  const bar = inside.indexOf('|');
  const [label, start] = bar === -1 ? [inside, ''] : [inside.slice(0, bar), inside.slice(bar + 1)];
  return {
    kind: 'input',
    label: label.trim(),
    start,
    asks: kind === 'number' || kind === 'text' ? kind : 'input',
  };
}

/** The placeholder that a string consists of, or null. */
export function onlyPlaceholder(parts: readonly Part[]): Placeholder | null {
  const [first] = parts;
  return parts.length === 1 && (first?.kind === 'input' || first?.kind === 'env') ? first : null;
}

/** The first placeholder in a text, without what it is of, such as `${env:…}`; null where there is none. */
export function placeholderIn(text: string): string | null {
  if (!text.includes('${')) return null;
  const found = partsOf(text).find((part) => part.kind === 'input' || part.kind === 'env');
  if (found === undefined) return null;
  return `\${${found.kind === 'input' ? found.asks : found.kind}:…}`;
}

/** A text that partsOf reads back as itself. */
export function literally(text: string): string {
  return text.replace(/\$\{(?=(?:input|number|text|env):)/g, '$$$&');
}

/** Asks for a value under this label; what would end or split the placeholder is left out of it. */
export function inputFor(label: string, asks: AskedAs = 'input'): string {
  return `\${${asks}:${label.replace(/[{}|\s]+/g, ' ').trim()}}`;
}

/**
 * Placeholders for labels: two values under one label, as it is written, would be asked for once and get the same value.
 * @param used what is asked for already, each as inputFor writes it; what is given out is added
 */
export function asker(used: Set<string>): (label: string, asks?: AskedAs) => string {
  const counts = new Map<string, number>();
  return (label, asks) => {
    for (let count = (counts.get(label) ?? 0) + 1; ; count += 1) {
      const next = count === 1 ? label : `${label} ${count}`;
      if (used.has(inputFor(next))) continue;
      counts.set(label, count);
      used.add(inputFor(next));
      return inputFor(next, asks);
    }
  };
}

export function environmentVariable(name: string): string {
  return `\${env:${name}}`;
}

/** What is said of one that is none, as it is shown. */
export function noPlaceholder(shown: string): Phrase {
  const asking = (['input', 'number', 'text'] as const).map((asks) => inputFor('…', asks));
  return {
    text: '{0} is not a placeholder and is sent as it is. Placeholders are {1} and {2}.',
    args: [shown, asking.join(', '), environmentVariable('…')],
  };
}
