import type * as vscode from 'vscode';

/** The page of all orders, as the rest of the extension asks for it; lives in the runtime. */
export interface OrdersPageWork {
  open(): Promise<void>;
  /** Brings the page back after a reload of the window. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}
