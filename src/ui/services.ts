import type * as vscode from 'vscode';
import type { BatchReader } from '../calls/batch/reading.ts';
import type { DocumentFetcher } from '../calls/ports/documentPorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import type { Imports } from '../calls/ports/importPorts.ts';
import type { InputReader } from '../calls/ports/inputReader.ts';
import type { Ledger, Transport } from '../calls/ports/ports.ts';
import type { Snippets } from '../calls/ports/snippetPorts.ts';
import type { EmbeddedService } from '../calls/sending/ports.ts';
import type { Sending } from '../calls/sending/sending.ts';
import type { Operation } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';
import type { KeyStore } from './adapters/keyStore.ts';
import type { BatchWork } from './batch/batchWork.ts';
import type { DocumentAddress } from './documents/orderDocuments.ts';
import type { EnvironmentState } from './environmentState.ts';
import type { Ticks } from './help/ticks.ts';
import type { RequestFileWork } from './requests/requestFileWork.ts';
import type { UsageWork } from './usage/usageWork.ts';

/** A scripted answer of the sandbox, offered in the form. */
export interface OfferedInput {
  readonly id: string;
  readonly operations: readonly OperationId[];
  readonly label: string;
  /** What kind of answer it brings about; those of a group follow one another. */
  readonly group: string;
  readonly description: string;
  body(operation: OperationId): Record<string, unknown>;
}

/** The embedded sandbox while it runs, with what a form offers of it. */
export interface RunningSandbox extends EmbeddedService {
  readonly magic: readonly OfferedInput[];
}

/**
 * What the ui works with; built by extension.ts, so that the ui never imports client, ledger or sandbox. The heavy
 * parts load and start at their first use and are shared by everything in this window.
 */
export interface Services {
  readonly extensionUri: vscode.Uri;
  readonly environments: EnvironmentState;
  readonly keys: KeyStore;
  readonly log: vscode.LogOutputChannel;
  readonly now: () => number;
  readonly newId: () => string;
  /** This window's run, from activation until it closes or reloads. */
  readonly session: string;
  /** "this computer" or the remote's name. */
  readonly leavesFrom: string;
  readonly machine: string;
  /** Of this extension. */
  readonly version: string;
  /** Full id of our walkthrough. */
  readonly walkthrough: string;
  readonly ticks: Ticks;
  /** Whether this runs on the computer the user sits at. */
  readonly local: boolean;
  /** Where the ledger's files lie. */
  readonly storageFolder: string;
  /** As documented, with the user's request fields in place of the assumed ones; read afresh each time. */
  operation(id: OperationId): Operation;
  /** All four, likewise. */
  operations(): readonly Operation[];
  /** The user's request fields have changed. */
  readonly onDidChangeFields: vscode.Event<void>;
  ledger(): Promise<Ledger>;
  transport(): Promise<Transport>;
  documentFetcher(): Promise<DocumentFetcher>;
  sandbox(): Promise<RunningSandbox>;
  snippets(): Promise<Snippets>;
  imports(): Promise<Imports>;
  batchReader(): Promise<BatchReader>;
  /** Kept for this user on this computer; names of columns, never a value. */
  readonly memory: vscode.Memento;
}

/** What the runtime works with: all of it, and the one way of sending. */
export interface RuntimeServices extends Services {
  readonly sending: Sending;
}

/** Commands on the history that live in the runtime. */
export type HistoryCommand =
  | 'filterOrders'
  | 'findOrder'
  | 'compareOrders'
  | 'compareOrdersSorted'
  | 'compareOrdersRevealed'
  | 'copySupportQuote'
  | 'noteOrder'
  | 'recordOutcome'
  | 'followUpOrder'
  | 'addSupportText'
  | 'exportOrders'
  | 'backUpOrders'
  | 'restoreOrders'
  | 'eraseOrder'
  | 'eraseOrdersBefore'
  | 'eraseInput';

/** Quick lookups that live in the runtime. */
export type LookupCommand = 'quickLookup' | 'lookUpSelection' | 'lookUpClipboard' | 'repeatLastLookup';

/** Commands that put code on the clipboard. */
export type SnippetCommand = 'copyAs' | 'copyResponseHandler';

/** What helps a newcomer and whoever looks for a fault. */
export type HelpCommand =
  | 'openDocumentation'
  | 'openPrivacy'
  | 'openSecurity'
  | 'reportIssue'
  | 'copyDiagnostics';

/** The parts of the ui that load on first use (dist/runtime.js). */
export interface Runtime extends vscode.Disposable {
  /** What requests and drafts say; the ledger erases by it. */
  readonly inputs: InputReader;
  /** Resolves once every call that is out has been written. */
  finish(): Promise<void>;
  openForm(operation: OperationId): Promise<void>;
  /** A new form with the order's request in it; nothing is sent. */
  sendAgain(orderId: OrderId): Promise<void>;
  openOrder(orderId: OrderId): Promise<void>;
  openOrderJson(orderId: OrderId): Promise<void>;
  /** The answer of an order as text for a read-only document. */
  documentText(address: DocumentAddress): Promise<string>;
  /** What the documents say of the place in an answer. */
  answerHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined;
  /** The codes there are, where a message_code stands. */
  answerCodes(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[];
  /** A copy of the answer in the editor, to be changed. */
  editAnswerCopy(): Promise<void>;
  /** From now on documents are searched for live keys; once is enough. */
  watchKeys(): void;
  /** @param selection the rows chosen in the history, when called from there */
  history(command: HistoryCommand, argument: unknown, selection: unknown): Promise<void>;
  /** What came of it, for other extensions; undefined when the user gave up. Nothing personal in it. */
  lookup(command: LookupCommand, argument: unknown): Promise<unknown>;
  /** Takes request fields over from a cURL command or an OpenAPI file, after showing them. */
  importFields(argument: unknown): Promise<void>;
  readonly batches: BatchWork;
  /** The request of the form or order that is open, in the form that was copied last. */
  copyAgain(): Promise<void>;
  copySnippet(command: SnippetCommand, argument: unknown): Promise<void>;
  help(command: HelpCommand): Promise<void>;
  readonly requestFiles: RequestFileWork;
  readonly usage: UsageWork;
  readonly ordersPages: {
    open(): Promise<void>;
    /** Brings the page back after a reload of the window. */
    restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
  };
  /** The service's documentation as Markdown. */
  documentation(): string;
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}
