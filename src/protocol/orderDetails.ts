import type { AnswerView } from './answer.ts';

export interface KeptDocumentView {
  readonly document: number;
  /** The field that linked to it: "pdf_url". */
  readonly name: string;
  /** "PDF · 12.4 kB · from files.example.in · kept 21 Nov 2026, 14:31". */
  readonly facts: string;
  /** Hexadecimal, or '' where it cannot be opened. */
  readonly sha256: string;
}

export interface SupportBoxView {
  /** Another box has another one. */
  readonly turn: number;
  readonly at: number | null;
  /** In the clear. What it starts with: from then on the page has the text, and tells what is typed. */
  readonly text: string;
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
  /** "due 24 Nov", or ''. */
  readonly followUp: string;
  /** What support sent, oldest first, masked unless `shown`; `reading` says what it comes to as an answer, or ''. */
  readonly support: readonly {
    /** Which of them it is. */
    readonly at: number;
    /** False where nobody can read it: it can be removed alone. */
    readonly canEdit: boolean;
    readonly when: string;
    readonly text: string;
    readonly reading: string;
    /** Whether anything in it is hidden until it is revealed. */
    readonly masked: boolean;
    readonly shown: boolean;
  }[];
  /** The box in which a text of support is written, or null; `at` = the one that it takes the place of. */
  readonly writing: SupportBoxView | null;
  /** Documents that are kept with the order, oldest first. */
  readonly documents: readonly KeptDocumentView[];
  /** That the answer may not be readable after a restart, while that is not known; '' otherwise. */
  readonly unproven: string;
  /** What was sent: the covered input, or the whole of it where `shown`; null when it is not kept. */
  readonly input: { readonly text: string; readonly shown: boolean } | null;
  /** What the user recorded, or null; `answer` is the pasted JSON read like any envelope. */
  readonly recorded: {
    readonly headline: string;
    readonly note: string;
    readonly answer: AnswerView | null;
  } | null;
}

interface SupportTextOf {
  readonly orderId: string;
  readonly at: number;
}

interface WrittenSupport {
  readonly orderId: string;
  readonly text: string;
}

/** What an order's page asks about texts of support. */
export interface SupportRequests {
  /** Opens the box with the text of that time in it, see OrderDetailsView.writing; a snapshot follows, as after what leaves, keeps and removes. */
  'support/write': { params: SupportTextOf; result: null };
  /** What stands in the box: the host has it for a page that is hidden. */
  'support/typed': { params: WrittenSupport; result: null };
  'support/leave': { params: { readonly orderId: string }; result: null };
  'support/keep': { params: WrittenSupport; result: null };
  /** The host asks first. */
  'support/remove': { params: SupportTextOf; result: null };
}
