import { createScanner } from 'jsonc-parser';
import { textsIn } from './bodyTexts.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { unescaped } from './namedValues.ts';
import { operationById } from './operations.ts';
import type { Operation, RequestField } from './shapes.ts';
import type { OperationId } from './words.ts';

/**
 * The list field whose entries of several rows travel in one call, or null: the one for addresses, by its check, else by the name that
 * we assume. Where no field is known to be for them it is the only list; beside another, one that starts with nothing, for what
 * starts with words may say how to check. Where that leaves two nobody can tell, and each row travels alone.
 */
export function bulkField({ bulk, requestFields, assumedFields }: Operation): string | null {
  if (!bulk) return null;
  const lists = requestFields.filter(({ type }) => type === 'string-list');
  const isChecked = ({ check }: RequestField): boolean => check === 'emails';
  const isNamed = ({ name }: RequestField): boolean => assumedFields.some((one) => one.name === name);
  const known = lists.find(isChecked) ?? lists.find(isNamed);
  if (known !== undefined) return known.name;
  if (requestFields.some((field) => isChecked(field) || isNamed(field))) return null;
  const [only, other] = lists.length === 1 ? lists : lists.filter((field) => field.default === null);
  return only === undefined || other !== undefined ? null : only.name;
}

/** What tells one entry of a bulk call from another: how it is written does not. */
export function entryKey(entry: string): string {
  return entry.trim().toLowerCase();
}

/** E-mail addresses within a text, however they are parted. */
function addressesIn(text: string): readonly string[] {
  return text.includes('@') ? text.split(/[\s,;<>"'()]+/).filter((word) => word.includes('@')) : [];
}

/** An address that is a key has a name and a host: `@type` is none. */
function addressesInKey(key: string): readonly string[] {
  return addressesIn(key).filter((word) => /^[^@]+@[^@]+$/.test(word));
}

function entriesIn(text: string, listed: boolean): readonly string[] {
  const addresses = addressesIn(text);
  return addresses.length === 0 && listed && text.trim() !== '' ? [text] : addresses;
}

/** The last keys that lead to a text: enough to tell one list of a body from another. */
function placeOf(path: readonly string[]): string {
  return JSON.stringify(path.slice(-32));
}

/** Places for addresses: that of the list we assume, and where one stands. What a list in any other place says may be how to check. */
function placesFor(
  { assumedFields }: Operation,
  values: readonly { readonly place: string; readonly text: string }[],
): ReadonlySet<string> {
  const lists = assumedFields.filter(({ type }) => type === 'string-list');
  return new Set([
    ...lists.map(({ path }) => placeOf(path)),
    ...values.filter(({ text }) => text.includes('@')).map(({ place }) => place),
  ]);
}

/** A text of a body. */
interface EntryText {
  readonly text: string;
  readonly place: string;
  readonly kind: 'key' | 'listed' | 'alone';
}

/** The texts of a body that is JSON; none of another. */
function textsOfJson(body: string): readonly EntryText[] {
  const scanner = createScanner(body, false);
  const grammar = new JsonGrammar();
  const found: EntryText[] = [];
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const text = scanner.getTokenValue();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, text) : 'wrong';
    // No JSON has no entries; it is compared as the bytes it is.
    if (role === 'wrong') return [];
    if (role === 'end') return found;
    if (role === 'key') found.push({ text, place: placeOf(grammar.path), kind: 'key' });
    if (role === 'scalar' && kind === token.string)
      found.push({ text, place: placeOf(grammar.path), kind: grammar.inList ? 'listed' : 'alone' });
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/** A text of a body that asks about something. */
interface AskingText {
  readonly text: string;
  /** What it asks about: the addresses in it, or all of it. */
  readonly entries: readonly string[];
  readonly isListed: boolean;
}

/** What asks about something in the body of a bulk call, in its order. Empty for other operations and for what is not JSON. */
function askingTexts(operation: OperationId, body: string): readonly AskingText[] {
  const documented = operationById(operation);
  if (!documented.bulk) return [];
  const texts = textsOfJson(body);
  const places = placesFor(
    documented,
    texts.filter(({ kind }) => kind !== 'key'),
  );
  const asking = (isEntry: (one: EntryText) => boolean): readonly AskingText[] =>
    texts
      .map((one) => ({
        text: one.text,
        entries: one.kind === 'key' ? addressesInKey(one.text) : entriesIn(one.text, isEntry(one)),
        isListed: one.kind === 'listed',
      }))
      .filter(({ entries }) => entries.length > 0);
  const known = asking(({ kind, place }) => kind === 'listed' && places.has(place));
  return known.length > 0 ? known : asking(({ kind }) => kind === 'listed');
}

/**
 * The entries a bulk call asks about, by `entryKey`, none twice: every address anywhere in the body, and every other text in the list
 * of one or of the field for them; where there is neither, every text in a list, for the request's fields are not documented and may be
 * of any shape. Of the text as it leaves: also what stands under a key given twice, at any depth, and what is a key itself.
 * Empty for other operations and for what is not JSON.
 */
export function bulkEntries(operation: OperationId, body: string): readonly string[] {
  return [...new Set(askingTexts(operation, body).flatMap(({ entries }) => entries.map(entryKey)))];
}

/** One of the entries that left, repeated ones too. */
export interface SentEntry {
  /** What it asks about, by `entryKey`. */
  readonly key: string;
  /** What an answer may name it by besides, by `entryKey`: all that left for it. */
  readonly whole: string;
}

/**
 * The entries of a bulk call as its form counts them: each of a list, also one that repeats another, and after these what
 * else is asked about, once.
 */
export function sentEntries(operation: OperationId, body: string): readonly SentEntry[] {
  const listed = askingTexts(operation, body).flatMap(({ text, entries, isListed }) =>
    isListed
      ? entries.map((entry) => ({
          key: entryKey(entry),
          whole: entryKey(entries.length === 1 ? text : entry),
        }))
      : [],
  );
  const keys = new Set(listed.map(({ key }) => key));
  const others = bulkEntries(operation, body).filter((key) => !keys.has(key));
  return [...listed, ...others.map((key) => ({ key, whole: key }))];
}

/**
 * What a bulk call asks about as far as anybody can tell: every address in it, JSON or not, and whatever else stands in the
 * list of one or in the field for them; what stands in any other list may say how to check. Empty for other operations.
 */
export function askedIn(operation: OperationId, body: string): readonly string[] {
  const known = operationById(operation);
  if (!known.bulk) return [];
  const { found, rest } = textsIn(body);
  const texts = found.map(({ path, text, isKey }) => ({ place: placeOf(path), text, isKey }));
  const values = texts.filter(({ isKey }) => !isKey);
  const places = placesFor(known, values);
  return [
    ...texts.filter(({ isKey }) => isKey).flatMap(({ text }) => addressesInKey(text)),
    ...values.flatMap(({ place, text }) => entriesIn(text, places.has(place))),
    ...addressesIn(unescaped(rest).replace(/[=&:{}[\]]+/g, ' ')),
  ];
}
