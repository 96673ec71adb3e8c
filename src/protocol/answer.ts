import type { Billing, Evidence, Outcome } from '../contract/words.ts';
import type { RequestView, TableView } from './contents.ts';

export interface SignView {
  readonly label: string;
  readonly value: string;
  readonly tone: 'good' | 'bad' | 'caution' | 'neutral';
}

export interface DeviationView {
  readonly kind: 'fault' | 'finding';
  readonly text: string;
}

/** One departure of an answer from what answers of its code had shown before; holds nothing of its values. */
export interface DriftView {
  readonly grade: 'breaking' | 'notable' | 'new';
  /** The grade as a word. */
  readonly word: string;
  /** From the root of the body, covered where it looks personal. */
  readonly where: string;
  readonly text: string;
  /** "always there in 23 inputs" */
  readonly evidence: string;
}

/** How an answer departs from what was learned: the gravest grade as a sign, and all of them. */
export interface DriftsView {
  /** Short: it stays in view while the rest scrolls. */
  readonly sign: SignView;
  /** The same as it is read aloud with the answer. */
  readonly spoken: string;
  readonly departures: readonly DriftView[];
}

export interface ValueView {
  readonly name: string;
  readonly path: string;
  readonly kind: 'text' | 'empty' | 'null' | 'missing' | 'boolean' | 'number' | 'structure';
  /** What to show now: masked unless revealed. */
  readonly text: string;
  readonly masked: boolean;
  readonly sensitive: boolean;
  readonly documented: boolean;
  /** https link in the value, or null. */
  readonly link: string | null;
  /** It links to a document that may be kept with the order, shown or masked. Absent = it does not. */
  readonly canKeep?: boolean;
  /** What stands in an object, to be folded below it. */
  readonly children?: readonly ValueView[];
  /** The list is the table with this path, see AnswerView.tables. */
  readonly table?: string;
}

export interface ValueGroupView {
  readonly title: string;
  readonly values: readonly ValueView[];
  /** "5 fields, all empty" for a group worth folding away, or null. */
  readonly allEmpty: string | null;
}

export interface AnswerView {
  /** Our id of the order. */
  readonly id: string;
  /** Where it came from: an answer stays on the page when the form turns to another environment. */
  readonly environment: string;
  readonly kind: 'sandbox' | 'live';
  /** What was asked, covered; and when, ms since the epoch. */
  readonly input: string;
  readonly at: number;
  /** That the answer repeats another identifier than was asked: said before everything else. Null = nothing of the kind is seen. */
  readonly otherIdentifier: string | null;
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly evidence: Evidence;
  /** Covered where it holds what looks personal, unless revealed; so are order_id, message and headers. */
  readonly messageCode: string;
  /** The service's order_id, or ''; copying it copies it exactly. */
  readonly orderId: string;
  /** What it states of the money departs from the documents: that is said first, and not painted as good news. */
  readonly contradictsCharge: boolean;
  /** Code, order_id and billing are from the part of an answer that came. */
  readonly fromPart: boolean;
  /** False when no whole answer came: then nothing is known to be absent. */
  readonly whole: boolean;
  /** The call is out: nothing is known of its outcome yet. Absent = it is not. */
  readonly underWay?: boolean;
  /** It was answered, and nothing of the answer can be read here: `warning` says why. */
  readonly unread?: true;
  /** "No record found" */
  readonly headline: string;
  readonly signs: { readonly transport: SignView; readonly lookup: SignView; readonly money: SignView };
  /** "" where its order waited and its outcome was recorded since. */
  readonly meaning: string;
  readonly advice: string;
  /** What the form it was sent from can change about it. Absent = nothing. */
  readonly mend?: 'key' | 'address';
  /** There is no result and no envelope was read, but what came can be looked at. Absent = there is more to see. */
  readonly rawFirst?: true;
  /** What the Retry-After header asks for, in words; '' without one. */
  readonly retryAfter: string;
  /** The service's own `message`, or ''. */
  readonly message: string;
  /** Whether revealing all shows more of code, order_id, message or headers. */
  readonly saidCovered: boolean;
  /** Whether it shows more of code, order_id or message: what stands above the tabs. */
  readonly wordsCovered: boolean;
  readonly deviations: readonly DeviationView[];
  /** Where it departs from what was learned of its code; absent = nowhere, or too little is known. */
  readonly drift?: DriftsView;
  readonly groups: readonly ValueGroupView[];
  /** The lists of the answer; their rows are asked for. */
  readonly tables?: readonly TableView[];
  /** The request as it left; null where nothing is kept of it. */
  readonly request?: RequestView | null;
  /** Says what is not documented about this result, or ''. */
  readonly resultNote: string;
  readonly raw: {
    readonly text: string;
    readonly shownBytes: number;
    readonly totalBytes: number;
    readonly masked: boolean;
  };
  readonly headers: readonly (readonly [string, string])[];
  /** Label, value pairs. */
  readonly timing: readonly (readonly [string, string])[];
  /** When, environment, machine, key tail: label, value pairs (order page). */
  readonly about: readonly (readonly [string, string])[];
  /** On a form: what its user recorded of it since, and whether that was for good. Absent = nothing. */
  readonly recorded?: { readonly headline: string; readonly isClosed: boolean };
  /** Says that its Aadhaar number is kept as its last four digits only; absent or null = it is not. */
  readonly reduced?: string | null;
  /** Set when the payload cannot be opened (ledger key gone), or when settling failed. */
  readonly warning: string | null;
}
