import * as vscode from 'vscode';
import { entryAt, readRequestFile } from '../../requests/requestFile.ts';
import { isRequestFile } from './both/requestFileDocuments.ts';

/** A line at the left of the request that Ctrl+Enter sends, where a file holds several. */
export class CurrentRequestMark implements vscode.Disposable {
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    borderColor: new vscode.ThemeColor('focusBorder'),
  });
  private readonly parts: vscode.Disposable;

  constructor() {
    const { window, workspace } = vscode;
    this.parts = vscode.Disposable.from(
      this.mark,
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.draw(textEditor)),
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.draw(editor);
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors) if (editor.document === document) this.draw(editor);
      }),
    );
    for (const editor of window.visibleTextEditors) this.draw(editor);
  }

  private draw(editor: vscode.TextEditor): void {
    if (!isRequestFile(editor.document.uri)) return;
    const { document, selection } = editor;
    const text = document.getText();
    const reading = readRequestFile(text);
    const index =
      reading.ok && reading.entries.length > 1
        ? entryAt(text, reading.entries, document.offsetAt(selection.active))
        : null;
    const entry = reading.ok && index !== null ? reading.entries[index] : undefined;
    const range =
      entry === undefined
        ? []
        : [new vscode.Range(document.positionAt(entry.start), document.positionAt(entry.end))];
    editor.setDecorations(this.mark, range);
  }

  dispose(): void {
    this.parts.dispose();
  }
}
