import type { MaskKind } from './shapes.ts';

/**
 * How plates, PANs, Aadhaar numbers, mobile numbers and e-mail addresses are written, in one place. The service's documents
 * show no format: it is that of the authorities that give them out. Three uses want three measures: a whole value is
 * taken in every form there is; within a text only what is hardly anything else; and to be covered, whatever may be one.
 */

/** A field's name that says it is an Aadhaar number. */
export const namesAadhaar = /aadh?aa?r|uidai|^uid$/i;

// A whole value, its grouping taken out and in capitals.

/** The ordinary form; a number has one to four digits. */
export const ordinaryPlate = /^[A-Z]{2}\d{1,2}[A-Z]{1,3}\d{1,4}$/;
/** The old form without a series, of which six digits say the same however they are grouped. */
export const oldPlate = /^[A-Z]{2}\d{6}$/;
/** With fewer its groups alone tell MH-1-2345 from MH-12-345. */
export const oldPlateInOne = /^[A-Z]{2}\d{1,5}$/;
/** The old form, whatever it says. Two digits are an office, of a number that was cut off. */
const oldPlateAnyhow = /^[A-Z]{2}\d{3,6}$/;
/** The BH series. */
export const bhPlate = /^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$/;
export const wholePan = /^[A-Z]{5}\d{4}[A-Z]$/;
/** Its fourth letter names a kind of holder. */
export const panOfHolder = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/i;
export const wholeAadhaar = /^\d{12}$/;
/** UIDAI gives out none that begins with 0 or 1. */
export const aadhaarGivenOut = /^[2-9]\d{11}$/;
/** Ten digits, with the country's code or the trunk zero before them or without. */
export const wholeMobile = /^(?:\+91|0091|91|0)?([6-9]\d{9})$/;
export const bareMobile = /^[6-9]\d{9}$/;

/** Whether a code is a registration number of any form. */
export function isPlate(code: string): boolean {
  return ordinaryPlate.test(code) || oldPlateAnyhow.test(code) || bhPlate.test(code);
}

// Within a text that somebody selected. A plate has four digits here: with fewer it may be a word of any kind.

/**
 * A word is what an address may have, but for `* / = ? { | }` and the backtick, which in a text part words; a quote within one does not.
 * Looked for from the start of a word alone: from each of its characters would take time squared, and what begins within one,
 * as behind the quote of `o'brien@`, is the end of somebody else's. So is what follows the = of a returned mail's sender
 * (`bounces+asha=example.com@`); and behind the :// of an address of the web stand its user and a secret.
 */
export const selectedAddress =
  /(?<![\p{L}\p{M}\p{N}\p{Cf}\\.!#$%&+^_~@-]['‘’`´]{0,2})(?<!:\/\/[^\s<>"',;()[\]{}|@/?]{0,99})(?<![+=][\w.-]{1,99}=)[\p{L}\p{M}\p{N}\p{Cf}\\.!#$%&+^_~-]+(?:['‘’`´][\p{L}\p{M}\p{N}\p{Cf}\\.!#$%&+^_~-]+)*@[\p{L}\p{M}\p{N}\p{Cf}.-]+\.[A-Z]{2,}/giu;
export const selectedPan = /\b[A-Z]{5}[ -]?[0-9]{4}[ -]?[A-Z]\b/i;
export const selectedAadhaar = /(?<![0-9])[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}(?![0-9])/;
export const selectedPlate =
  /\b(?:[A-Z]{2}[ -]?[0-9]{1,2}[ -]?[A-Z]{0,3}[ -]?[0-9]{4}|[0-9]{2}[ -]?BH[ -]?[0-9]{4}[ -]?[A-Z]{1,2})\b/i;
/** As the mobile check of a field reads it, in the groupings people write. */
export const selectedMobile = /(?<![0-9])(?:\+91[ -]?|0)?[6-9][0-9]{4}[ -]?[0-9]{5}(?![0-9])/;

export interface Pattern {
  readonly kind: MaskKind;
  /** Global, for use with replace. Each runs in time linear in the text: no pattern starts with an open repetition. */
  readonly anywhere: RegExp;
}

/**
 * Personal data known by its look. A digit run counts only as a whole, so that a 20-digit number is no Aadhaar number, and
 * the places of a decimal are none; after the full stop of an abbreviation (`No.0000000001`) it counts. An address counts
 * also as links and pages spell it. Twelve digits: Aadhaar; sixteen in groups: UIDAI's virtual id, or a card. Phone numbers:
 * ten digits in any grouping people write, with or without +91 or 0091. Groups stand apart by a space or hyphen, as pages set them
 * also by a space that does not break, or a dash.
 */
export const covered: readonly Pattern[] = [
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
      /(?<!\d\.?)(?:(?:\+|00)?91[ \u00a0\u2009\u202f\u2010-\u2013-]?|0)?\d{5}[ \u00a0\u2009\u202f\u2010-\u2013-]?\d{5}(?![\d.]\d|\d)/g,
  },
  {
    kind: 'last4',
    anywhere:
      /(?<!\d\.?)(?:(?:\+|00)?91[ \u00a0\u2009\u202f\u2010-\u2013-]?|0)?\d{3}[ \u00a0\u2009\u202f\u2010-\u2013-]\d{3}[ \u00a0\u2009\u202f\u2010-\u2013-]\d{4}(?![\d.]\d|\d)/g,
  },
  // A key as it is sent: pages of a gateway tell the headers that they were sent.
  {
    kind: 'all',
    anywhere: /(?<=\bBearer(?:[ \t:]{1,3}|%20))(?=[\w.~+/=-]*\d)[\w.~+/=-]{8,}/gi,
  },
];
