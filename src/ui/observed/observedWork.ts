import type * as vscode from 'vscode';
import type { ObservedRow } from '../start/trees/operationsTree.ts';

/** Commands on what was learned of the service. */
export type ObservedCommand =
  | 'openObserved'
  | 'compareObserved'
  | 'exportObserved'
  | 'learnFromHistory'
  | 'forgetLearned';

/** What was learned of requests and answers, as it is shown, compared and taken along; lives in the runtime. */
export interface ObservedWork {
  /** @param argument a row of the operations tree; without one the user is asked */
  run(command: ObservedCommand, argument: unknown): Promise<void>;
  /** What was learned at the chosen environment's service, by operation and code, as rows of the tree. */
  rows(): Promise<readonly ObservedRow[]>;
  /** The text of a read-only document. */
  text(uri: vscode.Uri): Promise<string>;
  /** More was learned, or something was forgotten: documents that are open say something else. */
  readonly onDidChange: vscode.Event<void>;
}
