import type { OperationId } from '../contract/words.ts';

/**
 * What is learned of requests and answers from the calls a user makes anyway: kinds, presence, formats, ranges of length.
 * Never a value, but for the values of an enumeration (LearnedPath.values). Counted are different inputs, not calls.
 */

/** What a JSON value may be. An empty text and an empty list are kinds of their own: they say "nothing here" in their way. */
export const kinds = [
  'string',
  'empty-string',
  'integer',
  'number',
  'boolean',
  'null',
  'object',
  'array',
  'empty-array',
] as const;

export type Kind = (typeof kinds)[number];

/** How a text looks; by pattern alone. `text` = like none of the others. */
export const formats = ['date', 'date-time', 'other-date', 'url', 'email', 'uuid', 'digits', 'text'] as const;

export type Format = (typeof formats)[number];

/** How `Retry-After` was written, where one came. */
export type RetryAfterForm = 'seconds' | 'date' | 'other';

/** A step into a body: a key, any item of a list, or any key of an object whose keys are data (or look personal). */
export type Segment = { readonly key: string } | 'items' | 'any-key';

/** From the root of the body; `[]` = the body itself. `pathText` (path.ts) writes it as one text. */
export type Path = readonly Segment[];

/** Of texts: characters (UTF-16 code units). Of lists: items. Both ends were seen. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What one body showed at one path; of a list all its items count as one. */
export interface PathSeen {
  readonly path: Path;
  readonly kinds: readonly Kind[];
  readonly formats: readonly Format[];
  readonly length: Range | null;
  readonly items: Range | null;
  /** Texts that may be a value of an enumeration: short, impersonal by name and pattern; none where any is not. In memory only. */
  readonly values: readonly string[];
  /** A text that might have been a value was left out, for it may be somebody's of this one call: nothing is said of values. */
  readonly untold?: true;
}

/** Why and where a body was not looked through to its end. */
export interface Stopped {
  readonly why: 'depth' | 'paths' | 'items' | 'size' | 'unreadable';
  readonly path: Path;
}

/** What one body showed: each path once, parents before children. */
export interface Observation {
  readonly paths: readonly PathSeen[];
  /**
   * Objects that had different keys within this one body (items of a list, mostly): for each key of theirs that some had
   * and others had not.
   */
  readonly uneven: readonly Path[];
  readonly stopped: readonly Stopped[];
}

/** What one call taught: handed to the ledger with the answer, learned in the transaction that settles. */
export interface Observed {
  /** `message_code` as it was read; `shortForm` for the short 429, `noCode` for whatever has none. */
  readonly code: string;
  readonly request: Observation | null;
  readonly answer: Observation | null;
  readonly retryAfter: RetryAfterForm | null;
}

/** Codes that no service sends, for answers without one. */
export const shortForm = '(429 without a code)';
export const noCode = '(no code)';

/** In how many different inputs it was seen, first and last when (ms since the epoch). */
export interface Counted {
  readonly inputs: number;
  readonly since: number;
  readonly last: number;
}

/** What all calls together taught of one path. */
export interface LearnedPath {
  readonly path: Path;
  /** Inputs whose body had it. */
  readonly seen: Counted;
  /** Inputs whose body had an object (or list with items) that it would stand in; at least `seen.inputs`. */
  readonly of: number;
  /** Inputs in whose body such an object lacked it; null = never. */
  readonly missing: Counted | null;
  readonly kinds: Readonly<Partial<Record<Kind, Counted>>>;
  readonly formats: Readonly<Partial<Record<Format, Counted>>>;
  readonly length: Range | null;
  readonly items: Range | null;
  /**
   * Of an enumeration: its values with the inputs each was seen for, at least two. Null where it is none: fewer than five inputs, a name
   * or a value that may be personal, too many values.
   */
  readonly values: readonly { readonly value: string; readonly seen: Counted }[] | null;
  /** Of an enumeration: values that one input alone has had, which are not kept. */
  readonly otherValues: number;
  /** Of an enumeration: inputs that had a text there which may be somebody's, so that nothing is said of their values. Absent = none. */
  readonly untold?: number;
  /**
   * Of `any-key`: how many different keys stand behind it that look like names of fields and are not named yet (see
   * keys.ts). Absent = its keys are data.
   */
  readonly unnamed?: number;
}

/** What is learned of one side of an operation at one place, under one code. */
export interface LearnedShape {
  readonly operation: OperationId;
  /** Origin of the service, or `embeddedPlace` (see Account.place). */
  readonly place: string;
  /** `request` = what led to an answer of this code. */
  readonly side: 'request' | 'answer';
  readonly code: string;
  readonly seen: Counted;
  /** Parents before children, else in the order they were first seen, by their names where one answer showed both first. */
  readonly paths: readonly LearnedPath[];
  /** Inputs whose body was not looked through to its end, and why. */
  readonly stopped: readonly { readonly why: Stopped['why']; readonly inputs: number }[];
  readonly retryAfter: Readonly<Partial<Record<RetryAfterForm, number>>>;
}

/** How grave a departure from what was learned is. Never said on too little evidence. */
export const driftGrades = ['breaking', 'notable', 'new'] as const;

export type DriftGrade = (typeof driftGrades)[number];

/** One departure of one answer from what answers of its code had shown before. Holds no value of the answer. */
export interface Drift {
  readonly grade: DriftGrade;
  readonly path: Path;
  readonly what:
    | { readonly kind: 'missing' }
    | { readonly kind: 'new-kind'; readonly found: Kind; readonly known: readonly Kind[] }
    | { readonly kind: 'new-value' }
    | { readonly kind: 'new-field'; readonly found: readonly Kind[] };
  /** Different inputs it rests on. */
  readonly inputs: number;
}
