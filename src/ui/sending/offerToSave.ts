import * as vscode from 'vscode';
import type { SealedAnswer } from '../../calls/ports/ports.ts';
import type { Phrase } from '../../contract/words.ts';
import { say } from '../translate.ts';

/** An answer that was paid for and cannot be written to the history can at least be saved where the user says. */
export async function offerToSave(answer: SealedAnswer, why: Phrase): Promise<void> {
  const save = vscode.l10n.t('Save Answer…');
  if ((await vscode.window.showWarningMessage(say(why), save)) !== save) return;
  const target = await vscode.window.showSaveDialog({ saveLabel: vscode.l10n.t('Save Answer') });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, answer.body);
}
