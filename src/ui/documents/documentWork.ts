import type * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';

/** Answers as documents of the editor; lives in the runtime. */
export interface DocumentWork {
  /**
   * The answer of an order in a read-only editor, masked.
   * @throws where there is no such order any more
   */
  open(id: OrderId): Promise<void>;
  /** The answer of an order as text for a read-only document. */
  text(uri: vscode.Uri): Promise<string>;
  /** What stands in a document without an answer may be another: VS Code asks for an open one once. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
  /** What the documents say of the place in an answer. */
  hover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined;
  /** The codes there are, where a message_code stands. */
  codes(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[];
  /** A copy of the answer in the editor, to be changed. */
  editCopy(): Promise<void>;
}
