import type { GroupView, ResultsChoice, ReviewState, SourceChoice } from '../../src/protocol/batchReview.ts';

type Group = GroupView['id'];

/** A row that is being corrected, with what is typed. */
export interface Editing {
  readonly row: number;
  /** By the name of the request field. */
  readonly values: Readonly<Record<string, string>>;
}

/** What the page can ask for. */
export interface ReviewActions {
  readonly operation: (operation: ReviewState['operation']) => void;
  readonly header: (header: boolean) => void;
  readonly source: (field: string, source: SourceChoice) => void;
  readonly show: (group: Group, offset: number) => void;
  readonly chooseGroup: (group: Group, sent: boolean) => void;
  readonly chooseRow: (row: number, sent: boolean) => void;
  /** Shows what a row holds, or covers it again. */
  readonly reveal: (row: number) => void;
  readonly edit: (row: number) => void;
  readonly type: (field: string, value: string) => void;
  readonly save: () => void;
  readonly cancelEdit: () => void;
  readonly undo: (row: number) => void;
  readonly openOrder: (row: number) => void;
  readonly results: (choice: ResultsChoice) => void;
  readonly resultsFile: () => void;
  readonly otherFile: () => void;
  readonly setPrice: () => void;
  readonly switchEnvironment: () => void;
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
