import type * as vscode from 'vscode';
import type { RerunGroup } from '../../calls/batch/rerun.ts';
import type { Batch, BatchStore } from '../../calls/ports/batchPorts.ts';
import type { BatchId } from '../../calls/ports/ids.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { RuntimeServices } from '../base/services.ts';
import type { Planning } from './planBatch.ts';
import type { RunProgress } from './runProgress.ts';
import type { Resumed, Told } from './startBatch.ts';

/** The batches of this window, as reviews and the commands that begin or go on with one need them. */
export interface BatchRuns {
  readonly services: RuntimeServices;
  store(): Promise<BatchStore>;
  all(): Promise<readonly Batch[]>;
  get(id: BatchId): Promise<Batch>;
  /** Throws the sentence where one is running. Said before anything is asked. */
  mustBeFree(): void;
  /** Opens the review of rows of an earlier batch: those that failed so, or with null those that wait. */
  review(from: Batch, groups: readonly RerunGroup[] | null): Promise<void>;
  /** Writes the rows, asks, and starts. @returns false where the user thought better of it */
  plan(planning: Planning): Promise<boolean>;
  operationFor(batch: Batch): Operation;
  /** Where the batch was started for; never anywhere else. */
  destinationOf(batch: Batch): Promise<Destination>;
  /**
   * Runs in the background of this window what `begin` leaves to be run; meanwhile no other batch is begun here.
   * @param resumed null = it is started just now, as it was planned
   */
  go(told: Told, resumed: Resumed | null, begin: () => Promise<Batch>): Promise<void>;
  /** Shows the page of a batch that was started. @param panel of its review, in whose place it comes */
  follow(batch: BatchId, panel?: vscode.WebviewPanel): Promise<void>;
  /** Null where this window does not run it. */
  progress(batch: BatchId): RunProgress | null;
  /** Calls that came to an end last in its newest run in this window, the newest first. */
  lastCalls(batch: BatchId): readonly number[];
  /** Its rows changed. */
  changed(batch: BatchId): void;
  /** The id of a batch whose rows changed. */
  readonly onDidChange: vscode.Event<string>;
}
