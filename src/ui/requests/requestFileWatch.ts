import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import { own } from '../../contract/own.ts';
import { bodyFindings } from '../../requests/bodyFindings.ts';
import { type FileFinding, findingsIn } from '../../requests/findings.ts';
import type { Services } from '../base/services.ts';
import { DocumentDiagnostics } from '../shell/documentDiagnostics.ts';
import { say } from '../words/both/translate.ts';
import { isBody } from './both/bodyDocuments.ts';
import { isRequestFile } from './both/requestFileDocuments.ts';
import { CurrentRequestMark } from './currentRequest.ts';

/** Of a diagnostic that has a quick fix. */
export const personalCode = 'personal-in-request-file';

export function fileFindings(services: Services, document: vscode.TextDocument): readonly FileFinding[] {
  const bills = mayBill(services.environments.current());
  if (isBody(document.uri)) {
    const operation = services.operations().find(({ id }) => document.uri.path.endsWith(`/${id}.json`));
    return operation === undefined ? [] : bodyFindings(document.getText(), operation, bills);
  }
  const isSet = (name: string): boolean => own(process.env, name) !== undefined;
  return findingsIn(document.getText(), (id) => services.operation(id), isSet, bills);
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
export function watchRequestFiles(services: Services): vscode.Disposable {
  const found = new DocumentDiagnostics('verification-requests', {
    quietMs: 300,
    isWatched: ({ uri }) => isRequestFile(uri) || isBody(uri),
    look: (document) => fileFindings(services, document).map((finding) => diagnosticOf(document, finding)),
  });
  found.all();
  return vscode.Disposable.from(
    found,
    new CurrentRequestMark(),
    services.onDidChangeFields(() => found.all()),
    services.environments.onDidChange(() => found.all()),
  );
}
