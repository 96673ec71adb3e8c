import { createScanner } from 'jsonc-parser';
import { textsIn } from './bodyTexts.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { unescaped } from './namedValues.ts';
import { operationById } from './operations.ts';
import type { Operation } from './shapes.ts';
import type { OperationId } from './words.ts';

/** The list field whose entries of several rows travel in one call, or null. */
export function bulkField(operation: Operation): string | null {
  if (!operation.bulk) return null;
  return operation.requestFields.find((field) => field.type === 'string-list')?.name ?? null;
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

/** A text of a body that asks about something. */
interface AskingText {
  readonly text: string;
  /** What it asks about: the addresses in it, or all of it. */
  readonly entries: readonly string[];
  readonly isListed: boolean;
}

/** What asks about something in the body of a bulk call, in its order. Empty for other operations and for what is not JSON. */
function askingTexts(operation: OperationId, body: string): readonly AskingText[] {
  if (!operationById(operation).bulk) return [];
  const scanner = createScanner(body, false);
  const grammar = new JsonGrammar();
  const found: AskingText[] = [];
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const text = scanner.getTokenValue();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, text) : 'wrong';
    // No JSON has no entries; it is compared as the bytes it is.
    if (role === 'wrong') return [];
    if (role === 'end') return found;
    const isText = role === 'scalar' && kind === token.string;
    const isListed = isText && grammar.inList;
    const entries = role === 'key' ? addressesInKey(text) : isText ? entriesIn(text, isListed) : [];
    if (entries.length > 0) found.push({ text, entries, isListed });
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/**
 * The entries a bulk call asks about, by `entryKey`, none twice: every text in a list of the body, and every address
 * anywhere in it, for the request's fields are not documented and may be of any shape. Of the text as it leaves: also what
 * stands under a key given twice, at any depth, and what is a key itself. Empty for other operations and for what is not JSON.
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
  const values = found.filter(({ isKey }) => !isKey);
  const places = new Set([
    JSON.stringify([bulkField(known)]),
    ...values.filter(({ text }) => text.includes('@')).map(({ path }) => JSON.stringify(path)),
  ]);
  return [
    ...found.filter(({ isKey }) => isKey).flatMap(({ text }) => addressesInKey(text)),
    ...values.flatMap(({ path, text }) => entriesIn(text, places.has(JSON.stringify(path)))),
    ...addressesIn(unescaped(rest).replace(/[=&:{}[\]]+/g, ' ')),
  ];
}
