import type { HeldBack } from '../../calls/ports/keepingPorts.ts';

/** Commands on the history. */
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

/** What can be done with orders of the history; lives in the runtime. */
export interface HistoryWork {
  /** @param selection the rows chosen in the history, when called from there */
  run(command: HistoryCommand, argument: unknown, selection: unknown): Promise<void>;
  /** What the settings keep no more of, and earlier orders still have. */
  askKeepLess(held: HeldBack): Promise<void>;
}
