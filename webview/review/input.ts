import type { ReviewState } from '../../src/protocol/batchReview.ts';
import type { BatchRequests } from '../../src/protocol/batchRun.ts';

/** A row that is being corrected, with what is typed. */
export interface Editing {
  readonly row: number;
  /** By the name of the request field. */
  readonly values: Readonly<Record<string, string>>;
}

type Ask = <M extends keyof BatchRequests>(method: M, params: BatchRequests[M]['params']) => void;

/** What the page can ask for. */
export interface ReviewActions {
  /** Asks the host for what changes nothing in the page by itself. */
  readonly forward: Ask;
  /** The same for a box or a list that shows what was chosen at once. */
  readonly choose: Ask;
  /** Shows what these rows hold, and covers those that are shown. */
  readonly reveal: (rows: readonly number[]) => void;
  readonly edit: (row: number) => void;
  readonly type: (field: string, value: string) => void;
  readonly save: () => void;
  readonly cancelEdit: () => void;
  readonly undo: (row: number) => void;
  readonly start: () => void;
}

export interface ReviewInput {
  readonly state: ReviewState | null;
  readonly problem: string | null;
  readonly editing: Editing | null;
  readonly revealed: ReadonlyMap<number, Readonly<Record<string, string>>>;
  readonly act: ReviewActions;
}

/** A review that is there. */
export type Loaded = ReviewInput & { readonly state: ReviewState };
