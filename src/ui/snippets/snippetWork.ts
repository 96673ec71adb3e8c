/** Commands that put code on the clipboard. */
export type SnippetCommand = 'copyAs' | 'copyResponseHandler';

/** Requests as code; lives in the runtime. */
export interface SnippetWork {
  /** @param argument an operation's or an order's row or id; without one an operation is asked for */
  run(command: SnippetCommand, argument: unknown): Promise<void>;
}
