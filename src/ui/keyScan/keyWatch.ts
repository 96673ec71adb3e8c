import * as vscode from 'vscode';
import { findKeys, type KeyHashing, type KeyPrint, maxSearchedChars } from '../../calls/keys/keyScan.ts';
import type { Services } from '../services.ts';
import { KeyActions } from './keyActions.ts';
import { newHashing, printsOf } from './keyPrints.ts';
import { isEnvironmentFile, keyDiagnosticCode, searchedDocuments, searchedSchemes } from './searched.ts';

/** After the last keystroke. */
const quietMs = 500;

/** Points at API keys that stand in the clear in a document the user looks at. Nothing here writes a key anywhere. */
export class KeyWatch implements vscode.Disposable {
  private readonly services: Services;
  private readonly hashing: KeyHashing = newHashing();
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('verification-keys');
  private readonly parts: vscode.Disposable[];
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private prints: readonly KeyPrint[] = [];
  private reading = 0;

  constructor(services: Services) {
    this.services = services;
    const { workspace, window, languages } = vscode;
    this.parts = [
      this.diagnostics,
      languages.registerCodeActionsProvider(
        searchedDocuments,
        new KeyActions(services, (uri, range) => this.environmentAt(uri, range)),
        {
          providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
        },
      ),
      workspace.onDidChangeTextDocument(({ document }) => this.searchSoon(document)),
      // Also when its language changes, which VS Code tells as closing and opening.
      workspace.onDidOpenTextDocument((document) => this.searchSoon(document)),
      workspace.onDidCloseTextDocument((document) => this.forget(document)),
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.searchSoon(editor.document);
      }),
      services.keys.onDidChange(() => this.keysChanged()),
      services.environments.onDidChange(() => this.keysChanged()),
    ];
    this.keysChanged();
  }

  /** Reads the keys anew; of several readings under way the last one counts. */
  private keysChanged(): void {
    this.reading += 1;
    const turn = this.reading;
    printsOf(this.services, this.hashing)
      .then((prints) => {
        if (turn !== this.reading) return;
        this.prints = prints;
        for (const document of vscode.workspace.textDocuments) this.searchSoon(document);
      })
      .catch((error: unknown) => this.services.log.warn('keys', error instanceof Error ? error.message : ''));
  }

  /** What nobody sees and nothing was found in is left alone: VS Code also opens documents nobody looks at. */
  private isWatched(document: vscode.TextDocument): boolean {
    if (!searchedSchemes.includes(document.uri.scheme)) return false;
    const visible = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
    return visible || this.diagnostics.has(document.uri);
  }

  private searchSoon(document: vscode.TextDocument): void {
    if (!this.isWatched(document)) return;
    if (this.prints.length === 0 && !this.diagnostics.has(document.uri)) return;
    const name = document.uri.toString();
    clearTimeout(this.waiting.get(name));
    const timer = setTimeout(() => {
      this.waiting.delete(name);
      this.search(document);
    }, quietMs);
    this.waiting.set(name, timer);
  }

  private search(document: vscode.TextDocument): void {
    if (document.isClosed) return;
    const text = document.getText();
    const found = findKeys(text, this.prints, this.hashing);
    if (text.length > maxSearchedChars) {
      this.services.log.debug('a document of more than 1,000,000 characters was not searched for keys');
    }
    const places = found.map(
      ({ environment, start, end }) =>
        new KeyDiagnostic(
          new vscode.Range(document.positionAt(start), document.positionAt(end)),
          environment,
          isEnvironmentFile(document.uri.path),
        ),
    );
    if (places.length === 0) this.diagnostics.delete(document.uri);
    else this.diagnostics.set(document.uri, places);
  }

  /** Whose key stands there; undefined when the document has changed since. */
  private environmentAt(uri: vscode.Uri, range: vscode.Range): string | undefined {
    const place = this.diagnostics.get(uri)?.find((one) => one.range.isEqual(range));
    return place instanceof KeyDiagnostic ? place.environment : undefined;
  }

  private forget(document: vscode.TextDocument): void {
    const name = document.uri.toString();
    clearTimeout(this.waiting.get(name));
    this.waiting.delete(name);
    this.diagnostics.delete(document.uri);
  }

  dispose(): void {
    this.reading += 1;
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    vscode.Disposable.from(...this.parts).dispose();
  }
}

/** Holds the environment's name and nothing of the key. */
class KeyDiagnostic extends vscode.Diagnostic {
  readonly environment: string;

  /** @param meantForIt a file of environment variables: the key may stand there, if the file is not shared */
  constructor(range: vscode.Range, environment: string, meantForIt: boolean) {
    const severity = meantForIt ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Warning;
    super(range, meantForIt ? keptHere(environment) : inTheClear(environment), severity);
    this.environment = environment;
    this.source = 'Verification';
    this.code = keyDiagnosticCode;
  }
}

function keptHere(environment: string): string {
  return vscode.l10n.t(
    'The API key of environment {0} is in this file. Keep the file out of version control.',
    environment,
  );
}

function inTheClear(environment: string): string {
  return vscode.l10n.t(
    'The API key of environment {0} can be read here. Anyone with this file can make calls that are billed to its wallet. Take it out; if the file was shared, have the key replaced.',
    environment,
  );
}
