import * as vscode from 'vscode';
import { mayBill } from '../../../calls/environments/environments.ts';
import { commandIds } from '../../../contributions.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import { requestFileDocuments } from '../both/requestFileDocuments.ts';

/** Beside the language of a request file: where its requests go. One that may bill is a warning there; a click switches. */
export function showRequestFileStatus(
  environments: Pick<EnvironmentState, 'current' | 'onDidChange'>,
): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('verification.environment', requestFileDocuments);
  item.name = vscode.l10n.t('Verification Environment');
  item.command = { command: commandIds.selectEnvironment, title: vscode.l10n.t('Switch') };
  const { Information, Warning } = vscode.LanguageStatusSeverity;
  const show = (): void => {
    const { name } = environments.current();
    const live = mayBill(environments.current());
    item.text = name;
    item.detail = live
      ? vscode.l10n.t('live: calls can be billed')
      : vscode.l10n.t('simulated, nothing is billed');
    item.severity = live ? Warning : Information;
    const spoken = live
      ? vscode.l10n.t('Verification environment {0}, live: calls can be billed.', name)
      : vscode.l10n.t('Verification environment {0}: simulated, nothing is billed.', name);
    item.accessibilityInformation = { label: spoken };
  };
  show();
  return vscode.Disposable.from(item, environments.onDidChange(show));
}
