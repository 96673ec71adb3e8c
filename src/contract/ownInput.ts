import { createScanner } from 'jsonc-parser';
import { token } from './jsonGrammar.ts';
import { mask, requestMaskAt } from './masking.ts';
import { isOrdinary, isOrdinaryKey } from './ordinaryWords.ts';
import { otherDigitOf } from './otherDigits.ts';
import { maskKindByLook } from './personalText.ts';
import { readingsOf } from './readings.ts';
import type { MaskKind, Operation } from './shapes.ts';

/** A value that is personal, and how it is masked. */
export interface Personal {
  readonly kind: MaskKind;
  readonly text: string;
}

/** A value that was asked about. */
interface Asked extends Personal {
  /** Neither a field nor a key's name says that it is personal: `"consent": "yes"`. */
  readonly loose: boolean;
}

/** Values that are looked for; of a bulk call the addresses beyond these are known by their look. */
const most = 60;
/** Longer values are nothing a sentence repeats. */
const longest = 320;
/** Names have no more words; what has is a sentence, such as that of a consent, and its words are anybody's. */
const mostWords = 4;
/** A longer text without quotes is nothing that was meant as a value. */
const longestPlain = 60;
const longestForm = 2000;
/** Levels of a body that are searched. */
const deepest = 32;
/** Of larger bodies only what looks personal is covered: reading them again would take longer than it may. */
const largest = 2_000_000;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function askedAt(operation: Operation, path: readonly string[], text: string): Asked | null {
  if (text.length > longest) return null;
  const known = requestMaskAt(operation, path);
  if (known !== undefined) return { kind: known, text, loose: false };
  const look = maskKindByLook(text);
  if (look !== null) return { kind: look, text, loose: true };
  const name = path.join('.');
  const field = operation.requestFields.find((one) => one.name === name);
  // A word such as "mobile" that only chooses is not what was asked about; one beside the choices may be.
  const isBeside = field?.maskUnsaid === true && field.choices?.includes(text) !== true;
  return field === undefined || isBeside ? { kind: 'all', text, loose: true } : null;
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

/** The strings of a text that are no keys, whatever else it holds. */
function quotedIn(text: string): readonly string[] {
  const scanner = createScanner(text, true);
  const strings: string[] = [];
  let before: number = token.end;
  for (let kind = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.string) strings.push(scanner.getTokenValue());
    else if (kind === token.colon && before === token.string) strings.pop();
    before = kind;
  }
  return strings;
}

/** A text without quotes: the whole of a short one, and what a form has sent, by its parts. */
function plainParts(text: string): readonly string[] {
  const isForm = text.length <= longestForm && text.includes('=') && !/\s/.test(text);
  if (!isForm && text.length > longestPlain) return [];
  return text.split(/[&=;\r\n]+/).map((part) => part.replaceAll(/\+|%20/g, ' '));
}

/** Of a text that is no JSON: what stands in quotes and is no key, else its parts where there are few. */
function looseValues(text: string): readonly Asked[] {
  const quoted = quotedIn(text).filter((value) => value.length <= longest);
  const all = quoted.length > 0 ? quoted : plainParts(text.trim());
  return all.map((value) => ({ kind: maskKindByLook(value) ?? 'all', text: value, loose: true }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Broken JSON may be sent on purpose.
    return undefined;
  }
}

/** What links and pages write for the @ of an address, by its letters and digits. */
const ats = ['', '40', '64', 'at', 'commat'];
/** Characters that may stand between those of one identifier. */
const widest = 3;

const letterOrDigit = /[\p{L}\p{N}]/u;

const utf16 = new TextDecoder('utf-16le');

/** The letters and digits of a text in small letters, each with its place in it. An answer of many megabytes is one text. */
function fold(text: string): { readonly bare: string; readonly places: Int32Array } {
  const places = new Int32Array(text.length);
  const codes = new Uint16Array(text.length);
  let count = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    const isCapital = code >= 65 && code <= 90;
    const isPlain = isCapital || (code >= 48 && code <= 57) || (code >= 97 && code <= 122);
    if (!isPlain && (code < 128 || !letterOrDigit.test(text.charAt(place)))) continue;
    places[count] = place;
    codes[count] = code < 128 ? (isCapital ? code + 32 : code) : foldedCode(text.charAt(place));
    count += 1;
  }
  return { bare: utf16.decode(codes.subarray(0, count)), places: places.subarray(0, count) };
}

/** Full-width digits and the like as the plain ones. */
function foldedCode(character: string): number {
  const code = character.normalize('NFKC').toLowerCase().charCodeAt(0);
  const digit = otherDigitOf(code);
  return digit === null ? code : 0x30 + digit;
}

/** One way of writing a value: its letters and digits, and whether it counts within a longer word. */
interface Spelling {
  readonly kind: MaskKind;
  readonly bare: string;
  readonly within: boolean;
}

/** The words that count by themselves: those of a name. */
function wordsOf({ kind, text, loose }: Asked): readonly string[] {
  if (kind !== 'all') return [];
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (loose && words.length > mostWords) return [];
  return words.filter((word) => /^\p{L}{3,}$/u.test(word) && !(loose && isOrdinary(word)));
}

