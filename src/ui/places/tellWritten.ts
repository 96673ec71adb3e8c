import * as vscode from 'vscode';
import { runPressed } from '../base/both/tellFailure.ts';
import type { Services } from '../base/services.ts';
import { isHere } from './places.ts';

/**
 * Says that something was written, with the way there: a file opens, a folder is revealed. Never fails.
 * @param words name the place
 */
export async function tellWritten(
  services: Pick<Services, 'local'>,
  words: string,
  place: vscode.Uri,
  isFolder = false,
): Promise<void> {
  const go = isFolder ? vscode.l10n.t('Reveal') : vscode.l10n.t('Open');
  if ((await vscode.window.showInformationMessage(words, go)) !== go) return;
  if (isFolder) await reveal(services, place);
  else await runPressed('vscode.open', place);
}

/** A system shows what lies on the user's computer; elsewhere, below no folder of the window, only a window of its own can. */
async function reveal({ local }: Pick<Services, 'local'>, place: vscode.Uri): Promise<void> {
  if (vscode.workspace.getWorkspaceFolder(place) !== undefined) await runPressed('revealInExplorer', place);
  else if (local && isHere(place)) await runPressed('revealFileInOS', place);
  else await runPressed('vscode.openFolder', place, { forceNewWindow: true });
}
