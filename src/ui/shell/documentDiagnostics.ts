import * as vscode from 'vscode';

interface Search {
  /** After the last keystroke. */
  readonly quietMs: number;
  readonly isWatched: (document: vscode.TextDocument) => boolean;
  readonly look: (document: vscode.TextDocument) => vscode.Diagnostic[];
}

/** What is found in open documents, looked for anew once a document has been left alone for a while. */
export class DocumentDiagnostics implements vscode.Disposable {
  private readonly search: Search;
  private readonly found: vscode.DiagnosticCollection;
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly parts: vscode.Disposable;

  constructor(name: string, search: Search) {
    this.search = search;
    const { languages, workspace } = vscode;
    this.found = languages.createDiagnosticCollection(name);
    this.parts = vscode.Disposable.from(
      this.found,
      // Also when its language changes, which VS Code tells as closing and opening.
      workspace.onDidOpenTextDocument((document) => this.soon(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.soon(document)),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.stop(uri);
        this.found.delete(uri);
      }),
    );
  }

  has(uri: vscode.Uri): boolean {
    return this.found.has(uri);
  }

  all(): void {
    for (const document of vscode.workspace.textDocuments) this.soon(document);
  }

  soon(document: vscode.TextDocument): void {
    const { uri } = document;
    if (!this.search.isWatched(document)) return;
    this.stop(uri);
    const timer = setTimeout(() => {
      this.stop(uri);
      if (document.isClosed) return;
      const places = this.search.look(document);
      this.found.set(uri, places.length === 0 ? undefined : places);
    }, this.search.quietMs);
    this.waiting.set(uri.toString(), timer);
  }

  private stop(uri: vscode.Uri): void {
    clearTimeout(this.waiting.get(uri.toString()));
    this.waiting.delete(uri.toString());
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.parts.dispose();
  }
}
