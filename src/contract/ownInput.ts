import { mask, requestMaskAt } from './masking.ts';
import { maskKindByLook } from './personalText.ts';
import type { MaskKind, Operation } from './shapes.ts';

/** A value that was asked about, and how it is masked. */
interface Asked {
  readonly kind: MaskKind;
  readonly text: string;
}

/** Values that are looked for; of a bulk call the addresses beyond these are known by their look. */
const most = 60;
/** Longer values are nothing a sentence repeats. */
const longest = 320;
/** Levels of a body that are searched. */
const deepest = 32;
/** Of larger bodies only what looks personal is covered: reading them again would take longer than it may. */
const largest = 2_000_000;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function askedAt(operation: Operation, path: readonly string[], text: string): Asked | null {
  if (text.length > longest) return null;
  const look = maskKindByLook(text);
  const kind = requestMaskAt(operation, path) ?? look;
  if (kind !== null) return { kind, text };
  const name = path.join('.');
  // A word such as "mobile" that only chooses is not what was asked about.
  return operation.requestFields.some((field) => field.name === name) ? null : { kind: 'all', text };
}

function valuesOf(operation: Operation, body: unknown): readonly Asked[] {
  const found: Asked[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const asked = askedAt(operation, path, String(value));
      if (asked !== null) found.push(asked);
    } else if (isContainer(value) && path.length < deepest) {
      const isList = Array.isArray(value);
      for (const [key, inner] of Object.entries(value)) walk(inner, isList ? path : [...path, key]);
    }
  };
  walk(body, []);
  return found;
}

/** Of a text that is no JSON: what stands in quotes and is no key, or the whole of a short one. */
function looseValues(text: string): readonly Asked[] {
  const quoted = [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)].flatMap(([, value = '', colon]) =>
    colon === undefined && value.length <= longest ? [value] : [],
  );
  const whole = text.trim();
  const all = quoted.length > 0 || whole.length > 60 ? quoted : [whole];
  return all.map((value) => ({ kind: maskKindByLook(value) ?? 'all', text: value }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Broken JSON may be sent on purpose.
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** What people, links and pages put between the characters of one identifier, or for the @ of an address. */
const between = '[^\\p{L}\\p{N}]{0,3}';
const at = '\\s{0,2}(?:@|%40|&#0{0,4}64;|&#x0{0,4}40;|&commat;|[(\\[]at[)\\]])\\s{0,2}';

/** One value in any spelling; null for one too short to be told from an ordinary word. */
function spelled(text: string): string | null {
  const place = text.lastIndexOf('@');
  if (place > 0 && place < text.length - 3 && !/\s/.test(text.trim())) {
    const address = text.trim();
    const parts = [address.slice(0, address.lastIndexOf('@')), address.slice(address.lastIndexOf('@') + 1)];
    return parts.map(escaped).join(at);
  }
  const bare = [...text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')];
  const hasDigit = bare.some((one) => /\p{N}/u.test(one));
  if (bare.length < (hasDigit ? 4 : 3)) return null;
  const characters = bare.join(between);
  // A long one with digits counts inside of a longer word, too: ORDXX00ZZ1234.
  const alone = !hasDigit || bare.length < 6;
  return alone ? `(?<![\\p{L}\\p{N}])${characters}(?![\\p{L}\\p{N}])` : characters;
}

/** Ways in which one identifier is written that differ by more than what stands between its characters. */
function variants({ kind, text }: Asked): readonly string[] {
  const bare = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  const mobile = /^(?:0091|91|0)([6-9]\d{9}|0{6}\d{4})$/.exec(bare)?.[1];
  const [, district, zeros, number, series, more, last] =
    /^([A-Za-z]{2})(0*)(\d+)([A-Za-z]{1,3})(0*)(\d+)$/.exec(bare) ?? [];
  const short = (zeros ?? '') + (more ?? '') === '' ? undefined : `${district}${number}${series}${last}`;
  const words =
    kind === 'all' ? text.split(/[^\p{L}\p{N}]+/u).filter((word) => /^\p{L}{3,}$/u.test(word)) : [];
  return [text, mobile, short, ...words].filter((one): one is string => one !== undefined && one !== '');
}

/** What a request asked about, to be found again in whatever the service says of it, in any spelling. */
export class OwnInput {
  readonly #patterns: readonly { readonly kind: MaskKind; readonly anywhere: RegExp }[];

  /** @param requestBody as it was sent; null = not known */
  constructor(operation: Operation, requestBody: string | null) {
    const values = requestBody === null || requestBody.length > largest ? [] : asked(operation, requestBody);
    const byKind = Map.groupBy(values, ({ kind }) => kind);
    this.#patterns = [...byKind].flatMap(([kind, all]) => {
      const spellings = [...new Set(all.flatMap(variants))]
        .sort((a, b) => b.length - a.length)
        .map(spelled)
        .filter((one) => one !== null);
      return spellings.length === 0 ? [] : [{ kind, anywhere: new RegExp(spellings.join('|'), 'giu') }];
    });
  }

  /** How a value is masked that holds such a one: its kind if it is nothing else, `all` beside other words; null = it does not. */
  kindIn(text: string): MaskKind | null {
    let found: MaskKind | null = null;
    this.cover(text, (kind, datum) => {
      found = datum === text.trim() ? kind : 'all';
      return datum;
    });
    return found;
  }

  /** The text with every such value replaced; the rest as it was. */
  cover(text: string, as: (kind: MaskKind, datum: string) => string = mask): string {
    let covered = text;
    for (const { kind, anywhere } of this.#patterns) {
      covered = covered.replace(anywhere, (datum) => as(kind, datum));
    }
    return covered;
  }
}

function asked(operation: Operation, requestBody: string): readonly Asked[] {
  const body = parsed(requestBody);
  const values = body === undefined ? looseValues(requestBody) : valuesOf(operation, body);
  // Addresses are known by their look wherever they stand, so they are the first to be left out.
  return values.toSorted((a, b) => Number(a.kind === 'email') - Number(b.kind === 'email')).slice(0, most);
}
