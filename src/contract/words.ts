/** The words of the product (docs/design.md, "Words"), as types. Everything else is built from these. */

/** One of the four endpoints. Source: docs/service.md, "Endpoints". */
export type OperationId = 'rc-advanced' | 'credit-report' | 'aadhaar-pan-link' | 'email-bulk';

/** What a call came to. */
export type Outcome =
  | 'verified'
  | 'negative'
  | 'pending'
  | 'held'
  | 'rejected'
  | 'refused'
  | 'throttled'
  | 'refunded'
  | 'failed'
  | 'not-sent'
  | 'unknown';

/** What a call did to the wallet. */
export type Billing = 'billed' | 'free' | 'refunded' | 'unknown';

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

/** A point in which a response departs from the documents. A `finding` is news, a `fault` contradicts them. */
export interface Deviation {
  readonly kind: 'fault' | 'finding';
  readonly what: Phrase;
}
