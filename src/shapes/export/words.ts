import type { Phrase } from '../../contract/words.ts';
import { doubleQuoted } from '../../snippets/literals.ts';
import { isRequired, kindsOf, presence } from '../confidence.ts';
import { kindWords } from '../kindWords.ts';
import type { Format, LearnedPath, Range } from '../model.ts';
import type { JsonType } from './documented.ts';
import type { ShapeNode } from './tree.ts';

/** How a line about a path is told. */
export interface Telling {
  /** Translates a sentence; `plain` for code, whose comments are English. */
  readonly say: (phrase: Phrase) => string;
  /** False leaves out how often and since when. */
  readonly counts: boolean;
  /** In short, as the head of the document explains it: the day since which all is known that is told without one. */
  readonly knownSince?: string;
}

const formatWords: Readonly<Record<Format, Phrase>> = {
  date: { text: 'date' },
  'date-time': { text: 'date and time' },
  'other-date': { text: 'date in another form' },
  url: { text: 'web address' },
  email: { text: 'e-mail address' },
  uuid: { text: 'identifier (UUID)' },
  digits: { text: 'digits' },
  text: { text: 'other text' },
};

const typeWords: Readonly<Record<JsonType, Phrase>> = {
  ...{ string: kindWords.string, integer: kindWords.integer, number: kindWords.number },
  ...{ boolean: kindWords.boolean, null: kindWords.null, object: kindWords.object, array: kindWords.array },
};

/** 2026-11-22, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What stood there, each kind with its inputs where there are several. */
function kindsText(learned: LearnedPath, { say, counts }: Telling): string {
  const kinds = kindsOf(learned);
  const words = kinds.map((kind) => {
    const word = say(kindWords[kind]);
    return counts && kinds.length > 1 ? `${word} (${learned.kinds[kind]?.inputs ?? 0})` : word;
  });
  return words.join(', ');
}

/** In how many of the inputs, what that is worth, and since when; without counts, whether it is always there. */
function presenceTexts(learned: LearnedPath, { say, counts, knownSince }: Telling): readonly string[] {
  const { path, seen, of, missing } = learned;
  const own = typeof path.at(-1) === 'object';
  const always = isRequired(learned);
  if (!counts) {
    if (!own) return [];
    // How much that is worth is said once for all: in each line it would hide what differs.
    return [say({ text: always ? 'always there' : 'not always there' })];
  }
  const day = dayOf(seen.since);
  const since = day === knownSince ? [] : [say({ text: 'since {0}', args: [day] })];
  if (own && always && knownSince !== undefined) return [say({ text: 'always ({0})', args: [of] }), ...since];
  if (!own || always) return [say(presence(learned)), ...since];
  const often =
    of === 1
      ? say({ text: 'in {0} of 1 input', args: [seen.inputs] })
      : say({ text: 'in {0} of {1} inputs', args: [seen.inputs, of] });
  // Of the items of a list, say, some had it and some had not.
  const uneven = missing !== null && seen.inputs >= of;
  return uneven
    ? [often, say({ text: 'but sometimes missing, since {0}', args: [dayOf(missing.since)] }), ...since]
    : [often, ...since];
}

/** Keys that are data, or that too few inputs had to be named. */
function unnamedText({ unnamed }: LearnedPath, { say, counts }: Telling): readonly string[] {
  return unnamed === undefined || !counts
    ? []
    : [say({ text: 'keys that are not named yet: {0}', args: [unnamed] })];
}

function formatsText({ formats }: LearnedPath, { say, counts }: Telling): readonly string[] {
  const found = (Object.keys(formatWords) as Format[]).filter((format) => Object.hasOwn(formats, format));
  if (found.length === 0 || found.join() === 'text') return [];
  const words = found.map((format) => {
    const word = say(formatWords[format]);
    return counts && found.length > 1 ? `${word} (${formats[format]?.inputs ?? 0})` : word;
  });
  return [say({ text: 'looks like: {0}', args: [words.join(', ')] })];
}

