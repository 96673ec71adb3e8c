import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments/environments.ts';
import type { Elsewhere } from '../../calls/sending/ports.ts';
import { commandIds, settingIds } from '../../contributions.ts';

/** Instead of sending: the order that answers it already, or the repair. */
export async function goElsewhere(choice: Elsewhere, environment: Environment): Promise<void> {
  switch (choice.kind) {
    case 'open-order':
      await vscode.commands.executeCommand(commandIds.openOrder, choice.order);
      return;
    case 'open-settings':
      // A budget stands in a list of objects, which only settings.json shows.
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: settingIds.environments, edit: true },
      });
      return;
    case 'repair':
      if (choice.repair === 'set-key')
        await vscode.commands.executeCommand(commandIds.setApiKey, environment.name);
      else await vscode.commands.executeCommand(commandIds.openDocumentation);
  }
}
