import type * as vscode from 'vscode';
import type { BodyWork } from './both/bodyDocuments.ts';

/** Commands on request files. */
export type RequestFileCommand =
  | 'sendRequestFile'
  | 'openRequestFileInForm'
  | 'copyRequestFileAs'
  | 'saveRequestFile';

/** What can be done with request files; lives in the runtime. */
export interface RequestFileWork {
  /** Bodies of forms in editors of their own. */
  readonly bodies: BodyWork;
  /** A JSON schema, as text, with the request fields as they are known now: of request files, or of a form's body. */
  schema(uri: vscode.Uri): string;
  lenses(document: vscode.TextDocument): vscode.CodeLens[];
  /** Quick fixes for our own diagnostics. */
  actions(document: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[];
  /** From now on open request files have our diagnostics; once is enough. */
  watch(): void;
  /** Whether the editor in front shows a request file, which a command without an argument then means. */
  isActive(): boolean;
  /**
   * @param argument a file's URI, or for saveRequestFile an order's row or id; without one the active editor, or an
   * order to pick
   * @param more the number of a request of that file, from 0, or the files selected in the Explorer
   */
  run(command: RequestFileCommand, argument: unknown, more: unknown): Promise<unknown>;
}
