import * as vscode from 'vscode';
import type { KeepPolicy } from '../../calls/ports/ports.ts';
import { commandIds, settingIds } from '../../contributions.ts';
import { settings } from '../base/both/settings.ts';
import { tellFailure } from '../base/both/tellFailure.ts';

type Keep = KeepPolicy['keep'];

/** From the most to the least. */
const most: readonly Keep[] = ['everything', 'metadata', 'open-only'];

/**
 * Tells who keeps less from now on that this goes for what is kept already: paid answers would leave with the next call, without a
 * word, and with them what warns of paying twice.
 */
export class KeepLess implements vscode.Disposable {
  private readonly watch: vscode.Disposable;
  private keep = settings.keepPolicy().keep;

  constructor() {
    this.watch = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.keep)) this.changed().catch(tellFailure);
    });
  }

  private async changed(): Promise<void> {
    const before = this.keep;
    this.keep = settings.keepPolicy().keep;
    // Every window hears of it; its user looks at one.
    if (most.indexOf(this.keep) <= most.indexOf(before) || !vscode.window.state.focused) return;
    const backUp = vscode.l10n.t('Back Up Orders…');
    const undo = vscode.l10n.t('Keep as Before');
    const answer = await vscode.window.showWarningMessage(words(this.keep), backUp, undo);
    if (answer === backUp) await vscode.commands.executeCommand(commandIds.backUpOrders);
    if (answer === undo)
      await vscode.workspace
        .getConfiguration()
        .update(settingIds.keep, before, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    this.watch.dispose();
  }
}

function words(keep: Keep): string {
  return keep === 'metadata'
    ? vscode.l10n.t(
        'From the next call or start on, the requests and answers of earlier orders are erased, too, but those of open ones. Only a backup brings them back.',
      )
    : vscode.l10n.t(
        'From the next call or start on, earlier orders and their paid answers are erased, too, but those that are open or do not say whether they were billed. Only a backup brings them back, and nothing warns when the same input is paid for again.',
      );
}
