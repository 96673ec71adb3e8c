import type { MaskKind } from './shapes.ts';

/** A last word that makes the rest a statement about the datum, not the datum itself: `email_status`, `pan_valid`. */
const aboutIt = new Set(
  'status valid verified verify linked match matched exists type count total format formatted required'.split(
    ' ',
  ),
);

/** Words before `name` that make it the name of a thing. */
const things = new Set(
  'file field api service operation event plan product code env host key class method'.split(' '),
);

/** A stem anywhere in the name, for names written together such as `aadhaarnumber`. */
const stems: readonly (readonly [RegExp, MaskKind])[] = [
  [/aadh?aa?r|uidai/, 'last4'],
  [/mobile|phone|msisdn|whatsapp/, 'last4'],
  [/e_?mail/, 'email'],
  [/address|landmark|pin_?code|birth|signature|photograph/, 'all'],
  [/chass?is|chasi|passport|licen[cs]e|voter|gstin/, 'first2last2'],
  [/password|passwd|secret|authori[sz]ation|api_?key|bearer/, 'all'],
  [/^pan_?(no|num|number|card|id)?$/, 'first2last2'],
];

const words: Readonly<Record<string, MaskKind>> = {
  uid: 'last4',
  vid: 'last4',
  contact: 'last4',
  tel: 'last4',
  mail: 'email',
  pan: 'first2last2',
  engine: 'first2last2',
  vin: 'first2last2',
  plate: 'first2last2',
  iban: 'first2last2',
  account: 'first2last2',
  card: 'first2last2',
  policy: 'first2last2',
  addr: 'all',
  street: 'all',
  zip: 'all',
  dob: 'all',
  gender: 'all',
  father: 'all',
  mother: 'all',
  husband: 'all',
  wife: 'all',
  spouse: 'all',
  guardian: 'all',
  nominee: 'all',
  owner: 'all',
  credit: 'all',
  cibil: 'all',
  photo: 'all',
  image: 'all',
  token: 'all',
};

/** Who somebody is, where nothing else is said of them: not `customer_id` or `client_version`. */
const people = new Set(
  'customer insured applicant driver client party proposer beneficiary borrower guarantor patient buyer seller'.split(
    ' ',
  ),
);

/** Words that, followed by a number, identify a vehicle: `rc_number`, `registration_no`. */
const vehicles = new Set(['rc', 'reg', 'registration', 'vehicle']);
const numbers = new Set(['no', 'num', 'number', 'id']);

/**
 * How a value is masked judging by the name of its key alone, for fields the documents do not show. `null` = the name
 * says nothing; the value may still be personal by its pattern. Names are English words as APIs write them.
 */
export function maskKindByName(key: string): MaskKind | null {
  const name = key
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const parts = name.split('_');
  const last = parts.at(-1) ?? '';
  if (aboutIt.has(last) || parts[0] === 'is' || parts[0] === 'has') return null;
  const stem = stems.find(([pattern]) => pattern.test(name));
  if (stem !== undefined) return stem[1];
  const word = parts.find((part) => Object.hasOwn(words, part));
  if (word !== undefined) return words[word] ?? null;
  if (parts.some((part) => vehicles.has(part)) && numbers.has(last)) return 'first2last2';
  if (/names?$/.test(last)) {
    const thing = parts.at(-2) ?? last.replace(/names?$/, '');
    return things.has(thing) ? null : 'all';
  }
  return null;
}

/** The same of a column of somebody's own table, where a role alone names a person. */
export function maskKindOfColumn(name: string): MaskKind | null {
  const last =
    name
      .trim()
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .at(-1) ?? '';
  return maskKindByName(name) ?? (people.has(last) ? 'all' : null);
}
