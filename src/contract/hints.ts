import { besideChoices } from './choices.ts';
import { entriesOf } from './entries.ts';
import type { FieldCheck } from './fieldKinds.ts';
import { isBooleanText, isNumberText } from './fieldValues.ts';
import { bareMobile, bhPlate, isPlate, wholePan } from './identifierPatterns.ts';
import { normalIdentifier } from './identifiers.ts';
import { own } from './own.ts';
import type { Operation, RequestField } from './shapes.ts';
import { hiddenNames } from './visible.ts';
import type { Phrase } from './words.ts';

/** A local check of one field. Warns, never forbids: INVALID_INPUT is free, and trying it is what an explorer is for. */
export interface FieldHint {
  readonly field: string;
  readonly kind: 'ok' | 'warning';
  readonly what: Phrase;
}

type Check = (field: string, value: string, bills: boolean) => FieldHint;

function ok(field: string, text: string, ...args: readonly (string | number)[]): FieldHint {
  return { field, kind: 'ok', what: { text, args } };
}

function warning(field: string, text: string, ...args: readonly (string | number)[]): FieldHint {
  return { field, kind: 'warning', what: { text, args } };
}

const checks: Readonly<Record<Exclude<FieldCheck, 'pan'>, Check>> = {
  registration: checkRegistration,
  aadhaar: checkAadhaar,
  mobile: checkMobile,
  emails: checkEmails,
};

/**
 * Hints for what is typed: a few words where it looks right, what is odd where it does not, nothing where it is empty and may be.
 * @param bills false = it goes to a sandbox, where numbers that nobody can have are what to use
 */
export function hintsFor(
  operation: Operation,
  fields: Readonly<Record<string, string>>,
  bills = true,
): readonly FieldHint[] {
  return operation.requestFields.flatMap((field) =>
    hintFor(operation, field, typedIn(fields, field.name), bills),
  );
}

/** What is typed for a field; '' for one that is not there. A name may be one that every object inherits. */
export function typedIn(fields: Readonly<Record<string, string>>, name: string): string {
  return own(fields, name) ?? '';
}

/** What the checks of a field go by. */
export type CheckedField = Pick<RequestField, 'name' | 'type' | 'check' | 'example' | 'choices'>;

export function hintFor(
  operation: Operation,
  field: CheckedField,
  value: string,
  bills: boolean,
): readonly FieldHint[] {
  // An empty form is no mistake yet; spaces alone are.
  if (value === '') return [];
  if (value.trim() === '') return [warning(field.name, 'Only spaces.')];
  if (field.type === 'number' && !isNumberText(value)) {
    return [warning(field.name, 'This is not a JSON number; it would be sent as text.')];
  }
  if (field.type === 'boolean' && !isBooleanText(value)) {
    return [warning(field.name, 'This is neither true nor false; it would be sent as text.')];
  }
  const beside = besideChoices(field, value);
  if (beside !== null) return [{ field: field.name, kind: 'warning', what: beside }];
  if (field.check === 'pan') {
    // A company has no Aadhaar number to be linked.
    return [checkPan(field.name, value, operation.asksAadhaar, bills)];
  }
  if (field.check !== null) return [checks[field.check](field.name, value, bills)];
  if (field.type === 'string' && value !== value.trim())
    return [warning(field.name, 'Starts or ends with a space, which is sent as typed.')];
  const hidden = hiddenNames(value);
  return hidden.length === 0
    ? []
    : [warning(field.name, 'Contains invisible characters, which are sent: {0}.', hidden.join(', '))];
}

/** States and union territories by the letters their plates have, old ones among them. */
const states = new Set(
  'AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TN TR TS TG UA UK UP WB'.split(
    ' ',
  ),
);

function checkRegistration(field: string, value: string, bills: boolean): FieldHint {
  const plate = value.replace(/[\s-]/g, '').toUpperCase();
  if (bhPlate.test(plate)) return ok(field, 'Looks like a BH series number.');
  if (!isPlate(plate)) {
    return warning(field, 'Does not look like a registration number, such as MH12AB0000 or 22BH0000AA.');
  }
  if (!bills && plate.startsWith('XX'))
    return ok(field, 'A number of the sandbox: no state has the code XX.');
  if (!states.has(plate.slice(0, 2))) {
    return warning(field, '{0} is not the code of a state or union territory.', plate.slice(0, 2));
  }
  return ok(field, 'Looks like a registration number.');
}

/** Dihedral group D5: the multiplication of the Verhoeff scheme. */
function times(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
}

const step = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** True when the last digit is the Verhoeff check digit of those before it. */
export function hasVerhoeffCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    let digit = Number(digits[digits.length - 1 - place]);
    for (let turn = 0; turn < place % 8; turn += 1) digit = step[digit] ?? 0;
    sum = times(sum, digit);
  }
  return sum === 0;
}

