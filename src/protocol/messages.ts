import type { ObstacleKind } from '../calls/guard/obstacles.ts';
import type { Billing, Evidence, OperationId, Outcome } from '../contract/words.ts';

/**
 * Everything that crosses between the host and the page; types only. All text is already translated. The key never
 * crosses. The page is seeded by one `page/ready` and then gets whole snapshots of PageState, never deltas.
 */
export interface Requests {
  /** First message of a page. A second one means the page was reloaded; it gets fresh state. */
  'page/ready': { params: null; result: PageState };
  /** The draft as typed; the host keeps it (sealed) so that hiding or reloading loses nothing. */
  'draft/save': { params: DraftInput; result: null };
  /** Local hints for what is typed; warn, never forbid. */
  'draft/check': { params: DraftInput; result: DraftCheck };
  /** The draft as code in a language the user picks, on the clipboard; the host asks in its own dialogs. */
  'draft/copyAs': { params: DraftInput; result: null };
  /** Writes the draft as a request file; the host asks where, and how much of what is personal goes along. */
  'draft/saveAs': { params: DraftInput; result: null };
  /** Sends once. The host confirms live calls itself; a second submit of the same draft is the same call. */
  'call/submit': { params: DraftInput; result: { readonly sent: boolean } };
  'call/cancel': { params: null; result: null };
  /** Unmasks one value (`path`) or, with null, everything for this order in this page. */
  'answer/reveal': { params: { readonly orderId: string; readonly path: string | null }; result: AnswerView };
  'answer/copyOrderId': { params: { readonly orderId: string }; result: null };
  /** Opens the body, pretty-printed, in a read-only editor document. */
  'answer/openRaw': { params: { readonly orderId: string; readonly masked: boolean }; result: null };
  'answer/openLink': { params: { readonly url: string }; result: null };
  /** Opens the order that an obstacle of the notice names, in its own tab. */
  'notice/openOrder': { params: { readonly orderId: string }; result: null };
  'environment/switch': { params: null; result: null };
  'environment/setKey': { params: null; result: null };
  'order/sendAgain': { params: { readonly orderId: string }; result: null };
  /** Native dialogs do the rest; the page gets a fresh snapshot. */
  'order/act': { params: { readonly orderId: string; readonly action: OrderAction }; result: null };
}

export type OrderAction =
  | 'copyQuote'
  | 'recordOutcome'
  | 'note'
  | 'openJson'
  | 'compare'
  | 'export'
  | 'erase';

export interface DraftInput {
  readonly draftId: string;
  readonly tab: 'form' | 'json';
  /** Values of the fields by name; a list is one entry a line. */
  readonly fields: Readonly<Record<string, string>>;
  /** The JSON as typed. The source of what is sent when `tab` is json. */
  readonly json: string;
}

export interface Hint {
  /** Field name, or null for the whole draft. */
  readonly field: string | null;
  readonly kind: 'ok' | 'warning';
  readonly text: string;
}

export interface DraftCheck {
  readonly hints: readonly Hint[];
  /** The other tab's content that matches this draft. */
  readonly json: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Why the JSON cannot be shown as fields without dropping something, or null. */
  readonly misfit: string | null;
  /** Why the JSON is not JSON, or null. It may be sent all the same. */
  readonly broken: string | null;
  /** Whether what is typed is what the answer on the page was asked for. */
  readonly sameAsSent: boolean;
  /** The preflight for what is typed. */
  readonly notice: NoticeView;
}

export interface FieldView {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'list' | 'number' | 'truth';
  readonly required: boolean;
  readonly placeholder: string;
  /** "assumed: …" or "stated by you", in words. */
  readonly assumed: string;
  /** What the user or an import wrote about it, or ''. */
  readonly note: string;
  /** What a new form starts with, or null. */
  readonly start: string | null;
  /** What the text is checked for, or null: a field that takes another's place is known by it. */
  readonly check: string | null;
  /** True = typed characters are personal data (autocomplete off, never in setState). */
  readonly personal: boolean;
}

export interface MagicInputView {
  readonly label: string;
  readonly description: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
}

export interface OperationView {
  readonly id: OperationId;
  readonly title: string;
  readonly category: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly FieldView[];
}

export interface EnvironmentView {
  readonly name: string;
  readonly kind: 'sandbox' | 'live';
  /** Empty for a sandbox that is not running yet. */
  readonly baseUrl: string;
  /** "key …9f3a", "no key", "simulated key". */
  readonly key: string;
  readonly keyMissing: boolean;
  /** "this computer", "ssh-remote: host". */
  readonly leavesFrom: string;
}

