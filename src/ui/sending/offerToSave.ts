import * as vscode from 'vscode';
import type { SealedAnswer } from '../../calls/ports/ports.ts';
import type { Phrase } from '../../contract/words.ts';
import { placeWords } from '../places/places.ts';
import { writePieces, writeWhole } from '../places/writeWhole.ts';
import { say } from '../words/both/translate.ts';

/**
 * An answer that was paid for and cannot be written to the history can at least be saved where the user says; where that fails,
 * too (the disk may be full for both), it is offered again, for nobody may close the window in the belief that it is saved.
 */
export async function offerToSave(answer: SealedAnswer, why: Phrase): Promise<void> {
  const save = vscode.l10n.t('Save Answer…');
  for (let words = say(why); ; ) {
    if ((await vscode.window.showWarningMessage(words, save)) !== save) return;
    const target = await vscode.window.showSaveDialog({ saveLabel: vscode.l10n.t('Save Answer') });
    if (target === undefined) return;
    try {
      await writeWhole(target, (place) => writePieces(place, [answer.body]).then(() => place));
      void vscode.window.showInformationMessage(vscode.l10n.t('Saved to {0}.', placeWords(target)));
      return;
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      words = `${vscode.l10n.t('Nothing was written: {0}', what)} ${say(why)}`;
    }
  }
}
