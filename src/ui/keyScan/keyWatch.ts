import * as vscode from 'vscode';
import {
  type FoundKey,
  findKeys,
  type KeyHashing,
  type KeyPrint,
  maxSearchedChars,
} from '../../calls/keys/keyScan.ts';
import type { Services } from '../base/services.ts';
import { DocumentDiagnostics } from '../shell/documentDiagnostics.ts';
import { KeyActions } from './keyActions.ts';
import { newHashing, printsOf } from './keyPrints.ts';
import { isEnvironmentFile, keyDiagnosticCode, searchedDocuments, searchedSchemes } from './searched.ts';

/** Points at API keys that stand in the clear in a document the user looks at. Nothing here writes a key anywhere. */
export class KeyWatch implements vscode.Disposable {
  private readonly services: Services;
  private readonly hashing: KeyHashing = newHashing();
  private readonly places: DocumentDiagnostics;
  private readonly parts: vscode.Disposable;
  private prints: readonly KeyPrint[] = [];
  private reading = 0;

  constructor(services: Services) {
    this.services = services;
    this.places = new DocumentDiagnostics('verification-keys', {
      quietMs: 500,
      isWatched: (document) => this.isWatched(document),
      look: (document) => this.search(document),
    });
    const environmentOf = (text: string): string | undefined => this.keysIn(text)[0]?.environment;
    this.parts = vscode.Disposable.from(
      this.places,
      vscode.languages.registerCodeActionsProvider(
        searchedDocuments,
        new KeyActions(services, environmentOf),
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const { document } of editors) this.places.soon(document);
      }),
      services.keys.onDidChange(() => this.keysChanged()),
      services.environments.onDidChange(() => this.keysChanged()),
    );
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
        this.places.all();
      })
      .catch((error: unknown) => this.services.log.warn('keys', error instanceof Error ? error.message : ''));
  }

  private keysIn(text: string): readonly FoundKey[] {
    return findKeys(text, this.prints, this.hashing);
  }

  /** What nobody sees and nothing was found in is left alone: VS Code also opens documents nobody looks at. */
  private isWatched(document: vscode.TextDocument): boolean {
    if (!searchedSchemes.includes(document.uri.scheme)) return false;
    if (this.places.has(document.uri)) return true;
    return (
      this.prints.length > 0 && vscode.window.visibleTextEditors.some((one) => one.document === document)
    );
  }

  private search(document: vscode.TextDocument): vscode.Diagnostic[] {
    const text = document.getText();
    if (text.length > maxSearchedChars) {
      this.services.log.debug('a document of more than 1,000,000 characters was not searched for keys');
    }
    return this.keysIn(text).map((place) => diagnosticOf(document, place));
  }

  dispose(): void {
    this.reading += 1;
    this.parts.dispose();
  }
}

/** Holds nothing of the key. In a file of environment variables it may stand, if the file is not shared. */
function diagnosticOf(
  document: vscode.TextDocument,
  { environment, start, end }: FoundKey,
): vscode.Diagnostic {
  const { Information, Warning } = vscode.DiagnosticSeverity;
  const isMeantForIt = isEnvironmentFile(document.uri.path);
  const message = isMeantForIt
    ? vscode.l10n.t(
        'The API key of environment {0} is in this file. Keep the file out of version control.',
        environment,
      )
    : vscode.l10n.t(
        'The API key of environment {0} can be read here. Anyone with this file can make calls that are billed to its wallet. Take it out; if the file was shared, have the key replaced.',
        environment,
      );
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const diagnostic = new vscode.Diagnostic(range, message, isMeantForIt ? Information : Warning);
  diagnostic.source = 'Verification';
  diagnostic.code = keyDiagnosticCode;
  return diagnostic;
}
