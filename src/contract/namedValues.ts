import { withoutParts } from './aadhaar/numbers.ts';
import { bareMobile, isPlate, oldPlateInOne, wholeAadhaar, wholePan } from './identifierPatterns.ts';
import { grouping, isOneForm } from './identifiers.ts';
import { withPlainDigits } from './otherDigits.ts';

/** What is not seen. */
const unseen = /[\u00ad\u200b-\u200d\u2060]+/g;

/** As an address of the web and a form write signs. */
export function unescaped(text: string): string {
  return text.replace(/%[2-7][0-9a-f]/gi, (sign) => String.fromCharCode(Number.parseInt(sign.slice(1), 16)));
}

/** A text in the one spelling in which values are looked for: also in the digits of another script it is somebody's number. */
export function plainText(text: string): string {
  return inCapitals(withPlainDigits(unescaped(text).normalize('NFKC').replace(unseen, '')));
}

/** Letter for letter: in capitals ß would be SS and ı would be I, which are somebody else's. */
function inCapitals(text: string): string {
  if (!/[^ -~]/.test(text)) return text.toUpperCase();
  return Array.from(text, (one) => {
    const capital = one.toUpperCase();
    return capital.toLowerCase() === one.toLowerCase() ? capital : one;
  }).join('');
}

/** What says the same however it is grouped. */
function isCode(text: string): boolean {
  return isOneForm(text) || wholePan.test(text) || wholeAadhaar.test(text) || bareMobile.test(text);
}

/** A whole value as it is compared: identifiers without their grouping; in all else blanks alone do not count, and dashes are alike. */
export function comparedValue(text: string): string {
  const plain = plainText(text).trim();
  const code = plain.replace(grouping, '');
  if (isCode(code)) return code;
  // Its groups alone tell MH-1-2345 from MH-12-345.
  if (oldPlateInOne.test(code)) return plain.replace(grouping, '-');
  return plain.replace(/\s+/g, '').replace(/\p{Pd}/gu, '-');
}

/** What is left of a text without all that may group or part it. */
function bareOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Where each character of bareOf stands in the text. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    for (let at = 0; at < word.length; at += 1) places.push(index + at);
  return places;
}

/** With the country's code or the trunk zero before it, see wholeMobile. */
const mobilePrefixes = ['', '0', '91', '0091'] as const;
/** At most three characters part two of a value; between what is further apart nothing is read together. */
const mostParts = 4;

/** Whether a part of a text, which has the same letters and digits, says the value. */
function says(part: string, value: string, prefix: string): boolean {
  if (part.length > mostParts * (prefix + value).length) return false;
  if (wholeAadhaar.test(value)) return withoutParts(part) === value;
  if (bareMobile.test(value)) return part.replace(grouping, '').replace(/[()]/g, '') === prefix + value;
  return comparedValue(part) === value;
}

/** What may be more of a value in plain letters: another script's are what people write right behind it (`XX00OK0200का`). */
const plainGoesBefore = /[\p{Script=Latin}\p{Script=Inherited}\p{N}]$/u;
const plainGoesOn = /^[\p{Script=Latin}\p{Script=Inherited}\p{N}]/u;
/** Of any other value. */
const goesBefore = /[\p{L}\p{M}\p{N}]$/u;
const goesOn = /^[\p{L}\p{M}\p{N}]/u;
/** A line break as logs write it: its N is no letter of what follows. */
const writtenBreak = /\\N$/;

