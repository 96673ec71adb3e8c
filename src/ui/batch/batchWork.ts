import type * as vscode from 'vscode';

export type BatchCommand =
  | 'runBatch'
  | 'resumeBatch'
  | 'rerunFailed'
  | 'openBatch'
  | 'writeResults'
  | 'eraseBatch'
  | 'controlBatch';

/** Batches as the rest of the ui knows them; they live in the runtime. */
export interface BatchWork {
  run(command: BatchCommand, argument: unknown): Promise<void>;
  /** Presses the start of the review that is the active tab, and nothing where that shows a batch that was started; false where it is neither. It asks, as ever. */
  startActive(): boolean;
  /** Brings the review of a batch back after a reload of the window. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}
