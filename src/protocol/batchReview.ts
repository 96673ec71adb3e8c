import type { ReviewGroup } from '../calls/batch/reviewChoices.ts';
import type { OperationId } from '../contract/words.ts';

/** What crosses between the host and the review of a batch; the same rules as in messages.ts. */
export interface ReviewRequests {
  /** First message of the page, and again after each time it was hidden. */
  'page/ready': { params: null; result: ReviewState };
  'review/operation': { params: { readonly operation: OperationId }; result: null };
  /** Whether the first line names the columns. */
  'review/header': { params: { readonly header: boolean }; result: null };
  /** What fills a request field. */
  'review/source': { params: { readonly field: string; readonly source: SourceChoice }; result: null };
  /** Which rows are listed; `offset` in rows of the group. */
  'review/show': { params: { readonly group: ReviewGroup; readonly offset: number }; result: null };
  'review/chooseGroup': {
    params: OfPlan & { readonly group: ReviewGroup; readonly sent: boolean };
    result: null;
  };
  'review/chooseRow': { params: OfRow & { readonly sent: boolean }; result: null };
  /** What the request fields of a row hold, unmasked, by the name of the field: only those that come from a column. */
  'review/reveal': { params: OfRow; result: Readonly<Record<string, string>> };
  'review/correct': {
    params: OfRow & { readonly values: Readonly<Record<string, string>> };
    result: null;
  };
  /** The row as it stands in the file. */
  'review/undo': { params: OfRow; result: null };
  'review/results': { params: { readonly choice: ResultsChoice }; result: null };
  /** The host asks where to. */
  'review/resultsFile': { params: null; result: null };
  /** The host asks for another file with rows. */
  'review/otherFile': { params: null; result: null };
  /** Opens the file where it cannot be read. */
  'review/openAtProblem': { params: null; result: null };
  'review/openOrder': { params: OfRow; result: null };
  'review/setPrice': { params: null; result: null };
  'review/switchEnvironment': { params: null; result: null };
  /** The host asks the last question itself. */
  'review/start': { params: null; result: null };
}

/** Of the rows as a page shows them: refused where they were read again since, and are others. */
interface OfPlan {
  readonly plan: number;
}

interface OfRow extends OfPlan {
  readonly row: number;
}

export type ResultsChoice = 'csv-masked' | 'csv-whole' | 'ndjson-masked' | 'ndjson-whole' | 'none';

export type SourceChoice =
  | { readonly kind: 'column'; readonly column: number }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'none' };

/** A request field and what fills it. */
export interface MappedField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly source: SourceChoice;
  /** What it takes; another text may stand there all the same. Absent = any. */
  readonly choices?: readonly string[];
}

export interface GroupView {
  readonly id: ReviewGroup;
  readonly title: string;
  /** What becomes of its rows, in a sentence. */
  readonly note: string;
  readonly rows: number;
  readonly sent: number;
  /** Repeats cannot be sent. */
  readonly mayBeSent: boolean;
}

export interface ReviewRowView {
  readonly row: number;
  readonly line: number;
  readonly masked: string;
  /** What is odd, one sentence each. */
  readonly reasons: readonly string[];
  /** What leaves where it is not what stands in the file, masked; '' = the same. */
  readonly sentAs: string;
  readonly sent: boolean;
  readonly mayBeSent: boolean;
  readonly corrected: boolean;
  /** Another row or an order stands behind it. */
  readonly hasOrder: boolean;
}

export interface SummaryView {
  readonly rows: string;
  readonly calls: string;
  readonly cost: string;
  /** No price is set where one would count. */
  readonly unpriced: boolean;
  readonly time: string;
  /** How many rows leave in another spelling than they stand in, and in which lines; '' = none. */
  readonly normalised: string;
  /** '' = no budget is set. */
  readonly budget: string;
  /** What will stop or may refuse the calls; one sentence each. */
  readonly warnings: readonly string[];
}

export interface ReviewState {
  /** Grows with every plan: what was revealed or begun on an older one is void. */
  readonly plan: number;
  /** Of the page: what brings it back after a reload. */
  readonly id: string;
  readonly source: string;
  /** What rows of an earlier batch these are, in a sentence: their operation, fields and environment are fixed. '' = rows of a file. */
  readonly earlier: string;
  /** Why there is nothing to look at, or ''. */
  readonly problem: string;
  /** The line of the file that `problem` is about, from 1; null where there is none. */
  readonly problemLine: number | null;
  /** What was read anew and why, or ''. */
  readonly notice: string;
  /** How many rows were looked at so far; null = all. */
  readonly reading: number | null;
  readonly operation: OperationId;
  readonly operations: readonly { readonly id: OperationId; readonly title: string }[];
  readonly environment: { readonly name: string; readonly kind: 'sandbox' | 'live'; readonly where: string };
  /** Null where the format has no header line. */
  readonly header: boolean | null;
  readonly columns: readonly string[];
  readonly fields: readonly MappedField[];
  /** Null while there is no plan. */
  readonly summary: SummaryView | null;
  readonly groups: readonly GroupView[];
  readonly shown: {
    readonly group: ReviewGroup;
    readonly offset: number;
    readonly size: number;
    readonly rows: readonly ReviewRowView[];
  };
  readonly results: { readonly choice: ResultsChoice; readonly file: string };
  readonly canStart: boolean;
  readonly l10n: Readonly<Record<string, string>>;
}
