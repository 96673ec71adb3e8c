import { createScanner } from 'jsonc-parser';
import { withoutMark } from './byteOrderMark.ts';
import type { FieldCheck } from './fieldKinds.ts';
import { oldPlateInOne, wholeMobile } from './identifierPatterns.ts';
import { grouping, identifierIn, normalByShape, normalIdentifier } from './identifiers.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { operationById } from './operations.ts';
import { readingsOf } from './readings.ts';
import type { Operation } from './shapes.ts';

/** Above this many characters a body is compared as it stands; its entries still are, one by one (see bulkEntries). */
const longest = 1_000_000;

/** Keys that lead to a field at most; no field stands deeper. */
const deepest = 10;

/**
 * So many values of a body are looked at with and without quotes, and of a body of so many characters at most: a form has fewer, and
 * each means to read the body once more, whenever somebody stops typing. The first are turned in every combination.
 */
const mostQuoted = 20;
const mostCombined = 4;
const longestQuoted = 20_000;

interface Found {
  readonly path: string;
  readonly value: string;
  /** A number or a truth value. */
  readonly bare: boolean;
  /** Within a list, whose texts are entries. */
  readonly listed: boolean;
  readonly start: number;
  readonly end: number;
}

const bareTokens: ReadonlySet<number> = new Set([token.number, token.true, token.false]);

/** The texts, numbers and truth values of a body with their paths, those of a list with the list's; null when it is no JSON. */
function valuesIn(body: string): readonly Found[] | null {
  const scanner = createScanner(body, false);
  const grammar = new JsonGrammar();
  const found: Found[] = [];
  for (;;) {
    const kind = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) continue;
    const value = scanner.getTokenValue();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, value) : 'wrong';
    if (role === 'wrong') return null;
    if (role === 'end') return found;
    const bare = bareTokens.has(kind);
    if (role === 'scalar' && (bare || kind === token.string) && grammar.path.length <= deepest) {
      const path = JSON.stringify(grammar.path);
      const listed = grammar.inList || grammar.depth === 0;
      found.push({ path, value, bare, listed, start: scanner.getTokenOffset(), end: scanner.getPosition() });
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}

/** Of a plate of the old form with few digits its groups of digits count, not what parts them; it leaves as it is typed. */
function comparedIdentifier(kind: FieldCheck, value: string): string {
  const normal = normalIdentifier(kind, value);
  if (kind !== 'registration' || normal !== value) return normal;
  const groups = value.trim().toUpperCase().split(grouping);
  if (!oldPlateInOne.test(groups.join(''))) return value;
  return groups.join('-').replace(/(?<=[A-Z])-|-(?=[A-Z])/g, '');
}

/**
 * The text by which a request is compared with others: each identifier is written in its one form, whatever the body really
 * sends. So `mh 12 ab 0000` in a request file and `MH12AB0000` in a form are one input. A body that is in that form already
 * comes back as it is, and its fingerprint with it. The user's own request fields play no part: corrected, they must not
 * hide what was paid for before. Where none is assumed, an identifier is known by its shape. With a key that is there twice it is
 * none of the requests that it may be read as: it is compared as the list of them.
 */
export function comparedBody(operation: Pick<Operation, 'id'>, written: string): string {
  const body = withoutMark(written);
  const readings = readingsOf(body).map((one) => comparedOne(operation, one));
  return readings.length === 0 ? comparedOne(operation, body) : `[${readings.toSorted().join(',')}]`;
}

function comparedOne({ id }: Pick<Operation, 'id'>, body: string): string {
  if (body.length > longest) return body;
  const found = valuesIn(body)?.filter(({ bare }) => !bare);
  if (found === undefined) return body;
  const operation = operationById(id);
  const pathOf = (path: readonly string[]): string => JSON.stringify(path);
  const assumed = new Map(operation.requestFields.map((field) => [pathOf(field.path), field] as const));
  const texts = new Map(found.map(({ path, value }) => [path, value] as const));
  const normalOf = ({ path, value }: Found): string => {
    const field = assumed.get(path);
    if (field === undefined) return normalByShape(value);
    const kind = identifierIn(operation, field, (at) => texts.get(pathOf(at)) ?? '');
    return kind === null ? value : comparedIdentifier(kind, value);
  };
  const parts: string[] = [];
  let from = 0;
  for (const one of found) {
    const normal = normalOf(one);
    if (normal === one.value) continue;
    parts.push(body.slice(from, one.start), JSON.stringify(normal));
    from = one.end;
  }
  return parts.join('') + body.slice(from);
}

/**
 * The same request with numbers or truth values as texts, or such texts without their quotes, each as it is compared: a field's
 * type, which choices, an import or a correction may change, decides about the quotes, and must not hide what was paid for. They
 * are looked for beside the request itself, and none is kept of it. Entries of lists stay as they are. A text in groups is a
 * number in its one form; one without may have been another, as 919800000000 was. So is the request letter for letter: before it was
 * compared as it is now, its print was made of that.
 */
export function otherwiseQuoted(operation: Pick<Operation, 'id'>, written: string): readonly string[] {
  const body = withoutMark(written);
  if (body.length > longestQuoted || readingsOf(body).length > 0) return [];
  const own = comparedBody(operation, body);
  const these = [...combined(turnsIn(own, body)), ...mobilesIn(own).map((one) => [one])];
  const turned = these.map((some) => withTurned(own, some));
  const others = new Set(turned.map((text) => comparedBody(operation, text)));
  return [...others.add(body)].filter((text) => text !== own);
}

interface Turn extends Pick<Found, 'bare' | 'start' | 'end'> {
  readonly turned: string;
}

const isNumber = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function turnsIn(own: string, body: string): readonly Turn[] {
  const written = valuesIn(body) ?? [];
  const turns = (valuesIn(own) ?? []).flatMap(({ value, bare, listed, start, end }, at) => {
    if (listed) return [];
    const texts = new Set([value, written[at]?.value ?? '']);
    const turned = bare ? [JSON.stringify(value)] : [...texts].filter((text) => isNumber.test(text));
    return turned.map((one) => ({ bare, start, end, turned: one }));
  });
  return turns.slice(0, mostQuoted);
}

/** Mobile numbers without quotes, as they are with the code of the country or without it. */
function mobilesIn(own: string): readonly Turn[] {
  const bare = (valuesIn(own) ?? []).filter((one) => one.bare).slice(0, mostQuoted);
  return bare.flatMap(({ value, start, end }) => {
    const number = wholeMobile.exec(value)?.[1];
    if (number === undefined) return [];
    return [{ bare: true, start, end, turned: number === value ? `91${number}` : number }];
  });
}

/** An import may correct several types at once: every choice of the first, each other one alone, and all of a kind. */
function combined(turns: readonly Turn[]): readonly (readonly Turn[])[] {
  let some: readonly (readonly Turn[])[] = [[]];
  for (const one of turns.slice(0, mostCombined)) some = some.concat(some.map((few) => [...few, one]));
  const alone = turns.slice(mostCombined).map((one) => [one]);
  return [...some, ...alone, turns.filter(({ bare }) => bare), turns.filter(({ bare }) => !bare)];
}

function withTurned(own: string, these: readonly Turn[]): string {
  const once = [...new Map(these.map((one) => [one.start, one])).values()];
  return once.reduceRight(
    (text, { start, end, turned }) => text.slice(0, start) + turned + text.slice(end),
    own,
  );
}
