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
}
