import type { ReviewRequests, ReviewState } from './batchReview.ts';

/** What crosses between the host and the page of a batch that was started; the same rules as in messages.ts. */
export interface RunRequests {
  /** First message of the page, and again after each time it was hidden. */
  'page/ready': { params: null; result: RunState };
  /** Which rows are listed: all, or those that came to the same; null = those that were answered last. */
  'run/show': { params: RunListing | null; result: null };
  'run/openOrder': { params: { readonly row: number }; result: null };
  /** The host asks whether to pause, resume or cancel it. */
  'run/control': { params: null; result: null };
  /** Goes on with one that nobody runs; the host asks first. */
  'run/resume': { params: null; result: null };
  /** Those that failed become a new batch; the host asks which. */
  'run/again': { params: null; result: null };
  'run/openResults': { params: null; result: null };
  /** Once more, in a form that the host asks for. */
  'run/writeResults': { params: null; result: null };
}

export interface RunListing {
  /** See RunCountView; null = all rows of the batch. */
  readonly group: string | null;
  /** In rows of what is listed. */
  readonly offset: number;
}

/** What the page may ask for that shows both: a batch that is looked over, and one that was started. */
export interface BatchRequests extends Omit<ReviewRequests, 'page/ready'>, Omit<RunRequests, 'page/ready'> {
  'page/ready': { params: null; result: ReviewState | RunState };
}

/** Rows that came to the same; `words` tell one such group from the others. */
export interface RunCountView {
  readonly words: string;
  readonly rows: number;
}

export interface RunRowView {
  readonly row: number;
  readonly line: number;
  readonly masked: string;
  /** What became of it. */
  readonly words: string;
  /** The service's id of its order, safe to show; '' = none. */
  readonly orderId: string;
  readonly hasOrder: boolean;
}

export interface RunState {
  /** Its id: what brings the page back after a reload. */
  readonly batch: string;
  readonly source: string;
  readonly operation: string;
  readonly environment: { readonly name: string; readonly kind: 'sandbox' | 'live' };
  /** When it was made, as its tab says. */
  readonly made: string;
  /** `here`: this window runs it. `rests`: nobody does, and something is left. */
  readonly runs: 'here' | 'paused' | 'elsewhere' | 'rests' | 'over';
  /** What it does, in a few words. */
  readonly status: string;
  /** Calls, and in words. */
  readonly ended: number;
  readonly total: number;
  readonly calls: string;
  /** What its billed calls cost so far. */
  readonly cost: string;
  /** How fast it is and how long it will take; '' = not known, or it does not run here. */
  readonly pace: string;
  readonly counts: readonly RunCountView[];
  readonly shown: {
    /** Null = those that were answered last, the newest first. */
    readonly offset: number | null;
    /** See RunListing. */
    readonly group: string | null;
    /** Whether this window knows of any that were. */
    readonly hasLast: boolean;
    readonly size: number;
    /** All rows of the batch, or of the group. */
    readonly of: number;
    readonly rows: readonly RunRowView[];
  };
  /** Its results file, '' = none. */
  readonly results: string;
  /** Whether some of its rows failed and can be run again. */
  readonly hasFailed: boolean;
  /** For a screen reader: changes now and then only. */
  readonly spoken: string;
  readonly l10n: Readonly<Record<string, string>>;
}
