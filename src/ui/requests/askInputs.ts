import * as vscode from 'vscode';
import { entriesAsLines } from '../../contract/entries.ts';
import { type CheckedField, hintFor } from '../../contract/hints.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { SavedRequest } from '../../requests/requestFile.ts';
import { type WantedInput, wantedInputs } from '../../requests/resolve.ts';
import { pickChoice } from '../asking/pickChoice.ts';
import { say } from '../words/both/translate.ts';

/**
 * Asks for each `${input:…}` of a request, one after another; undefined = given up.
 * @param bills see hintsFor
 * @param answers filled as they come, also when it is given up later
 */
export async function askInputs(
  operation: Operation,
  request: SavedRequest,
  bills: boolean,
  answers = new Map<string, string>(),
): Promise<ReadonlyMap<string, string> | undefined> {
  const wanted = wantedInputs(request, operation);
  for (const [index, one] of wanted.entries()) {
    const title = `${request.name ?? operation.title}: ${one.label}${wanted.length === 1 ? '' : ` (${index + 1}/${wanted.length})`}`;
    const typed = await askInput(operation, one, title, bills);
    if (typed === undefined) return undefined;
    answers.set(one.label, typed);
  }
  return answers;
}

/** What the value alone fills may be a field that takes one of several. */
async function askInput(
  operation: Operation,
  { label, start, field }: WantedInput,
  title: string,
  bills: boolean,
): Promise<string | undefined> {
  if (field?.choices !== undefined) {
    const answer = await pickChoice({
      ...{ title, placeholder: label, choices: field.choices, value: start },
      ...{ mayBeLeftOut: false, takesOthers: true },
    });
    if (answer?.kind !== 'another') return answer?.value;
  }
  return vscode.window.showInputBox({
    title,
    prompt: field?.type === 'string-list' ? vscode.l10n.t('Separate several with spaces or commas.') : label,
    placeHolder: field?.example ?? '',
    value: start,
    ignoreFocusOut: true,
    validateInput: (text) => (field === null ? null : warning(operation, field, text, bills)),
  });
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
