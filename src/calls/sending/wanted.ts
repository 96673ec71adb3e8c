import type { Operation, Reading } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { Obstacle, ObstacleKind } from '../guard/obstacles.ts';
import type { BatchId, DraftId } from '../ports/ids.ts';
import type { EnvironmentKind, Exchange, NewOrder, Settlement } from '../ports/ports.ts';

/** How the questions before a call are answered. */
export type Asker =
  /** The user is asked. */
  | {
      readonly kind: 'user';
      /**
       * True where the user's own hand certainly started it: a form's button, a lens with its token, a value just typed.
       * Anything else can be another extension, and is asked about whatever was confirmed in this session.
       */
      readonly proven: boolean;
      /** What else to know; each is said, and asked about even in a session that was confirmed. */
      readonly notes: readonly Phrase[];
    }
  /** Nobody can be asked: a batch, whose questions were answered at its start. `accepted` = ids of obstacles. */
  | { readonly kind: 'standing'; readonly accepted: ReadonlySet<string> };

/** Where a batch was confirmed to go: an environment by its identity, and what it was then. */
export interface Agreed {
  readonly identity: string;
  /** See Account. */
  readonly place: string;
  readonly kind: EnvironmentKind;
  /** With its path prefix; null where it was not kept. */
  readonly baseUrl: string | null;
}

/** One call that somebody wants sent: a form, a lookup, a request file, another extension, a row of a batch. */
export interface Wanted {
  /** With the request fields that the body was made with. */
  readonly operation: Operation;
  /** JSON exactly as it shall leave. */
  readonly body: string;
  /** InputPrint.whole of the input it was planned with: another input does not leave. Null = it was not planned. */
  readonly plannedPrint: string | null;
  /** A second call with the same one is refused by the ledger. */
  readonly draftId: DraftId;
  /** The environment this window has chosen, or the one a batch was started for, and never elsewhere. */
  readonly to: 'chosen' | Agreed;
  readonly asker: Asker;
  readonly batch: { readonly id: BatchId; readonly row: number } | null;
  /** The service counts from when a call arrives, which may be this much later than when it begins here, ms. */
  readonly lagMs: number;
  /** Asked last, inside the transaction that writes the order: a sentence keeps the call from leaving. Never waits. */
  readonly withdrawn: () => Phrase | null;
  /** The order is on disk and the call leaves now; told once at most. Never throws. */
  readonly leaves: (order: NewOrder, cancel: AbortController) => void;
}

/** What became of it; the same for every way of sending. */
export type SendResult =
  /** Nothing left: the user gave up. `stoppedBy` = the hardest thing that stood in the way, or null. */
  | { readonly kind: 'declined'; readonly stoppedBy: ObstacleKind | null }
  /** Nothing left: something stands in the way that nobody was there to accept. Never empty. */
  | { readonly kind: 'stopped'; readonly by: readonly Obstacle[] }
  /** Nothing left: the order could not be written, or its place is gone. `sameDraft`: it was sent already. */
  | { readonly kind: 'not-begun'; readonly why: Phrase; readonly sameDraft: boolean }
  /** The call came to an end; its order is in the ledger. */
  | {
      readonly kind: 'settled';
      readonly order: NewOrder;
      readonly exchange: Exchange;
      readonly reading: Reading;
      readonly settlement: Settlement;
      /** Set when the answer came but could not be written yet: show it, warn; it is written again until it is. */
      readonly unsettled: Phrase | null;
    };

export type Settled = Extract<SendResult, { kind: 'settled' }>;
