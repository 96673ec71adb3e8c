import * as vscode from 'vscode';

/**
 * Shows one of our settings in the file that counts for it. All of them are of the application: VS Code reads them from the default
 * profile alone, while *Open User Settings (JSON)* opens the file of the profile of this window.
 * @param edit VS Code writes the setting there where it is missing, a change that nobody else made
 */
export async function openSettingsFile(key: string, edit: boolean): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key, edit },
  });
}
