import type { BudgetCure, ObstacleKind } from '../calls/guard/obstacles.ts';
import type { BudgetLimitId } from '../calls/guard/userLimits.ts';
import type { OperationId } from '../contract/words.ts';
import type { AnswerView } from './answer.ts';
import type { CopyParams, LinesParams, LinesView, RowsParams, RowsView, TableParams } from './contents.ts';
import type { LostMessage, Reply } from './frames.ts';
import type { OrderDetailsView, SupportRequests } from './orderDetails.ts';

export type {
  AnswerView,
  DeviationView,
  DriftsView,
  DriftView,
  SignView,
  ValueGroupView,
  ValueView,
} from './answer.ts';
export type { KeptDocumentView, OrderDetailsView, SupportBoxView } from './orderDetails.ts';

/**
 * Everything that crosses between the host and the page; types only. All text is already translated. The key never
 * crosses. The page is seeded by one `page/ready` and then gets whole snapshots of its state, never deltas. Forms and
 * orders have one script and two kinds of page: each kind has its own requests and its own state.
 */

/** What either kind asks about the answer it shows. */
interface AnswerRequests {
  /** Unmasks one value (`path`) or, with null, everything for this order in this page. */
  'answer/reveal': { params: { readonly orderId: string; readonly path: string | null }; result: AnswerView };
  'answer/copyOrderId': { params: { readonly orderId: string }; result: null };
  /** Opens the body, pretty-printed, in a read-only editor document. */
  'answer/openRaw': { params: { readonly orderId: string; readonly masked: boolean }; result: null };
  'answer/openLink': { params: { readonly url: string }; result: null };
  /** Fetches the document that the value at `path` links to, and keeps it with the order; the host asks first. */
  'answer/keepDocument': { params: { readonly orderId: string; readonly path: string }; result: null };
  /** Some rows of a table, in the order of the query; at most 500 at a time. */
  'answer/rows': { params: RowsParams; result: RowsView };
  /** Some lines of the body as text, without those folded away; at most 1000 at a time. */
  'answer/lines': { params: LinesParams; result: LinesView };
  /** Puts what is shown on the clipboard: masked unless revealed, and whole where the page shows it cut. */
  'answer/copy': { params: CopyParams; result: null };
  /** The table as CSV, in a file of the user's choice or in a read-only document. */
  'answer/saveTable': { params: TableParams & { readonly to: 'file' | 'editor' }; result: null };
}

/** The requests of a form. */
export interface FormRequests extends AnswerRequests {
  /** First message of a page. A second one means the page was reloaded; it gets fresh state. */
  'page/ready': { params: null; result: FormState };
  /** The draft as typed; the host keeps it (sealed) so that hiding or reloading loses nothing. */
  'draft/save': { params: DraftInput; result: null };
  /** Local hints for what is typed; warn, never forbid. */
  'draft/check': { params: DraftInput; result: DraftCheck };
  /** The draft as code in a language the user picks, on the clipboard; the host asks in its own dialogs. */
  'draft/copyAs': { params: DraftInput; result: null };
  /** The same in the form that was copied last, without a question where none is new. */
  'draft/copyAgain': { params: DraftInput; result: null };
  /** An earlier input the user picks in the host's own list, covered there; null when they gave up. */
  'draft/recent': { params: null; result: DraftContents | null };
  /** What the form holds without the entries that orders are known of; it fails where none is new any more. */
  'draft/onlyNew': { params: null; result: DraftContents };
  /** What a new form holds, in place of what was brought back; `FormState.problem` says that no longer. */
  'draft/startEmpty': { params: null; result: DraftContents };
  /** Writes the draft as a request file; the host asks where, and how much of what is personal goes along. */
  'draft/saveAs': { params: DraftInput; result: null };
  /** Opens the draft's JSON in a text editor, whose changes come back as a renewed draft, see `FormState.edited`. */
  'draft/editJson': { params: DraftInput; result: null };
  /** Sends once. The host confirms live calls itself; a second submit of the same draft is the same call. */
  'call/submit': {
    params: DraftInput & SubmitHow;
    result: {
      readonly sent: boolean;
      /** Names of required fields that are empty; then nothing was sent. */
      readonly empty?: readonly string[];
    };
  };
  'call/cancel': { params: null; result: null };
  /** Opens the order that an obstacle of the notice names, in its own tab. */
  'notice/openOrder': { params: { readonly orderId: string }; result: null };
  /** Leads to where the budget that an obstacle of the notice names is set, or what it is counted by. */
  'notice/changeBudget': { params: BudgetChange; result: null };
  /** Makes a field that worked, of the form or beside it, one that the user states, in the settings; a snapshot follows. */
  'field/confirm': { params: { readonly name: string }; result: null };
  'environment/switch': { params: null; result: null };
  'environment/setKey': { params: null; result: null };
  'environment/editBaseUrl': { params: null; result: null };
  /** Asks for the price of the form's operation, which is the user's to set. */
  'environment/editPrices': { params: null; result: null };
  /** Native dialogs do the rest; the page gets a fresh snapshot. */
  'order/act': { params: { readonly orderId: string; readonly action: FormAction }; result: null };
}

