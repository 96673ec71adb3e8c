import type * as vscode from 'vscode';

/** Commands on usage and money. */
export type UsageCommand = 'openUsage' | 'reconcile' | 'showOrders';

/** Usage and money, as the rest of the extension asks for it; loads with the runtime. */
export interface UsageWork {
  run(command: UsageCommand, argument: unknown): Promise<void>;
  /** What a statement came to, as Markdown for a read-only document. */
  reconcileText(id: string): string;
  /** Brings the usage page back after a reload of the window. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}
