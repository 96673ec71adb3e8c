import type { Phrase } from '../../contract/words.ts';
import { readPrice } from '../guard/prices.ts';
import { isCount } from '../guard/userLimits.ts';

/** What was typed for a setting that may be left empty; null = nothing. */
export type Typed<T> =
  | { readonly ok: true; readonly value: T | null }
  | { readonly ok: false; readonly why: Phrase };

const nothing = { ok: true, value: null } as const;

/** Rupees; quotes around them, as settings.json has them, and the currency before them are no mistakes. */
export function typedAmount(text: string): Typed<string> {
  const amount = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^(?:₹|Rs\.?|INR)\s?(?=\d)/i, '');
  if (amount === '') return nothing;
  const read = readPrice(amount);
  return read.ok ? { ok: true, value: read.price } : read;
}

/** @param least 0 or 1 */
export function typedCount(text: string, least: number): Typed<number> {
  const digits = text.trim();
  if (digits === '') return nothing;
  const count = /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
  if (isCount(count, least)) return { ok: true, value: count };
  return {
    ok: false,
    why: {
      text: 'Enter a whole number from {0} to 1000000000 in digits alone, or nothing for no limit.',
      args: [least],
    },
  };
}

/** A share as people say it, in percent: `80` or `80 %` is 0.8. */
export function typedShare(text: string): Typed<number> {
  const typed = text.trim();
  if (typed === '') return nothing;
  const [, percent] = /^(\d{1,3}(?:\.\d{1,4})?)\s*%?$/.exec(typed) ?? [];
  const share = Number(`${percent ?? 'no'}e-2`);
  if (share >= 0 && share <= 1) return { ok: true, value: share };
  return { ok: false, why: { text: 'Enter percent from 0 to 100, for example 80.' } };
}
