/** The words of the product (docs/design.md, "Words"), as types. Everything else is built from these. */

/** One of the documented endpoints. */
export type { OperationId } from './operationIds.ts';

/** What a call came to. */
export const outcomes = [
  'verified',
  'negative',
  'pending',
  'held',
  'rejected',
  'refused',
  'throttled',
  'refunded',
  'failed',
  'not-sent',
  'unknown',
] as const;

export type Outcome = (typeof outcomes)[number];

/** What a call did to the wallet. */
export const billings = ['billed', 'free', 'refunded', 'unknown'] as const;

export type Billing = (typeof billings)[number];

/** How the billing is known: the service said so, we concluded it, or nobody knows. */
export type Evidence = 'stated' | 'inferred' | 'not-known';

/**
 * A sentence a person reads. `text` is English with `{0}`, `{1}` … placeholders and is the key of its translation;
 * pure code makes phrases, the ui translates them.
 */
export interface Phrase {
  readonly text: string;
  /** A phrase among them is translated, too. */
  readonly args?: readonly (string | number | Phrase)[];
}

/** The English sentence of a phrase, for logs, tests and the command line. */
export function plain(phrase: Phrase): string {
  return phrase.text.replace(/\{(\d+)\}/g, (hole, index: string) => {
    const arg = phrase.args?.[Number(index)];
    return typeof arg === 'object' ? plain(arg) : String(arg ?? hole);
  });
}

/**
 * A point in which a response departs from the documents. A `finding` is news, a `fault` contradicts them. Names and values
 * of the service's in it are short, with what looks personal covered, see `short`.
 */
export interface Deviation {
  readonly kind: 'fault' | 'finding';
  /** The fields it is about, from the root of the body (`data.order_id`), a hundred at most; none = the answer as a whole. */
  readonly paths: readonly string[];
  /** What the documents show there: a value, a type, or `missing`; null where they show nothing or too much for a word. */
  readonly expected: string | null;
  /** What came in its place, likewise. */
  readonly found: string | null;
  /** The same as a sentence. */
  readonly what: Phrase;
}
