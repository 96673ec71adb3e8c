/**
 * When a text that may be somebody's may be kept: the values of an enumeration, and keys that nobody vouches for (keys.ts).
 * Until then the ledger holds a keyed print of it and how many different inputs had it. Pure rules over what is stored of
 * one place (a path of a shape); the ledger executes them and decides nothing.
 *
 * Of values: at least five different inputs had a text there, this one was had by at least two, there are at most sixteen,
 * and, before the first is kept, hardly any belongs to one input alone (at most a tenth of the inputs: Good and Turing's
 * measure of what has not been seen yet). One text that cannot be a value (values.ts), or a seventeenth, ends it for good.
 *
 * Of keys: at least five different inputs had it, a tenth of those that had its object; and either nearly all had it or the object
 * is no map: at most twelve such keys come and go, hardly any of one input alone. A person's name as a key is one of many.
 */

/** What is stored of one text. */
export interface StoredText {
  /** Keyed, of the text and its place together: the same text elsewhere has another. '' = nobody can tell any more which it was. */
  readonly print: string;
  /** In clear once allowed; null = not yet. */
  readonly text: string | null;
  /** Different inputs by their first answer. */
  readonly inputs: number;
  /** Ms since the epoch. */
  readonly since: number;
  readonly last: number;
}

/** What is stored of one place; JSON all through. */
export interface StoredPlace {
  /** Different inputs that had a text there (values), or the object (keys). */
  readonly inputs: number;
  /** Values: it is no enumeration. Keys: it is a map, its keys are data. Either for good. */
  readonly ended: boolean;
  readonly texts: readonly StoredText[];
  /** There are texts that nobody can tell any more, see untold: what looks new may have been there before. */
  readonly lost?: true;
}

/** What one body showed at one place. */
export interface PlaceSeen {
  readonly of: 'values' | 'keys';
  readonly texts: readonly { readonly print: string; readonly text: string }[];
  /** Of values: a text was there that is none of an enumeration. */
  readonly closed: boolean;
}

/** Who saw it: `fresh` = the first answer of its input; a repeat counts nothing. `at` in ms since the epoch. */
export interface Witness {
  readonly fresh: boolean;
  readonly at: number;
}

const leastInputs = 5;
const leastWithValue = 2;
export const mostValues = 16;
/** Keys of one object that come and go, before it is taken for a map whose keys are data. */
export const mostSparse = 12;
/** Different keys that nobody vouches for, before no more are told apart. */
const mostKeys = 64;

/** The place after this body; `undefined` = nothing was stored of it. */
export function learnPlace(stored: StoredPlace | undefined, seen: PlaceSeen, witness: Witness): StoredPlace {
  const before: StoredPlace = stored ?? { inputs: 0, ended: false, texts: [] };
  const lost = before.lost === true ? { lost: before.lost } : {};
  const inputs = before.inputs + (witness.fresh ? 1 : 0);
  if (seen.of === 'values' && (before.ended || seen.closed)) return { inputs, ended: true, texts: [] };
  const texts = counted(before, seen, witness);
  if (seen.of === 'values' && texts.length > mostValues) return { inputs, ended: true, texts: [] };
  const place = { inputs, ended: before.ended || texts.length > mostKeys, texts, ...lost };
  const clear = new Map(seen.texts.map(({ print, text }) => [print, text]));
  const allowed = seen.of === 'values' ? valueRule(place) : keyRule(place);
  const kept = texts.map((one) => {
    const text = one.text ?? clear.get(one.print) ?? null;
    return text === null || one.text !== null || !allowed(one) ? one : { ...one, text };
  });
  // Of a map only those stay that were named before it was known as one.
  return { ...place, texts: place.ended ? kept.filter(({ text }) => text !== null) : kept };
}

/**
 * The place once an input that was counted there is forgotten, or the key of its prints is gone: whether a text that is not in
 * clear yet was had by an input that comes again, nobody can tell. So none of them is met again, but each is counted on:
 * without them a list of names would look like the values of an enumeration. The same place where there are none.
 */
export function untold(place: StoredPlace): StoredPlace {
  if (!place.texts.some(({ text, print }) => text === null && print !== '')) return place;
  const texts = place.texts.map((one) => (one.text === null ? { ...one, print: '' } : one));
  return { ...place, texts, lost: true };
}

function counted(before: StoredPlace, { texts }: PlaceSeen, { fresh, at }: Witness): readonly StoredText[] {
  const prints = new Set(texts.map(({ print }) => print));
  const known = before.texts.map((one) =>
    prints.delete(one.print) ? { ...one, inputs: one.inputs + (fresh ? 1 : 0), last: at } : one,
  );
  if (before.ended) return known;
  // A map may have thousands: one more than the most says it all.
  const added = [...prints].slice(0, Math.max(0, mostKeys + 1 - known.length));
  const one = { text: null, inputs: fresh ? 1 : 0, since: at, last: at };
  return [...known, ...added.map((print) => ({ print, ...one }))];
}

type Rule = (text: StoredText) => boolean;

const never: Rule = () => false;

/** Whether hardly any text belongs to one input alone. */
function fewAlone(texts: readonly StoredText[], inputs: number): boolean {
  return texts.filter((text) => text.inputs <= 1).length * 10 <= inputs;
}

function valueRule({ inputs, texts }: StoredPlace): Rule {
  const begun = texts.some(({ text }) => text !== null);
  if (inputs < leastInputs || !(begun || fewAlone(texts, inputs))) return never;
  return (text) => text.inputs >= leastWithValue;
}

function keyRule({ inputs, ended, texts }: StoredPlace): Rule {
  const dense: Rule = (text) => text.inputs * 10 >= inputs * 9;
  const sparse = texts.filter((text) => !dense(text));
  const isMap = ended || sparse.length > mostSparse || !fewAlone(sparse, inputs);
  return (text) =>
    text.inputs >= leastInputs && text.inputs * 10 >= inputs && (!isMap || (!ended && dense(text)));
}

/** The values of an enumeration as they may be shown; null where it is none, or not known well enough. */
export function keptValues({ ended, inputs, texts }: StoredPlace): {
  readonly values: readonly (StoredText & { readonly text: string })[];
  readonly others: number;
} | null {
  if (ended || inputs < leastInputs) return null;
  const values = texts.flatMap((one) => (one.text === null ? [] : [{ ...one, text: one.text }]));
  return values.length === 0 ? null : { values, others: texts.length - values.length };
}
