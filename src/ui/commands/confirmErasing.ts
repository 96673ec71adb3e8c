import * as vscode from 'vscode';
import { commandIds } from '../../contributions.ts';

/**
 * Asks before something is erased for good. *Learn More* opens what erasing takes and keeps, and erases nothing: whoever
 * reads it first asks again.
 * @param erase the word on the button
 */
export async function confirmErasing(
  question: string,
  detail: string,
  erase: string = vscode.l10n.t('Erase'),
): Promise<boolean> {
  const learn = vscode.l10n.t('Learn More');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, erase, learn);
  if (answer === learn) await vscode.commands.executeCommand(commandIds.openPrivacy);
  return answer === erase;
}
