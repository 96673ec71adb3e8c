import { maskKindByName } from '../contract/personalNames.ts';
import { maskKindByLook } from '../contract/personalText.ts';
import { keyTrust } from './keys.ts';
import type { Path } from './model.ts';
import { isKnownWord, nameWords } from './words.ts';

/**
 * Which texts may be a value of an enumeration at all. The rest is left to the number of inputs (enumerations.ts), which no
 * pattern replaces: a first name alone looks like any other word.
 */

const longest = 40;
const ascii = /^[\x20-\x7e]+$/;
const fourDigits = /(?:\d\D*){4}/;
const letter = /[A-Za-z]/;

/** Last words of a name under which a person writes, or an identifier stands. */
const free = new Set(
  `message messages msg remark remarks comment comments note notes text description desc narration summary query input value values
  id ids ref reference number no key keys hash subject content body prefix suffix local part place town village area`.split(
    /\s+/,
  ),
);

/**
 * Last words of a name that says who somebody is (`holder`, `verified_by`): under it a text may be a person's name, of one word
 * and in as many inputs as they have vehicles. What stands below it (`holder.state`) is not theirs by that.
 */
const somebody = new Set(
  `owner holder seller buyer purchaser driver borrower debtor insured director partner proprietor promoter signatory alias aka relative
  dealer guarantor applicant member sibling brother sister son daughter child heir person people customer client party landlord tenant
  referee reference parent parents father mother husband wife spouse guardian nominee payer payee sender recipient receiver beneficiary user
  employee employer manager agent contact witness subscriber trustee shareholder transferor transferee financer financier executor given
  first middle last nick by of kin careof assured proposer lessee lessor signer registrant occupant occupier claimant
  complainant assignee licensee mortgagee mortgagor depositor investor hirer creditor donor surety`
    .split(/\s+/)
    .flatMap((word) => [word, `${word}s`, `${word.replace(/y$/, 'ie')}s`, `co${word}`, `co${word}s`])
    .concat('children', 'aliases', 'witnesses'),
);

/** Names of people that end so, as they are written together or short; `valid_to` and `linked_to` end alike and name nobody. */
const endsAsSomebody =
  /(?:holder|keeper|owner|father|mother)s?$|(?:^|_)(?:[cdsw]_o|(?:registered|issued|sold|given|paid|payable|assigned|transferred|leased|belongs)_?to)$/;

/** What a key says of the texts below it. */
export interface KeySays {
  /** It names somebody, or what is somebody's: so does all that stands below. */
  readonly personal: boolean;
  /** Its own texts may be any. */
  readonly free: boolean;
  /** It says who somebody is, so that keys below it may be names of people. */
  readonly whose: boolean;
}

/** As of keys: judgements are pure, each bundle may remember its own. */
const memo = { said: new Map<string, KeySays>() };
const mostSaid = 4000;

/** Remembers what it said of keys that are names of fields, for they recur in every answer. */
export function keySays(key: string): KeySays {
  const before = memo.said.get(key);
  if (before !== undefined) return before;
  const words = nameWords(key);
  const last = words.at(-1) ?? '';
  const personal = maskKindByName(key) !== null;
  const isSomebody = somebody.has(last) || endsAsSomebody.test(words.join('_'));
  // Of what is somebody's: `owner_details`, `names`, not `credit_report`, whose fields are to be learned.
  const whose = isSomebody || (personal && words.some((word) => somebody.has(word) || /names?$/.test(word)));
  const says = { personal, free: free.has(last) || isSomebody, whose };
  if (memo.said.size < mostSaid && keyTrust(key) === 'vouched') memo.said.set(key, says);
  return says;
}

/** What the way to a place says of it. */
export interface PlaceSays {
  /** It, and all below, is personal. */
  readonly personal: boolean;
  /** Its keys may be names of people: its own key says whose they are, or a personal one above. */
  readonly whose: boolean;
}

/** @param says of the key that leads there; null = items, or a key that is data */
export function saidBelow(above: PlaceSays | null, says: KeySays | null): PlaceSays {
  return {
    personal: above?.personal === true || says?.personal === true,
    whose: says?.whose === true || (above?.whose === true && (says === null || above.personal)),
  };
}

/** Whether keys there that nobody vouches for are data, whatever was learned of them before that was so. */
export function mayNamePeople(path: Path): boolean {
  let said: PlaceSays | null = null;
  for (const segment of path)
    said = saidBelow(said, typeof segment === 'string' ? null : keySays(segment.key));
  return said?.whose === true;
}

/** Whether a text may be a value: short, of letters, not personal by pattern, and not a name of several words. */
export function mayBeValue(text: string): boolean {
  if (text.length > longest || !ascii.test(text) || !letter.test(text)) return false;
  if (fourDigits.test(text) || text.includes('@') || maskKindByLook(text) !== null) return false;
  return !looksLikeName(text);
}

/** `ACTIVE` and `no_record` are words; of `PETROL/CNG` both are known, of `RAMESH KUMAR` none is. */
function looksLikeName(text: string): boolean {
  const words = nameWords(text);
  return words.length !== 1 && words.filter(isKnownWord).length * 2 < words.length;
}

/** Whether what stands in a text may be somebody's by its look alone: a datum, or a name of a few words. */
export function mayBeSomebody(text: string): boolean {
  if (text.length <= longest * 2 && letter.test(text) && !fourDigits.test(text) && !text.includes('@')) {
    return looksLikeName(text);
  }
  return text.length <= 1000 && maskKindByLook(text) !== null;
}
