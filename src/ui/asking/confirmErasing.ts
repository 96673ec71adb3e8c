import * as vscode from 'vscode';
import { commandIds } from '../../contributions.ts';
import { askRead } from './pressedUnread.ts';

/**
 * Asks before something is erased for good. *Learn More* opens what erasing takes and keeps, and erases nothing: whoever
 * reads it first asks again.
 * @param words on the buttons
 * @returns the word of the button pressed, or undefined
 */
export async function askErasing(
  question: string,
  detail: string,
  ...words: readonly string[]
): Promise<string | undefined> {
  const learn = vscode.l10n.t('Learn More');
  const answer = await askRead(question, detail, words, [learn]);
  if (answer === learn) await vscode.commands.executeCommand(commandIds.openPrivacy);
  return answer === learn ? undefined : answer;
}

/** With one button. @param erase the word on it */
export async function confirmErasing(
  question: string,
  detail: string,
  erase: string = vscode.l10n.t('Erase'),
): Promise<boolean> {
  return (await askErasing(question, detail, erase)) === erase;
}