function checkAadhaar(field: string, value: string, bills: boolean): FieldHint {
  const digits = value.replace(/[\s-]/g, '');
  if (!/^\d*$/.test(digits)) return warning(field, 'An Aadhaar number has digits only.');
  if (digits.length !== 12)
    return warning(field, 'An Aadhaar number has 12 digits; this has {0}.', digits.length);
  if (!bills && /^[01]/.test(digits))
    return ok(field, 'A number of the sandbox: no Aadhaar number starts with 0 or 1.');
  if (/^[01]/.test(digits)) return warning(field, 'No Aadhaar number starts with 0 or 1.');
  if (!hasVerhoeffCheckDigit(digits)) {
    return warning(
      field,
      'The last digit does not fit the others (Verhoeff check digit): a digit may be mistyped.',
    );
  }
  return ok(field, 'Looks like an Aadhaar number.');
}

/** Fourth letter of a PAN. */
const holders: Readonly<Record<string, string>> = {
  A: 'Looks like the PAN of an association of persons.',
  B: 'Looks like the PAN of a body of individuals.',
  C: 'Looks like the PAN of a company.',
  F: 'Looks like the PAN of a firm.',
  G: 'Looks like the PAN of a government agency.',
  H: 'Looks like the PAN of a Hindu undivided family.',
  J: 'Looks like the PAN of an artificial juridical person.',
  L: 'Looks like the PAN of a local authority.',
  P: 'Looks like the PAN of a person.',
  T: 'Looks like the PAN of a trust.',
};

function checkPan(field: string, value: string, personOnly: boolean, bills: boolean): FieldHint {
  const pan = normalIdentifier('pan', value);
  if (!wholePan.test(pan)) {
    return warning(field, 'A PAN has five letters, four digits and a letter.');
  }
  const letter = pan.charAt(3);
  const holder = holders[letter];
  if (!bills && letter === 'X') return ok(field, 'A PAN of the sandbox: no kind of holder has the letter X.');
  if (holder === undefined)
    return warning(field, 'The fourth letter of a PAN names the kind of holder; {0} is not one.', letter);
  if (personOnly && letter !== 'P') {
    return warning(
      field,
      "By its fourth letter, {0}, this PAN is not a person's; only a person has an Aadhaar number.",
      letter,
    );
  }
  return ok(field, holder);
}

function checkMobile(field: string, value: string, bills: boolean): FieldHint {
  if (!bills && /^0{10}$/.test(value.replace(/[\s-]/g, '')))
    return ok(field, 'A number of the sandbox: no mobile number has zeros only.');
  if (!bareMobile.test(normalIdentifier('mobile', value))) {
    return warning(field, 'An Indian mobile number has ten digits and starts with 6, 7, 8 or 9.');
  }
  return ok(field, 'Looks like a mobile number.');
}

/** What mail systems accept in practice; quoted local parts and addresses of one label are not told from slips. */
function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Which entries repeat an earlier one, and which that is; places from 0. */
function repeatedOf(entries: readonly string[]): readonly (readonly [at: number, earlier: number])[] {
  const firstAt = new Map<string, number>();
  return entries.flatMap((entry, at) => {
    const earlier = firstAt.get(entry.toLowerCase());
    if (earlier === undefined) firstAt.set(entry.toLowerCase(), at);
    return earlier === undefined ? [] : [[at, earlier] as const];
  });
}

function checkEmails(field: string, value: string, bills: boolean): FieldHint {
  const entries = entriesOf(value);
  const wrong = entries.flatMap((entry, at) => (isEmail(entry) ? [] : [at + 1]));
  const repeats = repeatedOf(entries);
  const [repeat] = repeats;
  const [first] = wrong;
  if (first !== undefined && repeat !== undefined) {
    return warning(
      field,
      'Entries that do not look like e-mail addresses: {0}, the first is entry {1}. Entries that repeat others: {2}, the first is entry {3}.',
      ...[wrong.length, first, repeats.length, repeat[0] + 1],
    );
  }
  if (first !== undefined) {
    return wrong.length === 1
      ? warning(field, 'Entry {0} does not look like an e-mail address.', first)
      : warning(
          field,
          '{0} entries do not look like e-mail addresses, the first is entry {1}.',
          wrong.length,
          first,
        );
  }
  if (repeat !== undefined) {
    const example = [repeat[0] + 1, repeat[1] + 1];
    return repeats.length === 1
      ? warning(field, 'Entry {0} repeats entry {1}.', ...example)
      : warning(field, '{0} entries repeat others; entry {1} repeats entry {2}.', repeats.length, ...example);
  }
  const simulated = bills ? entries.findIndex((entry) => /@magic\.invalid$/i.test(entry)) : -1;
  if (simulated >= 0)
    return warning(field, 'Entry {0} is an address of the sandbox, which nobody can have.', simulated + 1);
  return entries.length === 1
    ? ok(field, '1 e-mail address.')
    : ok(field, '{0} e-mail addresses.', entries.length);
}
