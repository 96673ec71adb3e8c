import type * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';

/** Request forms and the page of an order, as the rest of the extension asks for them; live in the runtime. */
export interface PageWork {
  openForm(operation: OperationId): Promise<void>;
  /** A new form with the order's request in it; nothing is sent. */
  sendAgain(id: OrderId): Promise<void>;
  openOrder(id: OrderId): Promise<void>;
  /** The request of the form or order that is open, in the form that was copied last. */
  copyAgain(): Promise<void>;
  /** Brings a page back after a reload of the window: draft, tab and last answer as they were. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}
