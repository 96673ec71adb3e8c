import * as vscode from 'vscode';
import { timed } from '../base/modal.ts';
import type { Services } from '../base/services.ts';

/** Whether the window's folders lie on another computer than this extension, and with them the code that is run there. */
function isApart({ local }: Pick<Services, 'local'>): boolean {
  return local && vscode.env.remoteName !== undefined;
}

/** Why the sandbox is of no use to code on the other side. */
function unreachableWords(): string {
  return vscode.l10n.t(
    'This window is on another computer ({0}): code that runs there cannot reach the sandbox, which runs on this one.',
    vscode.env.remoteName ?? '',
  );
}

/** Where variables of the environment are read, said where that could be another computer; '' elsewhere. */
export function readOnWords({ leavesFrom }: Pick<Services, 'leavesFrom'>): string {
  if (vscode.env.remoteName === undefined) return '';
  return vscode.l10n.t('In this window environment variables are read on {0}.', leavesFrom);
}

/** What would bring the two together, and what moves along; opens the setting where that is wanted. */
async function explainMove({ id }: Pick<Services, 'id'>): Promise<void> {
  const open = vscode.l10n.t('Open Setting');
  const setting = `"remote.extensionKind": { "${id}": ["workspace"] }`;
  const detail = [
    vscode.l10n.t('Add to your settings, then reload the window: {0}', setting),
    vscode.l10n.t(
      'In windows on other computers the extension then runs there. Each such computer has its own API keys, order history and spend, none at first. Calls leave from its address: keys restricted to IP addresses must allow it.',
    ),
  ].join('\n\n');
  const question = vscode.l10n.t('Run this extension on the other computer');
  const { answer } = await timed(() =>
    vscode.window.showInformationMessage(question, { modal: true, detail }, open),
  );
  if (answer === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', '@id:remote.extensionKind');
  }
}

/** A sentence about the sandbox's address; where that is of no use, why, and how to change it. */
export async function tellOfSandbox(services: Pick<Services, 'local' | 'id'>, words: string): Promise<void> {
  if (!isApart(services)) {
    await vscode.window.showInformationMessage(words);
    return;
  }
  const how = vscode.l10n.t('How to Change That');
  const answer = await vscode.window.showWarningMessage(`${words} ${unreachableWords()}`, how);
  if (answer === how) await explainMove(services);
}