/** The requests of an order's page. */
export interface OrderRequests extends AnswerRequests, SupportRequests {
  /** As of a form. */
  'page/ready': { params: null; result: OrderState };
  'order/sendAgain': { params: { readonly orderId: string }; result: null };
  /** A kept document into a file of the user's choice. */
  'order/saveDocument': { params: { readonly orderId: string; readonly document: number }; result: null };
  /** Native dialogs do the rest; the page gets a fresh snapshot. */
  'order/act': { params: { readonly orderId: string; readonly action: OrderAction }; result: null };
}

type DifferingMethod = 'page/ready' | 'order/act';

/** What the script of both asks for, whichever kind its page is of. */
export interface Requests extends Omit<FormRequests, DifferingMethod>, Omit<OrderRequests, DifferingMethod> {
  'page/ready': { params: null; result: PageState };
  'order/act': OrderRequests['order/act'];
}

/** What a form offers of them for the order of its answer. */
type FormAction = 'copyQuote' | 'recordOutcome';

export type OrderAction =
  | FormAction
  | 'followUp'
  | 'addSupport'
  | 'revealInput'
  | 'hideInput'
  | 'revealSupport'
  | 'hideSupport'
  | 'note'
  | 'openJson'
  | 'compare'
  | 'export'
  | 'erase';

/** What is said of a Send beside its draft. */
export interface SubmitHow {
  /** The user was told of the empty required fields of their JSON, and sends it all the same. */
  readonly anyway?: boolean | undefined;
  /** No press in the page stands behind it: a command was run, which is nobody's hand. */
  readonly commanded?: boolean | undefined;
}

export interface DraftInput {
  readonly draftId: string;
  readonly tab: 'form' | 'json';
  /** Values of the fields by name; a list is one entry a line. */
  readonly fields: Readonly<Record<string, string>>;
  /** The JSON as typed. The source of what is sent when `tab` is json. */
  readonly json: string;
  /** Names of fields whose identifiers are sent as typed, not in their one form; absent = none. */
  readonly asTyped?: readonly string[] | undefined;
}

/** What a form is filled with. */
export type DraftContents = Pick<DraftInput, 'tab' | 'fields' | 'json'>;

/** How a field is sent whose text is not in the one form its identifiers have. */
export interface SentView {
  /** Its name. */
  readonly field: string;
  readonly asTyped: boolean;
  /** What is sent, or would be if it were not sent as typed; in the clear, as it stands in the field. */
  readonly normal: string;
}

export interface Hint {
  /** Field name, or null for the whole JSON. */
  readonly field: string | null;
  readonly kind: 'ok' | 'warning';
  readonly text: string;
  /** What is lacking in a JSON as the form made it: said once somebody typed there, or pressed Send. */
  readonly early?: true;
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
  /** Fields of the form that are sent otherwise than they are typed, or would be; absent = none. */
  readonly sent?: readonly SentView[];
}

export interface FieldView {
  readonly name: string;
  readonly label: string;
  /** `choice` = the user stated that it takes one of `choices`. */
  readonly kind: 'text' | 'list' | 'number' | 'boolean' | 'choice';
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
  /** False = the user stated the field; absent = it is assumed. */
  readonly isAssumed?: boolean;
  /** What calls showed of it; absent = nothing yet. */
  readonly learned?: LearnedFieldView;
  /** What it takes; unless it is a `choice`, that is assumed, and any other may be typed. Absent = none. */
  readonly choices?: readonly string[];
}

