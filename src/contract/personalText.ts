import type { MaskKind } from './shapes.ts';

interface Pattern {
  readonly kind: MaskKind;
  /** Global, for use with replace. Each runs in time linear in the text: no pattern starts with an open repetition. */
  readonly anywhere: RegExp;
}

/**
 * Personal data known by its look. A digit run counts only as a whole, so that a 20-digit number is no Aadhaar number, and
 * the places of a decimal are none; after the full stop of an abbreviation (`No.0000000001`) it counts. An address counts
 * also as links and pages spell it. Twelve digits: Aadhaar; sixteen in groups: UIDAI's virtual id, or a card. Phone numbers:
 * ten digits in any grouping people write, with or without +91. Groups stand apart by a space or hyphen, as pages set them
 * also by a space that does not break, or a dash.
 */
const patterns: readonly Pattern[] = [
  {
    kind: 'email',
    anywhere:
      /(?<![\w.%+\-\u0080-\uffff])[\w.%+\-\u0080-\uffff]{1,128}(?:@|%40|&#0{0,4}64;|&commat;)[\w\-\u0080-\uffff]{1,63}(?:\.[\w\-\u0080-\uffff]{1,63})+/g,
  },
  { kind: 'first2last2', anywhere: /(?<![A-Za-z0-9])[A-Za-z]{5}\d{4}[A-Za-z](?![A-Za-z0-9])/g },
  // Registration numbers: the ordinary form written together, or in capitals with spaces or hyphens (no date), and the BH series.
  { kind: 'first2last2', anywhere: /(?<![A-Za-z0-9])[A-Za-z]{2}\d{1,2}[A-Za-z]{1,3}\d{4}(?![A-Za-z0-9])/g },
  {
    kind: 'first2last2',
    anywhere:
      /(?<![A-Za-z0-9])[A-Z]{2}[ -]?\d{1,2}[ -]?(?!JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]{1,3}[ -]?\d{4}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'first2last2',
    anywhere:
      /(?<![a-z0-9])[a-z]{2}-\d{1,2}-(?!jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{1,3}-\d{4}(?![a-z0-9])/gi,
  },
  {
    kind: 'first2last2',
    anywhere: /(?<![A-Za-z0-9])\d{2}[ -]?BH[ -]?\d{4}[ -]?[A-Za-z]{1,2}(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'last4',
    anywhere: /(?<!\d\.?)\d{4}([ \u00a0\u2009\u202f\u2010-\u2013-])\d{4}\1\d{4}\1\d{4}(?![\d.]\d|\d)/g,
  },
  {
    kind: 'last4',
    anywhere: /(?<!\d\.?)\d{4}([ \u00a0\u2009\u202f\u2010-\u2013-]?)\d{4}\1\d{4}(?![\d.]\d|\d)/g,
  },
  {
    kind: 'last4',
    anywhere:
      /(?<!\d\.?)(?:\+?91[ \u00a0\u2009\u202f\u2010-\u2013-]?|0)?\d{5}[ \u00a0\u2009\u202f\u2010-\u2013-]?\d{5}(?![\d.]\d|\d)/g,
  },
  {
    kind: 'last4',
    anywhere:
      /(?<!\d\.?)(?:\+?91[ \u00a0\u2009\u202f\u2010-\u2013-]?|0)?\d{3}[ \u00a0\u2009\u202f\u2010-\u2013-]\d{3}[ \u00a0\u2009\u202f\u2010-\u2013-]\d{4}(?![\d.]\d|\d)/g,
  },
];

/** Without one of these there is no address; without four digits nothing else. A look that spares the patterns themselves. */
const at = /@|%40|&#|&commat/;
const digits = /\d{4}/;

function worthTrying(text: string): readonly Pattern[] {
  const hasDigits = digits.test(text);
  if (at.test(text)) return hasDigits ? patterns : addresses;
  return hasDigits ? numbers : [];
}

const addresses = patterns.filter(({ kind }) => kind === 'email');
const numbers = patterns.filter(({ kind }) => kind !== 'email');

/** The text with every personal datum found by pattern replaced by `mask(kind, datum)`; the rest as it was. */
export function maskPersonalText(text: string, mask: (kind: MaskKind, datum: string) => string): string {
  let masked = text;
  for (const { kind, anywhere } of worthTrying(text)) {
    masked = masked.replace(anywhere, (datum) => mask(kind, datum));
  }
  return masked;
}

/** How a value is masked judging by its look: the kind if it is one datum and nothing else, `all` if it holds one. */
export function maskKindByLook(text: string): MaskKind | null {
  for (const { kind, anywhere } of worthTrying(text)) {
    anywhere.lastIndex = 0;
    const found = anywhere.exec(text);
    if (found !== null) return found[0].length === text.trim().length ? kind : 'all';
  }
  return null;
}
