import * as vscode from 'vscode';
import { own } from '../../contract/own.ts';
import { bodyFindings } from '../../requests/bodyFindings.ts';
import { type FileFinding, findingsIn } from '../../requests/findings.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { isBody } from './both/bodyDocuments.ts';
import { isRequestFile } from './both/requestFileDocuments.ts';
import { CurrentRequestMark } from './currentRequest.ts';

/** After the last keystroke. */
const quietMs = 300;

/** Of a diagnostic that has a quick fix. */
export const personalCode = 'personal-in-request-file';

export function fileFindings(services: Services, document: vscode.TextDocument): readonly FileFinding[] {
  if (isBody(document.uri)) {
    const operation = services.operations().find(({ id }) => document.uri.path.endsWith(`/${id}.json`));
    return operation === undefined ? [] : bodyFindings(document.getText(), operation);
  }
  const isSet = (name: string): boolean => own(process.env, name) !== undefined;
  return findingsIn(document.getText(), (id) => services.operation(id), isSet);
}

export function rangeOfFinding(document: vscode.TextDocument, { offset, length }: FileFinding): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

function diagnosticOf(document: vscode.TextDocument, finding: FileFinding): vscode.Diagnostic {
  const { DiagnosticSeverity } = vscode;
  const severity =
    finding.severity === 'warning' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
  const diagnostic = new vscode.Diagnostic(rangeOfFinding(document, finding), say(finding.what), severity);
  diagnostic.source = 'Verification';
  if (finding.replacement !== null) diagnostic.code = personalCode;
  return diagnostic;
}

/** Our own word on open request files and bodies; their shape is checked by VS Code's JSON support with our schema. */
export class RequestFileWatch implements vscode.Disposable {
  private readonly services: Services;
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('verification-requests');
  private readonly parts: vscode.Disposable;
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(services: Services) {
    this.services = services;
    const { workspace } = vscode;
    const all = (): void => {
      for (const document of workspace.textDocuments) this.soon(document);
    };
    this.parts = vscode.Disposable.from(
      this.diagnostics,
      new CurrentRequestMark(),
      workspace.onDidOpenTextDocument((document) => this.soon(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.soon(document)),
      workspace.onDidCloseTextDocument((document) => this.forget(document.uri)),
      services.onDidChangeFields(all),
    );
    all();
  }

  private soon(document: vscode.TextDocument): void {
    if (!isRequestFile(document.uri) && !isBody(document.uri)) return;
    const name = document.uri.toString();
    clearTimeout(this.waiting.get(name));
    const timer = setTimeout(() => {
      this.waiting.delete(name);
      this.look(document);
    }, quietMs);
    this.waiting.set(name, timer);
  }

  private look(document: vscode.TextDocument): void {
    if (document.isClosed) return;
    const found = fileFindings(this.services, document);
    this.diagnostics.set(
      document.uri,
      found.map((finding) => diagnosticOf(document, finding)),
    );
  }

  private forget(uri: vscode.Uri): void {
    const name = uri.toString();
    clearTimeout(this.waiting.get(name));
    this.waiting.delete(name);
    this.diagnostics.delete(uri);
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.parts.dispose();
  }
}