/** What calls to the chosen environment's service showed of a request field. */
export interface LearnedFieldView {
  /** What worked in a sandbox alone is `simulated`: it takes whatever it is sent. Assumed are all alike until the user states them. */
  readonly tone: 'worked' | 'simulated' | 'rejected';
  /** "worked for 12 inputs" */
  readonly text: string;
  /** It worked, and the user has not stated it yet: one press does. */
  readonly canConfirm: boolean;
}

export interface MagicInputView {
  readonly label: string;
  /** What kind of answer it brings about; those of a group follow one another. Absent = in no group. */
  readonly group?: string;
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
  /** Names of request fields that worked and that are none of `fields`; absent = none. */
  readonly besides?: readonly string[];
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
  /** Which of `details` says that no price is set: it leads to where prices are set. Absent = none does. */
  readonly unpriced?: string;
}

/** As `change-budget` of guard/choices.ts. */
interface BudgetChange {
  readonly cure: BudgetCure;
  readonly limit: BudgetLimitId | null;
}

/** One thing that stands in the way of sending, or should be known before. */
export interface ObstacleView {
  readonly kind: ObstacleKind;
  /** Of a budget: what can be changed about it, and the words for that. Absent = it is none. */
  readonly change?: BudgetChange & { readonly label: string };
  readonly text: string;
  /** When waiting has helped, ms since the epoch; null where that is not known or waiting does not help. */
  readonly until: number | null;
  /** Our id of the order it speaks of, or null. */
  readonly orderId: string | null;
  /** How many entries are new beside those it speaks of, where the form can be left with them alone. Absent = it cannot. */
  readonly fresh?: number;
}

export interface CallView {
  readonly orderId: string;
  /** Where it is on its way to; another environment may be chosen since. */
  readonly environment: string;
  readonly startedAt: number;
  /** True once Cancel was pressed and the call has not settled yet. */
  readonly cancelling: boolean;
}

interface StateOfBoth {
  readonly operation: OperationView;
  /** Translations of the page's own strings, by English text; empty in English. */
  readonly l10n: Readonly<Record<string, string>>;
}

/** A form: everything but the draft's text, which the page owns while it lives. */
export interface FormState extends StateOfBoth {
  readonly mode: 'form';
  readonly environment: EnvironmentView;
  readonly notice: NoticeView;
  /** Where the page starts; later snapshots repeat it, the page ignores it unless `draftId` changed. */
  readonly draft: DraftInput;
  /** The id the draft got when a text editor wrote it last: the page takes that draft over, whatever it holds itself. */
  readonly edited?: string;
  /** The id the draft got when what it held was erased last: the page forgets all it has of earlier ones. */
  readonly emptied?: string;
  readonly magic: readonly MagicInputView[];
  readonly call: CallView | null;
  /** Of the last call, or null; null while one is out. */
  readonly answer: AnswerView | null;
  /** Whether `draft` is what `answer` was asked for; of no meaning without an answer. */
  readonly sameAsSent: boolean;
  /** A sentence that needs to be said (not sent and why), or null. */
  readonly problem: string | null;
  /** Whether `problem` is no fault, but what to know before sending. */
  readonly isCaution?: boolean;
  /** `problem` says that what was typed in a closed form is back: an empty one may be wanted instead. Absent = no. */
  readonly canStartEmpty?: true;
  /** The form a request was copied in last, "cURL" or "cURL, masked"; absent = none yet. */
  readonly copyAgain?: string;
}

/** An order of the history, read-only; its id is that of its answer. */
export interface OrderState extends StateOfBoth {
  readonly mode: 'order';
  readonly answer: AnswerView;
  readonly details: OrderDetailsView;
}

export type PageState = FormState | OrderState;

export type Method = keyof Requests;
export interface EventMessage<State = PageState> {
  readonly kind: 'event';
  readonly event: 'page/state';
  readonly payload: State;
}
export type ToPage<State = PageState> = Reply | LostMessage | EventMessage<State>;
