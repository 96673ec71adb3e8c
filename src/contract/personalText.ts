import { covered, type Pattern } from './identifierPatterns.ts';
import { replaceInAnyScript, withPlainDigits } from './otherDigits.ts';
import type { MaskKind } from './shapes.ts';

/** Without one of these there is no address, without its word no key; without four digits nothing else. A look that spares the patterns themselves. */
const at = /@|%40|&#|&commat/;
const digits = /\d{4}/;
const key = /bearer/i;

/**
 * Whether a text is JSON of its own, once or more often encoded: its keys name data that no look finds, so it is covered whole. The text
 * of a value, never one with tokens of its own.
 */
function holdsKeys(text: string): boolean {
  return /^\s*["[{]/.test(text) && /"\s{0,8}:/.test(text);
}

function worthTrying(text: string): readonly Pattern[] {
  const hasDigits = digits.test(text);
  if (key.test(text)) return covered;
  if (at.test(text)) return hasDigits ? covered : addresses;
  return hasDigits ? numbers : [];
}

const addresses = covered.filter(({ kind }) => kind === 'email');
const numbers = covered.filter(({ kind }) => kind !== 'email' && kind !== 'all');

/**
 * The digits of a whole number that is written as one with a fraction, `2.00000000124e11` or `200000000124.0`, as services do that keep
 * all numbers so; any other text as it is. Two places are an amount's.
 */
function wholeNumber(text: string): string {
  if (text.length > 40 || !/^\d+\.\d+(?:e\+?\d{1,2})?$/i.test(text)) return text;
  if (text.endsWith('.0')) return text.slice(0, -2);
  const value = /e/i.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? String(value) : text;
}

/** Over more characters than this a pattern may run out of its stack: nobody reads so long a text, and it is covered whole. */
const longestLooked = 4_000_000;

/** The text with every personal datum found by pattern replaced by `mask(kind, datum)`; the rest as it was. */
export function maskPersonalText(text: string, mask: (kind: MaskKind, datum: string) => string): string {
  if (text.length > longestLooked || holdsKeys(text)) return mask('all', text);
  const whole = wholeNumber(text);
  const kindOfWhole = whole === text ? null : maskKindByLook(whole);
  if (kindOfWhole !== null) return mask(kindOfWhole, whole);
  const plain = withPlainDigits(text);
  let masked = text;
  for (const { kind, anywhere } of worthTrying(plain)) {
    const replaced = (datum: string): string => mask(kind, datum);
    // Most texts have no other digits, and large ones are looked through often.
    masked =
      plain === text ? masked.replace(anywhere, replaced) : replaceInAnyScript(masked, anywhere, replaced);
  }
  return masked;
}

/** Whether personal data, or the first half of a number or an address, may stand in a text. */
export function mayHoldData(text: string): boolean {
  return holdsKeys(text) || worthTrying(withPlainDigits(text)).length > 0;
}

/** How a value is masked judging by its look: the kind if it is one datum and nothing else, `all` if it holds one. */
export function maskKindByLook(text: string): MaskKind | null {
  if (text.length > longestLooked || holdsKeys(text)) return 'all';
  const plain = withPlainDigits(wholeNumber(text));
  for (const { kind, anywhere } of worthTrying(plain)) {
    anywhere.lastIndex = 0;
    const found = anywhere.exec(plain);
    if (found !== null) return found[0].length === plain.trim().length ? kind : 'all';
  }
  return null;
}
