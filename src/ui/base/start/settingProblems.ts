import * as vscode from 'vscode';
import { openSettingsFile } from '../both/openSettingsFile.ts';

/** Problems told at once; a setting that is all wrong need not fill the screen. */
const mostTold = 3;

/** Tells what is wrong with a setting: each problem once as long as it lasts, however often the setting is read. */
export class SettingProblems {
  private readonly setting: string;
  private told: ReadonlySet<string> = new Set();

  constructor(setting: string) {
    this.setting = setting;
  }

  /** @param problems all there are now, in the user's words */
  tell(problems: readonly string[]): void {
    const fresh = problems.filter((one) => !this.told.has(one));
    this.told = new Set(problems);
    if (fresh.length > 0) void this.show(fresh);
  }

  private async show(problems: readonly string[]): Promise<void> {
    const shown = problems.slice(0, mostTold);
    const more = problems.length > mostTold ? ['…'] : [];
    const open = vscode.l10n.t('Open Settings');
    const answer = await vscode.window.showWarningMessage([...shown, ...more].join(' '), open);
    // The settings editor does not show lists of objects; the file does.
    if (answer === open) await openSettingsFile(this.setting, false);
  }
}
