import * as vscode from 'vscode';
import { missingOsImport } from '../../calls/environments/osImport.ts';
import { type KeyReplacement, replacementFor } from '../../calls/keys/keyReplacement.ts';
import { commandIds } from '../../contributions.ts';
import type { Services } from '../base/services.ts';
import { keyDiagnosticCode } from './searched.ts';

/** What can be done about a key in the clear: read it from an environment variable, or set a new one once it was replaced. */
export class KeyActions implements vscode.CodeActionProvider {
  private readonly services: Services;
  private readonly environmentOf: (key: string) => string | undefined;

  /** @param environmentOf whose key a text is; undefined when the document has changed since */
  constructor(services: Services, environmentOf: (key: string) => string | undefined) {
    this.services = services;
    this.environmentOf = environmentOf;
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const ours = context.diagnostics.filter((one) => one.code === keyDiagnosticCode);
    if (ours.length === 0) return [];
    const { keyVariable } = await this.services.snippets();
    return ours.flatMap((place) => {
      const replacing = replaceByVariable(document, place, keyVariable);
      return [
        ...(replacing === null ? [] : [replacing]),
        setNewKey(place, this.environmentOf(document.getText(place.range))),
      ];
    });
  }
}

/** Null where the language, or the place in it, has no way to read a variable. */
function replaceByVariable(
  document: vscode.TextDocument,
  place: vscode.Diagnostic,
  variable: string,
): vscode.CodeAction | null {
  const { range } = place;
  const text = document.getText();
  const replacement = replacementFor({
    language: document.languageId,
    before: text.slice(0, document.offsetAt(range.start)),
    after: text.slice(document.offsetAt(range.end)),
    variable,
  });
  if (replacement === null) return null;
  const action = new vscode.CodeAction(
    vscode.l10n.t('Replace with the environment variable {0}', variable),
    vscode.CodeActionKind.QuickFix,
  );
  action.diagnostics = [place];
  action.isPreferred = true;
  action.edit = edit(document, range, replacement);
  return action;
}

function edit(
  document: vscode.TextDocument,
  range: vscode.Range,
  { takeBefore, takeAfter, text }: KeyReplacement,
): vscode.WorkspaceEdit {
  const change = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(range.start.translate(0, -takeBefore), range.end.translate(0, takeAfter));
  change.replace(document.uri, whole, text);
  const added = missingOsImport(document.languageId, document.getText(), text);
  if (added !== null) {
    const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    change.insert(document.uri, new vscode.Position(added.line, 0), `${added.code}${end}`);
  }
  return change;
}

function setNewKey(place: vscode.Diagnostic, environment: string | undefined): vscode.CodeAction {
  const title = vscode.l10n.t('Set a New API Key…');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [place];
  action.command = {
    command: commandIds.setApiKey,
    title,
    arguments: environment === undefined ? [] : [environment],
  };
  return action;
}
