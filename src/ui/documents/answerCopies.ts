import * as vscode from 'vscode';
import { answerCodes, answerHover } from './answerWords.ts';
import { documentScheme } from './orderDocuments.ts';

/** Answers opened as text to be edited: a mock, a test's fixture. What the documents say of their fields and codes comes along. */
export class AnswerCopies implements vscode.Disposable {
  /** By the document itself: a name like Untitled-1 is given again. */
  private readonly copies = new WeakSet<vscode.TextDocument>();
  private readonly parts: vscode.Disposable[] = [];

  /** A copy of the answer in the editor, masked where that is; nothing is written to disk until its user saves it. */
  async open(): Promise<void> {
    const shown = vscode.window.activeTextEditor?.document;
    if (shown?.uri.scheme !== documentScheme) {
      throw new Error(vscode.l10n.t('Open an answer as JSON first; its copy can then be edited.'));
    }
    const copy = await vscode.workspace.openTextDocument({ content: shown.getText(), language: 'json' });
    this.copies.add(copy);
    this.watch();
    await vscode.window.showTextDocument(copy);
  }

  /** From the first copy on; a document that is none of them is left to others. */
  private watch(): void {
    if (this.parts.length > 0) return;
    const selector = { scheme: 'untitled', language: 'json' };
    this.parts.push(
      vscode.languages.registerHoverProvider(selector, {
        provideHover: (document, position) =>
          this.copies.has(document) ? answerHover(document, position) : undefined,
      }),
      vscode.languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: (document, position) =>
            this.copies.has(document) ? answerCodes(document, position) : [],
        },
        '"',
      ),
    );
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
