import * as vscode from 'vscode';
import { valueProblem } from '../../calls/environments/valueProblem.ts';
import { settingIds } from '../../contributions.ts';
import { declaredSettings } from '../base/declaredSettings.ts';
import { say } from '../words/both/translate.ts';

/**
 * Tells of values of settings that do not hold, each once as long as it stands there: what is to be kept of personal data, say, would
 * else go by the default without a word. The manifest says what they may be.
 */
export class SettingValues implements vscode.Disposable {
  private readonly watch: vscode.Disposable;
  private told: ReadonlySet<string> = new Set();

  constructor() {
    this.tell();
    this.watch = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('verificationExplorer')) this.tell();
    });
  }

  private tell(): void {
    const found = problems();
    const fresh = [...found].filter(([words]) => !this.told.has(words));
    this.told = new Set(found.keys());
    for (const [words, id] of fresh) void show(words, id);
  }

  dispose(): void {
    this.watch.dispose();
  }
}

/** By their words, with the setting. */
function problems(): ReadonlyMap<string, string> {
  const declared = declaredSettings();
  return new Map(
    Object.values(settingIds).flatMap((id) => {
      // As settings.ts reads them: the user's own, never a workspace's.
      const value: unknown = vscode.workspace.getConfiguration().inspect(id)?.globalValue;
      const problem = value === undefined ? null : valueProblem(id, value, declared.get(id) ?? {});
      return problem === null ? [] : [[say(problem), id] as const];
    }),
  );
}

async function show(words: string, id: string): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showWarningMessage(words, open)) === open)
    await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
}