/** Signs that an address may have: what stands behind one is the end of somebody else's. */
const signBefore = /(?:[.!#$%&+^_~@-]|[\p{Script=Latin}\p{Script=Inherited}\p{N}]['‘’`´]{1,2})$/u;
const addressGoesOn = /^(?:@|_+[\p{Script=Latin}\p{Script=Inherited}\p{N}]|[.-][\p{L}\p{M}\p{N}])/u;
/** Signs that set a text off, on both sides of it: `_ann@example.com_`. */
const setOff = /(?:^|[\s"'(>*[])([_~]{1,2})$/u;

/** The places of a decimal make it another number; none but zeros do not, as programs write a column's whole numbers. */
const placesBehind = /^\.(?!0{1,6}(?!\.?\d))\d/;

/** Whether an address ends where it does. */
function isWholeAddress(before: string, after: string): boolean {
  if (addressGoesOn.test(after)) return false;
  const [, sign] = setOff.exec(before) ?? [];
  return (sign !== undefined && after.startsWith(sign)) || !signBefore.test(before);
}

/** Whether it ends where the part does: what goes on is somebody else's. @param around up to eight characters each */
function isWhole(value: string, part: string, [before, after]: readonly [string, string]): boolean {
  // As masks have it, letters make no number another (identifierPatterns.ts covered).
  if (/^\d+$/.test(value)) {
    if (/\d\.?$/.test(before) || /^\d/.test(after) || placesBehind.test(after)) return false;
  } else {
    const [more, on] = /^[ -~]*$/.test(value) ? [plainGoesBefore, plainGoesOn] : [goesBefore, goesOn];
    if ((more.test(before) && !writtenBreak.test(before)) || on.test(after)) return false;
    if (value.includes('@')) return isWholeAddress(before, after);
  }
  if (part.length === bareOf(value).length) return true;
  // Twelve digits of a longer number in groups of four, and a plate whose number goes on in another group.
  if (wholeAadhaar.test(value))
    return !/(?:^|\D)\d{4}[\s\p{Pd}]$/u.test(before) && !/^[\s\p{Pd}]\d{4}(?!\d)/u.test(after);
  const more = /^[ \p{Pd}](\d{1,3})(?!\d)/u.exec(after)?.[1];
  return more === undefined || !isPlate(bareOf(value) + more);
}

interface Sought {
  readonly value: string;
  /** What stands around its first and last letter or digit. */
  readonly lead: number;
  readonly tail: number;
}

function soughtOf(value: string): Sought {
  const [first = 0, ...more] = placesOf(value);
  return { value, lead: first, tail: value.length - 1 - (more.at(-1) ?? first) };
}

/** So many searches through a text take as long as one that looks each place of it up. */
const searchesAPlace = 50;

/**
 * Values that are looked for in texts: the one notion of what names whom. A text names a value that stands in it whole, in
 * whatever grouping the house reads it. Linear in the text, however many they are.
 */
export class NamedValues {
  /** By what is left of them, see bareOf. */
  readonly #byBare = new Map<string, Sought[]>();
  readonly #lengths = new Set<number>();

  /** @param values see comparedValue */
  constructor(values: Iterable<string>) {
    for (const value of new Set(values)) {
      const bare = bareOf(value);
      if (bare === '') continue;
      const same = this.#byBare.get(bare) ?? [];
      this.#byBare.set(bare, same);
      same.push(soughtOf(value));
      this.#lengths.add(bare.length);
    }
  }

  get size(): number {
    return this.#byBare.size;
  }

  get values(): readonly string[] {
    return [...this.#byBare.values()].flat().map(({ value }) => value);
  }

  /** Whether a text names one. @param plain see plainText */
  areIn(plain: string): boolean {
    if (this.size === 0) return false;
    const bare = bareOf(plain);
    let places: readonly number[] | undefined;
    return this.#find(bare, (at, sought) => {
      places ??= placesOf(plain);
      return isAt({ plain, bare, places }, at, sought);
    });
  }

  /** Whether a text as it was written, JSON or not, may name one: quick, and sure where it says no. */
  mayBeIn(written: string): boolean {
    if (this.size === 0) return false;
    // What may be another sign or another way to write a number has to be read first.
    if (/[^ -~\s]|[\\%]|\d[eE][+\d]/.test(written)) return true;
    return this.#find(written.replace(/[^A-Za-z0-9]+/g, '').toUpperCase(), () => true);
  }

  #find(bare: string, isOne: (at: number, sought: readonly Sought[]) => boolean): boolean {
    if (this.size <= this.#lengths.size * searchesAPlace) {
      for (const [wanted, sought] of this.#byBare) {
        for (let at = bare.indexOf(wanted); at !== -1; at = bare.indexOf(wanted, at + 1))
          if (isOne(at, sought)) return true;
      }
      return false;
    }
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= bare.length; at += 1) {
        const sought = this.#byBare.get(bare.slice(at, at + length));
        if (sought !== undefined && isOne(at, sought)) return true;
      }
    }
    return false;
  }
}

interface Read {
  readonly plain: string;
  readonly bare: string;
  readonly places: readonly number[];
}

function isAt({ plain, bare, places }: Read, at: number, sought: readonly Sought[]): boolean {
  return sought.some(({ value, lead, tail }) =>
    (bareMobile.test(value) ? mobilePrefixes : ['']).some((prefix) => {
      const first = at - prefix.length;
      if (first < 0 || !bare.startsWith(prefix, first)) return false;
      const from = (places[first] ?? 0) - lead;
      const to = (places[at + bareOf(value).length - 1] ?? 0) + 1 + tail;
      const part = plain.slice(Math.max(0, from), to);
      return (
        says(part, value, prefix) &&
        isWhole(value, part, [plain.slice(Math.max(0, from - 8), Math.max(0, from)), plain.slice(to, to + 8)])
      );
    }),
  );
}
