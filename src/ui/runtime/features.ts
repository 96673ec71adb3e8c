import type * as vscode from 'vscode';
import type { InputReader } from '../../calls/ports/inputReader.ts';
import type { BatchWork } from '../batch/batchWork.ts';
import type { DocumentWork } from '../documents/documentWork.ts';
import type { FieldWork } from '../fields/fieldWork.ts';
import type { HelpWork } from '../help/helpWork.ts';
import type { HistoryWork } from '../history/historyWork.ts';
import type { OrdersPageWork } from '../history/ordersPageWork.ts';
import type { KeyScanWork } from '../keyScan/keyScanWork.ts';
import type { LookupWork } from '../lookup/lookupWork.ts';
import type { ObservedWork } from '../observed/observedWork.ts';
import type { PageWork } from '../panels/pageWork.ts';
import type { RequestFileWork } from '../requests/requestFileWork.ts';
import type { SnippetWork } from '../snippets/snippetWork.ts';
import type { SpendWork } from '../spend/spendWork.ts';
import type { UsageWork } from '../usage/usageWork.ts';

/** The features that load on first use (dist/runtime.js), each by what others may ask of it. */
export interface Features {
  readonly pages: PageWork;
  readonly documents: DocumentWork;
  readonly history: HistoryWork;
  readonly ordersPage: OrdersPageWork;
  readonly lookups: LookupWork;
  readonly requestFiles: RequestFileWork;
  readonly snippets: SnippetWork;
  readonly fields: FieldWork;
  readonly batches: BatchWork;
  readonly usage: UsageWork;
  readonly spend: SpendWork;
  readonly observed: ObservedWork;
  readonly help: HelpWork;
  readonly keyScan: KeyScanWork;
  /** What requests and drafts say; the ledger erases by it. */
  readonly inputs: InputReader;
}

export interface Runtime extends vscode.Disposable {
  readonly features: Features;
  /** Resolves once every call that is out has been written. */
  finish(): Promise<void>;
}
