import { documentedCode } from './documentedCodes.ts';
import { mask } from './masking.ts';
import { replaceInAnyScript } from './otherDigits.ts';
import type { OwnInput } from './ownInput.ts';
import { maskPersonalText } from './personalText.ts';
import type { MaskKind } from './shapes.ts';
import type { Deviation, Phrase } from './words.ts';

/**
 * The one rule for every text that the service sends beside the result: its `message`, codes, order_ids, header values,
 * pages of a gateway, names of fields. Nothing of it is documented to be free of personal data, so what looks personal is
 * covered, and so is what was asked about, however it is spelled. What a user reveals or copies is exact.
 */

export type As = (kind: MaskKind, datum: string) => string;

/** More digits than an amount or a date has: an account, a card, a number of somebody. */
const longRun = /(?<!\d\.?)\d{9,}(?![\d.]\d|\d)/g;

/**
 * What was asked about. A datum that holds it and more is covered whole: with a part of it gone, the rest of somebody
 * else's number would look like none.
 */
function coverAsked(text: string, own: OwnInput | null, as: As): string {
  if (own === null) return text;
  const whole = maskPersonalText(text, (_, datum) =>
    own.kindIn(datum) === 'all' ? as('all', datum) : datum,
  );
  return own.cover(whole, as);
}

/** Data by their look and what was asked about; for values of a result and whatever stands around them. */
export function coverData(text: string, own: OwnInput | null = null, as: As = mask): string {
  return maskPersonalText(coverAsked(text, own, as), as);
}

/** One key: what was asked about is looked for in none that is the name of a field. */
export function coverKey(key: string, own: OwnInput | null = null, as: As = mask): string {
  return coverData(key, own?.isField(key) === true ? null : own, as);
}

/**
 * Keys with dots between. Each is looked at by itself, too: a number behind a key that ends with a digit (`v2.9…`) is not the places of
 * a decimal.
 */
export function coverName(name: string, own: OwnInput | null = null, as: As = mask): string {
  const isOwn = own !== null && !name.split('.').every((key) => own.isField(key));
  const keys = coverData(name, isOwn ? own : null, as).split('.');
  return keys.map((key) => maskPersonalText(key, as)).join('.');
}

/** A sentence or a page: long numbers are covered, too. */
export function coverText(text: string, own: OwnInput | null = null, as: As = mask): string {
  return replaceInAnyScript(coverData(text, own, as), longRun, (run) => as('last4', run));
}

/** An id as services write them: no spaces, a digit somewhere unless it is too short for a name. */
const idLike = /^(?:[A-Za-z]{1,3}|(?=.*\d)[A-Za-z0-9][A-Za-z0-9._:/#-]{0,79})$/;
/** Longer texts are no ids. */
const longestId = 200;
const uuid = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;
/** A word in which letters follow digits and digits these is drawn by lot: its digits are no number of a person's. */
const drawn = /\d[A-Za-z]+\d/;
/** Seconds since 1970, or a day with two or four digits more: what ids are made of, and no number of a person's. */
const counted = /^(?:1\d{9}|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d\d){1,2})$/;

/** A value of a header that is known to be harmless: times in it are no numbers of a person's. */
export function coverHeaderValue(text: string, own: OwnInput | null = null, as: As = mask): string {
  const asked = coverAsked(text, own, as);
  return maskPersonalText(asked, (kind, datum) => (counted.test(datum) ? datum : as(kind, datum)));
}

/** What looks personal in an id: more is known of its digits than of those of a sentence. */
function coverIdData(text: string, as: As): string {
  const parts: string[] = [];
  let plain = '';
  const flush = (): void => {
    parts.push(maskPersonalText(plain, (kind, datum) => (counted.test(datum) ? datum : as(kind, datum))));
    plain = '';
  };
  for (const word of text.split(/([A-Za-z0-9]+)/)) {
    if (drawn.test(word)) {
      flush();
      // A registration number is such a word, too.
      parts.push(maskPersonalText(word, (kind, datum) => (kind === 'last4' ? datum : as(kind, datum))));
    } else plain += word;
  }
  flush();
  return parts.join('');
}

/**
 * An order_id as it may be shown: in clear where it looks like an id, covered where it holds an identifier or what was
 * asked about. Copied, it is always exact.
 */
export function coverId(text: string, own: OwnInput | null = null, as: As = mask): string {
  if (text === '') return '';
  if (text.length > longestId) return as('all', text);
  const asked = coverAsked(text, own, as);
  const covered = asked
    .split(uuid)
    .map((part, index) => (index % 2 === 1 ? part : coverIdData(part, as)))
    .join('');
  if (covered !== text) return covered;
  return idLike.test(text) ? text : as('last4', text);
}

/** A code: a documented one as it is, any other like a sentence. */
export function coverCode(text: string, own: OwnInput | null = null, as: As = mask): string {
  return documentedCode(text) === undefined ? coverText(text, own, as) : text;
}

/** A sentence of ours with words of the service in it. */
export function coverPhrase(phrase: Phrase, own: OwnInput | null = null): Phrase {
  if (phrase.args === undefined) return phrase;
  const args = phrase.args.map((arg) =>
    typeof arg === 'string' ? coverData(arg, own) : typeof arg === 'object' ? coverPhrase(arg, own) : arg,
  );
  return { ...phrase, args };
}

export function coverDeviation(deviation: Deviation, own: OwnInput | null = null): Deviation {
  const { paths, found, what } = deviation;
  return {
    ...deviation,
    paths: paths.map((path) => coverData(path, own)),
    found: found === null ? null : coverData(found, own),
    what: coverPhrase(what, own),
  };
}
