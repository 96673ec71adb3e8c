import { maskKindByLook } from '../contract/personalText.ts';
import { isFieldWord, isKnownWord, nameWords } from './words.ts';

/**
 * Which keys may be kept, for a key may be data: `{"asha.verma@example.com": …}`, `{"RAMESH KUMAR": …}`, `{"ramesh": …}`.
 *
 * 1. What is no identifier of a programme (letters without accents first; no spaces; at most 64 characters), has four or
 *    more digits, or is personal by pattern is `data`: it becomes any-key at once and leaves no trace.
 * 2. What consists of words that fields are called by (words.ts), with one digit at most, is `vouched` for: kept at once. A person's name is none of them.
 * 3. All others are `unvouched`: the ledger holds a keyed print, and the clear text only once enough different inputs had it
 *    (enumerations.ts). Until then they are shown as any-key. A key that one input alone has had is never kept.
 *
 * A key with a word that is somebody's in the same call (personalWords.ts) is data, too.
 */
export type KeyTrust = 'vouched' | 'unvouched' | 'data';

const identifier = /^[A-Za-z_$@][\w$@.:-]{0,63}$/;

const fourDigits = /(?:\d\D*){4}/;

const twoDigits = /\d\D*\d/;

/** Judgements are pure: each bundle may remember its own. */
const memo = { asked: new Map<string, KeyTrust>() };
/** Keys recur in every answer; a map of a million is not remembered. */
const mostAsked = 4000;

/** @param key as it stands in the body */
export function keyTrust(key: string): KeyTrust {
  const before = memo.asked.get(key);
  if (before !== undefined) return before;
  const trust = judged(key);
  if (trust === 'vouched' && memo.asked.size < mostAsked) memo.asked.set(key, trust);
  return trust;
}

function judged(key: string): KeyTrust {
  if (!identifier.test(key) || fourDigits.test(key) || maskKindByLook(key) !== null) {
    return 'data';
  }
  const words = nameWords(key);
  // A digit tells `line1` from `line2`; more of them, or letters that are no word, make names of seats, not of fields.
  const isNumbered = /\d/.test(key) && (twoDigits.test(key) || !words.some(isKnownWord));
  return words.length > 0 && !isNumbered && words.every(isFieldWord) ? 'vouched' : 'unvouched';
}