export interface NoticeView {
  /** First line, always: what can be billed. */
  readonly headline: string;
  /** Price, what was billed today, meters; a few words each, without a full stop. */
  readonly details: readonly string[];
  /** A problem on the way to the service (a proxy that is not checked), or null. */
  readonly warning: string | null;
  /** What stands in the way, the hardest first. */
  readonly obstacles: readonly ObstacleView[];
}

/** One thing that stands in the way of sending, or should be known before. */
export interface ObstacleView {
  readonly kind: ObstacleKind;
  readonly text: string;
  /** When waiting has helped, ms since the epoch; null where that is not known or waiting does not help. */
  readonly until: number | null;
  /** Our id of the order it speaks of, or null. */
  readonly orderId: string | null;
}

export interface CallView {
  readonly orderId: string;
  readonly startedAt: number;
  /** True once Cancel was pressed and the call has not settled yet. */
  readonly cancelling: boolean;
}

export interface SignView {
  readonly label: string;
  readonly value: string;
  readonly tone: 'good' | 'bad' | 'caution' | 'neutral';
}

export interface DeviationView {
  readonly kind: 'fault' | 'finding';
  readonly text: string;
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
  readonly messageCode: string;
  /** The service's order_id, or ''. */
  readonly orderId: string;
  /** What it states of the money departs from the documents: that is said first, and not painted as good news. */
  readonly contradictsCharge: boolean;
  /** Code, order_id and billing are from the part of an answer that came. */
  readonly fromPart: boolean;
  /** False when no whole answer came: then nothing is known to be absent. */
  readonly whole: boolean;
  /** "No record found" */
  readonly headline: string;
  readonly signs: { readonly transport: SignView; readonly lookup: SignView; readonly money: SignView };
  readonly meaning: string;
  readonly advice: string;
  /** What the Retry-After header asks for, in words; '' without one. */
  readonly retryAfter: string;
  /** The service's own `message`, or ''. */
  readonly message: string;
  readonly deviations: readonly DeviationView[];
  readonly groups: readonly ValueGroupView[];
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
  /** Set when the payload cannot be opened (ledger key gone), or when settling failed. */
  readonly warning: string | null;
}

/** What an order page shows besides the answer. */
export interface OrderDetailsView {
  /** Oldest first: when (local time with zone), what, and a detail or ''. */
  readonly timeline: readonly { readonly when: string; readonly what: string; readonly detail: string }[];
  /** For an order the service left open: what is known, in sentences, and a quote to send to the service; null when closed. */
  readonly open: {
    readonly headline: string;
    readonly sentences: readonly string[];
    readonly quote: string;
  } | null;
  /** The user's own note, or ''. */
  readonly note: string;
  /** What the user recorded, or null; `answer` is the pasted JSON read like any envelope. */
  readonly recorded: {
    readonly headline: string;
    readonly note: string;
    readonly answer: AnswerView | null;
  } | null;
}

/** Everything but the draft's text, which the page owns while it lives. */
export interface PageState {
  readonly mode: 'form' | 'order';
  readonly operation: OperationView;
  readonly environment: EnvironmentView;
  readonly notice: NoticeView;
  /** Where the page starts; later snapshots repeat it, the page ignores it unless `draftId` changed. */
  readonly draft: DraftInput;
  readonly magic: readonly MagicInputView[];
  readonly call: CallView | null;
  readonly answer: AnswerView | null;
  /** Whether `draft` is what `answer` was asked for; of no meaning without an answer, and on an order's page. */
  readonly sameAsSent: boolean;
  /** Set in mode `order`. */
  readonly details: OrderDetailsView | null;
  /** A sentence that needs to be said (not sent and why), or null. */
  readonly problem: string | null;
  /** Translations of the page's own strings, by English text; empty in English. */
  readonly l10n: Readonly<Record<string, string>>;
}

export interface Failure {
  readonly code: 'invalid' | 'cancelled' | 'internal';
  readonly message: string;
}

export type Method = keyof Requests;
export type ToHost = {
  readonly kind: 'request';
  readonly id: number;
  /** One of the page's own requests. */
  readonly method: string;
  readonly params: unknown;
};
export interface EventMessage<State = PageState> {
  readonly kind: 'event';
  readonly event: 'page/state';
  readonly payload: State;
}
export type ToPage<State = PageState> =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  | EventMessage<State>;
/** Beside the conversation: a dialog is closed and the page has the focus again; it knows which of its elements had it. */
export interface FocusMessage {
  readonly kind: 'focus';
}
/** The requests of some page by method. */
export type RequestMap<R> = { readonly [M in keyof R]: { params: unknown; result: unknown } };
/** One handler per request: a forgotten one does not compile. */
export type HandlersOf<R extends RequestMap<R>> = {
  [M in keyof R]: (params: R[M]['params']) => Promise<R[M]['result']>;
};
export type Handlers = HandlersOf<Requests>;
