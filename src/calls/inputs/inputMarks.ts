import { candidates, plainDigits } from '../../contract/aadhaar/numbers.ts';
import { textsIn } from '../../contract/bodyTexts.ts';
import type { FieldCheck } from '../../contract/fieldKinds.ts';
import { isPlate } from '../../contract/identifierPatterns.ts';
import { grouping, identifierIn, normalByShape, normalIdentifier } from '../../contract/identifiers.ts';
import { comparedValue, plainText } from '../../contract/namedValues.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { FieldWord } from '../ports/inputReader.ts';

/** Shorter texts stand in everything. */
const shortest = 4;
/** A longer text is none that anybody quotes whole; what it holds is looked for by its print. */
const longest = 320;
/** Levels of a text within a text: JSON typed for a field, which holds JSON. */
const deepest = 10;

/** Between what stands in one place and in the next: no value goes across, nor does an Aadhaar number. */
const apart = '"';

/** See InputReader. */
export function folded(text: string): string {
  return textsOf(text).map(plainText).join(apart);
}

/** Every text, key and number of a text that is JSON, JSON within a text included. */
function textsOf(text: string, depth = 0): readonly string[] {
  if (depth > deepest || !/^\s*[[{]/.test(text)) return [plainDigits(text)];
  const { found, rest } = textsIn(text);
  // What only begins as JSON does is read as it stands, too: a number in a note may be parted where that ends.
  return [...found.flatMap((one) => textsOf(one.text, depth + 1)), ...(rest === '' ? [] : [text])];
}

/** What follows the punctuation of JSON and of lists. */
function wordsOf(text: string): readonly string[] {
  return text.split(/[\s"'`,;:{}[\]()<>=&]+/);
}

/** By its shape: a text that is in its one form already comes back to it when it is parted. */
function isIdentifier(text: string): boolean {
  const bare = text.trim();
  if (bare.includes('@')) return true;
  return normalByShape(bare) !== bare || normalByShape(`${bare.slice(0, 2)} ${bare.slice(2)}`) === bare;
}

/** Several addresses in one text, or the text. */
function entriesIn(text: string): readonly string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.every((word) => word.includes('@')) ? words : [text];
}

/** Somebody's, or something's, own: what is covered whole may be many people's. */
function isOwn({ check, mask }: RequestField): boolean {
  return check !== null || (mask !== null && mask !== 'all');
}

/** What is covered whole may be a name or an address, or a word that everybody has, as a gender is. */
function isTelling(field: RequestField, text: string): boolean {
  return isOwn(field) || (field.mask === 'all' && /[\s\d]/.test(text.trim()) && text.length > 6);
}

interface Told {
  readonly value: string;
  /** An identifier: a name is many people's. */
  readonly isNamed: boolean;
  /** The kind of the field that alone makes an identifier of it, or which field that is; null where it looks like one. */
  readonly place: string | null;
}

function named(text: string): Told {
  return { value: comparedValue(normalByShape(text)), isNamed: true, place: null };
}

function inField(place: string, value: string): Told {
  const looksLikeOne = isIdentifier(value) || isPlate(value.replace(grouping, ''));
  return { value, isNamed: true, place: looksLikeOne ? null : place };
}

/** What stands in a field for an identifier. Twelve digits may also be a mobile number's, so here they are not judged by their shape. */
function ofKind(kind: FieldCheck, text: string): Told {
  const number = kind === 'aadhaar' ? candidates(text)[0] : undefined;
  return inField(kind, number ?? named(normalIdentifier(kind, text)).value);
}

/** What a text tells by the fields it stands in, or by its shape. @param fields with what identifier each holds */
function toldBy(
  fields: readonly { readonly field: RequestField; readonly kind: FieldCheck | null }[],
  text: string,
): readonly Told[] {
  const kinds = fields.map(({ kind }) => kind).filter((kind) => kind !== null);
  if (kinds.length > 0) return kinds.flatMap((kind) => entriesIn(text).map((entry) => ofKind(kind, entry)));
  if (isIdentifier(text)) return entriesIn(text).map(named);
  const telling = fields.filter(({ field }) => isTelling(field, text));
  const value = comparedValue(text);
  return telling.map(({ field }) =>
    isOwn(field) ? inField(JSON.stringify(field.path), value) : { value, isNamed: false, place: null },
  );
}

/** A number of one digit is nobody's: it is what developers send where a field wants one. */
function isSomebodys(value: string): boolean {
  return new Set(value.match(/[\p{L}\p{N}]/gu)).size > 1;
}

function toldIn(operations: readonly Operation[], body: string): readonly Told[] {
  const { found, rest } = textsIn(body);
  // The first of each place, by one reading: a list has thousands at one place.
  const values = found.filter(({ isKey }) => !isKey).toReversed();
  const byPath = new Map(values.map(({ path, text }) => [JSON.stringify(path), text] as const));
  const textAt = (path: readonly string[]): string => byPath.get(JSON.stringify(path)) ?? '';
  const fieldsAt = (path: readonly string[]) =>
    operations.flatMap((operation) =>
      operation.requestFields
        .filter((field) => field.path.every((key, at) => path[at] === key))
        .map((field) => ({ field, kind: identifierIn(operation, field, textAt) })),
    );
  const short = found.filter(({ text, isKey }) => !isKey && text.length <= longest);
  // What is typed by itself may be grouped by blanks.
  const others = [...(found.length === 0 && !rest.includes('@') ? [rest] : []), ...wordsOf(rest)];
  const told = [
    ...short.flatMap(({ path, text }) => toldBy(fieldsAt(path), plainText(plainDigits(text)))),
    ...others
      .filter((text) => text.length <= longest)
      .map((text) => plainText(plainDigits(text)))
      .filter(isIdentifier)
      .map(named),
  ].filter(({ value }) => value.length >= shortest);
  // A request that names nothing else is known by it all the same.
  const isAny = told.some(({ value, isNamed }) => isNamed && isSomebodys(value));
  return isAny ? told.filter(({ value }) => isSomebodys(value)) : told;
}

/**
 * What tells this request's input wherever it is quoted: identifiers by their shape, and what stands in the fields for
 * identifiers; see comparedValue. @param operations the documented operation, and as the user has corrected it
 */
export function marksOf(operations: readonly Operation[], sent: string): readonly string[] {
  return [...new Set(toldIn(operations, sent).map(({ value }) => value))];
}

/** See InputReader.names. */
export function namedIn(operations: readonly Operation[], sent: string): readonly string[] {
  const told = toldIn(operations, sent).filter(({ isNamed }) => isNamed);
  return [...new Set(told.map(({ value }) => value))];
}

/** Dates have eight digits, a number of more is somebody's in a note as well. */
const manyDigits = /(?:\d\D*){9}/;

/** See InputReader.words. */
export function wordsIn(operations: readonly Operation[], sent: string): readonly FieldWord[] {
  return toldIn(operations, sent).flatMap(({ value, place }) =>
    place === null
      ? []
      : [{ value, key: `${place}:${value}`, isNumber: manyDigits.test(value) && isSomebodys(value) }],
  );
}
