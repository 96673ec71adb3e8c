import * as vscode from 'vscode';
import { entriesAsLines } from '../../contract/entries.ts';
import { type CheckedField, hintFor } from '../../contract/hints.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { SavedRequest } from '../../requests/requestFile.ts';
import { wantedInputs } from '../../requests/resolve.ts';
import { say } from '../words/both/translate.ts';

/**
 * Asks for each `${input:…}` of a request, one after another; undefined = given up.
 * @param bills see hintsFor
 */
export async function askInputs(
  operation: Operation,
  request: SavedRequest,
  bills: boolean,
): Promise<ReadonlyMap<string, string> | undefined> {
  const wanted = wantedInputs(request, operation);
  const answers = new Map<string, string>();
  for (const [index, { label, start, field }] of wanted.entries()) {
    const isList = field?.type === 'string-list';
    const typed = await vscode.window.showInputBox({
      title: `${request.name ?? operation.title}: ${label}${wanted.length === 1 ? '' : ` (${index + 1}/${wanted.length})`}`,
      prompt: isList ? vscode.l10n.t('Separate several with spaces or commas.') : label,
      placeHolder: field?.example ?? '',
      value: start,
      ignoreFocusOut: true,
      validateInput: (text) => (field === null ? null : warning(operation, field, text, bills)),
    });
    if (typed === undefined) return undefined;
    answers.set(label, typed);
  }
  return answers;
}

/** Warns, never forbids. */
function warning(
  operation: Operation,
  field: CheckedField,
  text: string,
  bills: boolean,
): vscode.InputBoxValidationMessage | null {
  const value = field.type === 'string-list' ? entriesAsLines(text) : text;
  const [hint] = hintFor(operation, field, value, bills);
  if (hint?.kind !== 'warning') return null;
  return { message: say(hint.what), severity: vscode.InputBoxValidationSeverity.Warning };
}
