import * as vscode from 'vscode';
import { settingIds } from '../../contributions.ts';

/** Prices belong to an environment and stand beside it in the user's settings.json: the service shows none. */
export async function editPrices(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: settingIds.environments, edit: true },
  });
}
