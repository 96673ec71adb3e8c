import type * as vscode from 'vscode';
import type { BatchReader } from '../../calls/batch/reading.ts';
import type { DocumentFetcher } from '../../calls/ports/documentPorts.ts';
import type { Imports } from '../../calls/ports/importPorts.ts';
import type { Ledger, Transport } from '../../calls/ports/ports.ts';
import type { ShapeWriter } from '../../calls/ports/shapeExportPorts.ts';
import type { Snippets } from '../../calls/ports/snippetPorts.ts';
import type { EmbeddedService } from '../../calls/sending/ports.ts';
import type { Sending } from '../../calls/sending/sending.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { EnvironmentState } from './start/environmentState.ts';
import type { KeyStore } from './start/keyStore.ts';
import type { Ticks } from './start/ticks.ts';

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
 * What the ui works with; built by window.ts, so that the ui never imports client, ledger or sandbox. The heavy
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
  /** Of this extension, publisher included. */
  readonly id: string;
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
  shapeWriter(): Promise<ShapeWriter>;
  /** Kept for this user on this computer; names of columns, never a value. */
  readonly memory: vscode.Memento;
}

/** What the runtime works with: all of it, and the one way of sending. */
export interface RuntimeServices extends Services {
  readonly sending: Sending;
}
