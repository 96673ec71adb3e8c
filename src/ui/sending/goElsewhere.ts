import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments/environments.ts';
import type { Elsewhere } from '../../calls/sending/ports.ts';
import type { OperationId } from '../../contract/words.ts';
import { commandIds, settingIds } from '../../contributions.ts';
import { openSettingsFile } from '../base/both/openSettingsFile.ts';

/** Instead of sending: the order that answers it already, or the repair. */
export async function goElsewhere(
  choice: Elsewhere,
  environment: Environment,
  operation: OperationId,
): Promise<void> {
  switch (choice.kind) {
    case 'open-order':
      await vscode.commands.executeCommand(commandIds.openOrder, choice.order);
      return;
    case 'change-budget':
      await changeBudget(choice, environment, operation);
      return;
    case 'repair':
      if (choice.repair === 'set-key')
        await vscode.commands.executeCommand(commandIds.setApiKey, environment.name);
      else await vscode.commands.executeCommand(commandIds.openDocumentation);
  }
}

async function changeBudget(
  { cure, limit }: Extract<Elsewhere, { kind: 'change-budget' }>,
  { name }: Environment,
  operation: OperationId,
): Promise<void> {
  switch (cure) {
    case 'budget':
      await vscode.commands.executeCommand(commandIds.setBudget, name, limit);
      return;
    case 'price':
      await vscode.commands.executeCommand(commandIds.setPrice, operation, name);
      return;
    case 'settings':
      // What cannot be read stands in a list of objects, which only settings.json shows.
      await openSettingsFile(settingIds.environments, true);
  }
}
