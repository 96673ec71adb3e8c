import * as vscode from 'vscode';
import type { Services } from '../base/services.ts';
import { fileFindings, personalCode, rangeOfFinding } from './requestFileWatch.ts';

/** Quick fixes for what is personal in a request file: found again in the text as it is now. */
export function requestFileActions(
  services: Services,
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const ours = diagnostics.filter(({ code }) => code === personalCode);
  if (ours.length === 0) return [];
  const findings = fileFindings(services, document);
  return ours.flatMap((diagnostic) => {
    const found = findings.find((one) => rangeOfFinding(document, one).isEqual(diagnostic.range));
    if (found === undefined || found.replacement === null) return [];
    const shown = found.replacement.slice(1, -1);
    const action = new vscode.CodeAction(
      vscode.l10n.t('Replace with {0}', shown),
      vscode.CodeActionKind.QuickFix,
    );
    action.diagnostics = [diagnostic];
    action.isPreferred = true;
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, diagnostic.range, found.replacement);
    return [action];
  });
}
