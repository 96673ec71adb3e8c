import * as vscode from 'vscode';
import { type Environment, mayBill } from '../../calls/environments/environments.ts';
import { commandIds } from '../../contributions.ts';
import { readRequestFile } from '../../requests/requestFile.ts';

function lens(
  range: vscode.Range,
  title: string,
  command: string,
  args: readonly unknown[] = [],
): vscode.CodeLens {
  return new vscode.CodeLens(range, { title, command, arguments: [...args] });
}

/**
 * Above each request what can be done with it, and above the first line where all of them would go. In a workspace that
 * is not trusted nothing is sent from a file: its author chose what it holds.
 */
export function requestFileLenses(
  environment: Environment,
  document: vscode.TextDocument,
): vscode.CodeLens[] {
  const firstLine = new vscode.Range(0, 0, 0, 0);
  const reading = readRequestFile(document.getText());
  const listed = reading.ok && reading.listed;
  const where = lens(firstLine, environment.name, commandIds.selectEnvironment);
  const actions = (range: vscode.Range, send: string, args: readonly unknown[]): vscode.CodeLens[] => [
    ...(vscode.workspace.isTrusted ? [lens(range, `$(play) ${send}`, commandIds.sendRequestFile, args)] : []),
    lens(range, vscode.l10n.t('Open in form'), commandIds.openRequestFileInForm, args),
  ];
  const bills = mayBill(environment);
  if (!listed) {
    const send = bills
      ? vscode.l10n.t('Send · may be billed')
      : vscode.l10n.t('Send · sandbox, nothing is billed');
    return [...actions(firstLine, send, [document.uri]), where];
  }
  // Said at each request where it matters, and once where it does not.
  const send = bills ? vscode.l10n.t('Send · may be billed') : vscode.l10n.t('Send');
  const calm = bills ? [] : [lens(firstLine, vscode.l10n.t('Nothing is billed'), '')];
  return [
    where,
    ...calm,
    ...reading.entries.flatMap((entry, index) => {
      if (!entry.reading.ok) return [];
      const place = document.positionAt(entry.start);
      return actions(new vscode.Range(place, place), send, [document.uri, index]);
    }),
  ];
}
