import * as vscode from 'vscode';
import { askModal } from '../base/modal.ts';
import { answerCodes, answerHover } from './answerWords.ts';
import { documentScheme, documentUri, readDocumentUri } from './both/orderDocuments.ts';
import { writeFile } from './writeFile.ts';

/**
 * Answers opened as text to be edited: a mock, a test's fixture. What the documents say of their fields and codes comes
 * along. A document without a name is kept by VS Code on disk, unsealed, so such a copy is masked whatever the answer shows.
 */
export class AnswerCopies implements vscode.Disposable {
  /** By the document itself: a name like Untitled-1 is given again. */
  private readonly copies = new WeakSet<vscode.TextDocument>();
  private readonly parts: vscode.Disposable[] = [];

  /** A copy of the answer in the editor: masked, or whole in a file that its user names. */
  async open(): Promise<void> {
    const shown = vscode.window.activeTextEditor?.document;
    if (shown?.uri.scheme !== documentScheme) {
      throw new Error(vscode.l10n.t('Open an answer as JSON first; its copy can then be edited.'));
    }
    const address = readDocumentUri(shown.uri);
    const copy = address.masked ? await masked(shown.getText()) : await this.ofWhole(shown, address);
    if (copy === undefined) return;
    this.copies.add(copy);
    this.watch();
    await vscode.window.showTextDocument(copy);
  }

  private async ofWhole(
    shown: vscode.TextDocument,
    address: ReturnType<typeof readDocumentUri>,
  ): Promise<vscode.TextDocument | undefined> {
    const [cover, save] = [vscode.l10n.t('Edit Masked Copy'), vscode.l10n.t('Save With Personal Data…')];
    const detail = vscode.l10n.t(
      'VS Code keeps an unsaved document on disk in the clear, so its copy is masked. A full copy goes only into a file that you name, readable by whoever gets it.',
    );
    const question = vscode.l10n.t('This answer shows personal data.');
    const answer = await askModal(question, detail, cover, save);
    if (answer === save) return saved(shown.getText());
    if (answer !== cover) return undefined;
    const covered = await vscode.workspace.openTextDocument(documentUri({ ...address, masked: true }));
    return masked(covered.getText());
  }

  /** From the first copy on; a document that is none of them is left to others. */
  private watch(): void {
    if (this.parts.length > 0) return;
    // Of any scheme: in a remote window a copy that was saved lies elsewhere.
    const selector = { language: 'json' };
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

/** Only ever given a masked text. */
function masked(content: string): Thenable<vscode.TextDocument> {
  return vscode.workspace.openTextDocument({ content, language: 'json' });
}

/** A file for its owner alone, of the user's choice; undefined = given up. */
async function saved(content: string): Promise<vscode.TextDocument | undefined> {
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Answer With Personal Data'),
    saveLabel: vscode.l10n.t('Save Answer'),
    filters: { JSON: ['json'] },
  });
  if (target === undefined) return undefined;
  await writeFile(target, [content]);
  return vscode.workspace.openTextDocument(target);
}