/** The spellings of a value that differ by more than what stands between its characters; none of one too short to be told from an ordinary word. */
function spellingsOf(value: Asked): readonly Spelling[] {
  const { kind, text, loose } = value;
  if (loose && isOrdinary(text)) return [];
  const [local = '', domain = '', ...more] = text.split('@').map((part) => fold(part).bare);
  if (local !== '' && domain.length >= 3 && more.length === 0) {
    return ats.map((at) => ({ kind, bare: local + at + domain, within: false }));
  }
  const { bare } = fold(text);
  const mobile = /^(?:0091|91|0)([6-9]\d{9}|0{6}\d{4})$/.exec(bare)?.[1];
  const plate = /^([a-z]{2})(\d+)([a-z]{1,3})(\d+)$/.exec(bare)?.slice(1) ?? [];
  const unpadded = plate.map((part) => part.replace(/^0+(?=\d)/, '')).join('');
  const short = unpadded === bare ? '' : unpadded;
  const words = wordsOf(value).map((word) => fold(word).bare);
  return [bare, mobile ?? '', short, ...words].flatMap((one) => {
    const hasDigit = /\d/.test(one);
    // A long one with digits counts inside of a longer word, too: ORDXX00ZZ1234.
    return one.length < (hasDigit ? 4 : 3) ? [] : [{ kind, bare: one, within: hasDigit && one.length >= 6 }];
  });
}

interface Span {
  readonly kind: MaskKind;
  readonly start: number;
  readonly end: number;
}

/** What a request asked about, to be found again in whatever the service says of it, in any spelling. */
export class OwnInput {
  /** The longest first: a name before its parts. */
  readonly #spellings: readonly Spelling[];
  readonly #fields: ReadonlySet<string>;

  /**
   * @param requestBody as it was sent; null = not known
   * @param within the request itself: what nothing says to be personal is not looked for in it, for it would find itself
   * @param beside what is personal beside it
   */
  constructor(
    operation: Operation,
    requestBody: string | null,
    within = false,
    beside: readonly Personal[] = [],
  ) {
    this.#fields = new Set(operation.requestFields.map(({ name }) => name));
    const found = requestBody === null || requestBody.length > largest ? [] : asked(operation, requestBody);
    const more = beside.slice(0, most).map((one) => ({ ...one, loose: false }));
    const values = [...(within ? found.filter(({ loose }) => !loose) : found), ...more];
    const all = new Map(values.flatMap(spellingsOf).map((one) => [one.bare, one] as const));
    this.#spellings = [...all.values()].toSorted((a, b) => b.bare.length - a.bare.length);
  }

  /** Whether a key is a field's name, of the documents or of the user's, and so no such value, though a word of it may be one of a name. */
  isField(key: string): boolean {
    return this.#fields.has(key) || isOrdinaryKey(key);
  }

  /** How a value is masked that holds such a one: its kind if it is nothing else, `all` beside other words; null = it does not. */
  kindIn(text: string): MaskKind | null {
    const [found] = this.#spansIn(text);
    if (found === undefined) return null;
    return text.slice(found.start, found.end) === text.trim() ? found.kind : 'all';
  }

  /** The text with every such value replaced; the rest as it was. */
  cover(text: string, as: (kind: MaskKind, datum: string) => string = mask): string {
    const spans = this.#spansIn(text);
    if (spans.length === 0) return text;
    const parts: string[] = [];
    let from = 0;
    for (const { kind, start, end } of spans) {
      parts.push(text.slice(from, start), as(kind, text.slice(start, end)));
      from = end;
    }
    return parts.join('') + text.slice(from);
  }

  /** Most texts hold none, which is told without the places of their characters. */
  #mayHold(text: string): boolean {
    if (/[\u0080-\uffff]/.test(text)) return true;
    const bare = text.toLowerCase().replace(/[^a-z0-9]+/g, '');
    return this.#spellings.some((spelling) => bare.includes(spelling.bare));
  }

  /** Where such values stand, in order, none over another. */
  #spansIn(text: string): readonly Span[] {
    const shortest = this.#spellings.at(-1)?.bare.length ?? Number.POSITIVE_INFINITY;
    if (text.length < shortest || !this.#mayHold(text)) return [];
    const { bare, places } = fold(text);
    const spans: Span[] = [];
    // A shorter one never encloses a longer one, so its ends tell whether it lies over one.
    let taken: Uint8Array | null = null;
    for (const spelling of this.#spellings) {
      let at = bare.indexOf(spelling.bare);
      while (at !== -1) {
        const span = spanOf(spelling, at, places);
        const isFree = span !== null && taken?.[span.start] !== 1 && taken?.[span.end - 1] !== 1;
        if (isFree) {
          taken ??= new Uint8Array(text.length);
          taken.fill(1, span.start, span.end);
          spans.push(span);
        }
        at = bare.indexOf(spelling.bare, at + (isFree ? spelling.bare.length : 1));
      }
    }
    return spans.sort((a, b) => a.start - b.start);
  }
}

/** The place of a found spelling in the text; null where its characters do not belong together. */
function spanOf({ kind, bare, within }: Spelling, at: number, places: Int32Array): Span | null {
  const place = (index: number): number => places[index] ?? Number.NEGATIVE_INFINITY;
  const last = at + bare.length - 1;
  for (let index = at + 1; index <= last; index += 1) {
    if (place(index) - place(index - 1) > widest + 1) return null;
  }
  const isAlone = place(at) - place(at - 1) > 1 && place(last + 1) !== place(last) + 1;
  return within || isAlone ? { kind, start: place(at), end: place(last) + 1 } : null;
}

function asked(operation: Operation, requestBody: string): readonly Asked[] {
  const body = parsed(requestBody);
  // Where a key is there twice, either of its values is what was asked about.
  const bodies = [body, ...readingsOf(requestBody).map(parsed)];
  const values =
    body === undefined ? looseValues(requestBody) : bodies.flatMap((one) => valuesOf(operation, one));
  // Addresses are known by their look wherever they stand, so they are the first to be left out.
  return values.toSorted((a, b) => Number(a.kind === 'email') - Number(b.kind === 'email')).slice(0, most);
}