function rangeText(range: Range | null, one: Phrase, several: Phrase, { say }: Telling): readonly string[] {
  if (range === null) return [];
  const { least, most } = range;
  return [say(least === most ? { ...one, args: [least] } : { ...several, args: [least, most] })];
}

function ranges({ length, items }: LearnedPath, telling: Telling): readonly string[] {
  return [
    ...rangeText(length, { text: 'length {0}' }, { text: 'length {0} to {1}' }, telling),
    ...rangeText(items, { text: 'entries: {0}' }, { text: 'entries: {0} to {1}' }, telling),
  ];
}

function valuesText({ values, otherValues }: LearnedPath, { say, counts }: Telling): readonly string[] {
  if (values === null) return [];
  const sorted = [...values].sort((a, b) => (a.value < b.value ? -1 : 1));
  const each = sorted.map(({ value, seen }) => doubleQuoted(value) + (counts ? ` (${seen.inputs})` : ''));
  const others =
    otherValues > 0
      ? [say({ text: 'others, each seen for one input only and not kept: {0}', args: [otherValues] })]
      : [];
  return [say({ text: 'values: {0}', args: [each.join(', ')] }), ...others];
}

/** What the documents say there, for whoever compares it with what came. */
function documentsText({ documented, learned, path, told }: ShapeNode, { say }: Telling): readonly string[] {
  if (documented === null) return [];
  if (documented.presence === 'never') {
    return [say({ text: 'the documents say that this answer has none' })];
  }
  const { types, values, othersMay } = documented;
  const type =
    types.length === 0
      ? say({ text: 'may be null; other types not shown' })
      : types.map((one) => say(typeWords[one])).join(', ');
  const shown = values?.map((value) => (typeof value === 'string' ? doubleQuoted(value) : String(value)));
  const kind = shown === undefined ? type : shown.join(', ');
  const alike = shown === undefined && learned !== null && types.length > 0 && types.join() === told.join();
  const said = alike
    ? say({ text: 'documented' })
    : othersMay
      ? say({ text: 'documented: {0}, others not shown', args: [kind] })
      : say({ text: 'documented: {0}', args: [kind] });
  const lacks = learned !== null && documented.presence === 'always' && learned.missing !== null;
  const gone = lacks ? [say({ text: 'the documents say that it is always there' })] : [];
  const unseen = learned === null && path.length > 0 ? [say({ text: 'not seen' })] : [];
  return [said, ...gone, ...unseen];
}

function fieldText({ field, learned }: ShapeNode, { say }: Telling): readonly string[] {
  if (field === null) return [];
  const origin =
    field.assumed === 'stated-by-user'
      ? say({ text: 'request field you stated' })
      : say({ text: 'request field, assumed' });
  return learned === null ? [origin, say({ text: 'not seen' })] : [origin];
}

/** All there is to say of a path, in parts. */
export function lineParts(node: ShapeNode, side: 'request' | 'answer', telling: Telling): readonly string[] {
  // Where numbers were reduced, nobody knows what stood there.
  const kinds = node.learned === null ? '' : kindsText(node.learned, telling);
  return [...(kinds === '' ? [] : [kinds]), ...evidenceParts(node, side, telling)];
}

function evidenceParts(node: ShapeNode, side: 'request' | 'answer', telling: Telling): readonly string[] {
  const { learned } = node;
  const undocumented =
    side === 'answer' && node.documented === null ? [telling.say({ text: 'not documented' })] : [];
  const documents = [...documentsText(node, telling), ...fieldText(node, telling)];
  if (learned === null) return [...documents, ...undocumented];
  return [
    ...presenceTexts(learned, telling),
    ...unnamedText(learned, telling),
    ...formatsText(learned, telling),
    ...(telling.counts ? ranges(learned, telling) : []),
    ...valuesText(learned, telling),
    ...documents,
    ...undocumented,
  ];
}
