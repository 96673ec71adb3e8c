import * as vscode from 'vscode';
import { type Environment, mayBill } from '../../../calls/environments/environments.ts';
import { commandIds } from '../../../contributions.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import type { UsedHere } from './usedHere.ts';

/** Says once that it is a sandbox, also where its name does not. */
function sandboxName({ name }: Environment): string {
  return /sandbox/i.test(name) ? name : vscode.l10n.t('sandbox: {0}', name);
}

/**
 * The chosen environment in the status bar; one that may bill stands out and carries the word "live". A click switches. A sandbox is
 * shown only where the extension is used: VS Code starts it in every window.
 */
export function showEnvironmentStatus(
  environments: Pick<EnvironmentState, 'current' | 'onDidChange'>,
  used: Pick<UsedHere, 'is' | 'onDidChange'>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('environment', vscode.StatusBarAlignment.Left, 40);
  item.name = vscode.l10n.t('Verification Environment');
  item.command = commandIds.selectEnvironment;
  const show = (): void => {
    const environment = environments.current();
    const live = mayBill(environment);
    item.text = live
      ? `$(warning) ${vscode.l10n.t('live: {0}', environment.name)}`
      : `$(beaker) ${sandboxName(environment)}`;
    item.backgroundColor = live ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    const spoken = live
      ? vscode.l10n.t('Verification environment {0}, live: calls can be billed.', environment.name)
      : vscode.l10n.t('Verification environment {0}: simulated, nothing is billed.', environment.name);
    item.tooltip = `${spoken} ${vscode.l10n.t('Click to switch.')}`;
    item.accessibilityInformation = { label: spoken, role: 'button' };
    if (live || used.is) item.show();
    else item.hide();
  };
  show();
  return vscode.Disposable.from(item, environments.onDidChange(show), used.onDidChange(show));
}
