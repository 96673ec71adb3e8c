import type * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OperationId } from '../../contract/words.ts';

/** What can be done with the request of a page from outside of it. */
export type OnPage = 'send' | 'copyAs' | 'copyAgain' | 'saveRequestFile';

/** Request forms and the page of an order, as the rest of the extension asks for them; live in the runtime. */
export interface PageWork {
  openForm(operation: OperationId): Promise<void>;
  /** A new form with the order's request in it; nothing is sent. */
  sendAgain(id: OrderId): Promise<void>;
  openOrder(id: OrderId): Promise<void>;
  /** Does something with the request of the form or order that is the active tab; says what to open where neither is. */
  onActive(act: OnPage): Promise<void>;
  /** The order whose page is the active tab, or null. */
  shownOrder(): OrderId | null;
  /** Whether the active tab is a form or the page of an order. */
  isActive(): boolean;
  /** The order whose answer the active tab shows, or null. */
  answered(): OrderId | null;
  /** After a dialog of ours, see PageHost. */
  focusBack(): void;
  /** Brings a page back after a reload of the window: draft, tab and last answer as they were. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}
