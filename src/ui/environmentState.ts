import * as vscode from 'vscode';
import {
  type Environment,
  environmentWith,
  identityOf,
  readEnvironments,
  sandboxEnvironment,
} from '../calls/environments/environments.ts';
import { settingIds } from '../contributions.ts';
import { settings } from './adapters/settings.ts';
import { say } from './translate.ts';

const chosenKey = 'environment';

/**
 * Which environments there are and which one this window uses. The choice belongs to the window (workspaceState), so
 * that choosing a live one here never switches another window; a folder opened for the first time starts in the sandbox.
 */
export class EnvironmentState implements vscode.Disposable {
  private readonly memento: vscode.Memento;
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly watch: vscode.Disposable;
  /** Identity, or a name where it was chosen by an earlier version. */
  private chosen: string;
  private told = '';
  readonly onDidChange = this.changed.event;

  constructor(memento: vscode.Memento) {
    this.memento = memento;
    this.chosen = memento.get<string>(chosenKey, identityOf(sandboxEnvironment));
    this.tellProblems();
    this.watch = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.environments)) return;
      this.tellProblems();
      this.changed.fire();
    });
  }

  /** Read afresh each time: what a call rests on is never a copy. */
  all(): readonly Environment[] {
    return readEnvironments(settings.environments()).environments;
  }

  /** The chosen one; the sandbox when it is gone from the settings. */
  current(): Environment {
    return this.byIdentity(this.chosen) ?? this.find(this.chosen) ?? sandboxEnvironment;
  }

  /** @param identity see identityOf */
  byIdentity(identity: string): Environment | undefined {
    return environmentWith(this.all(), identity);
  }

  find(name: string): Environment | undefined {
    const wanted = name.toLowerCase();
    return this.all().find((one) => one.name.toLowerCase() === wanted);
  }

  async choose(environment: Environment): Promise<void> {
    this.chosen = identityOf(environment);
    await this.memento.update(chosenKey, this.chosen);
    this.changed.fire();
  }

  /** Adds to the user's settings; what stands there already is left as it was written. */
  async add(environment: Environment): Promise<void> {
    const kept = settings.environments();
    await settings.saveEnvironments([...(Array.isArray(kept) ? kept : []), environment]);
    this.changed.fire();
  }

  async remove(name: string): Promise<void> {
    const kept = settings.environments();
    const wanted = name.toLowerCase();
    const left = (Array.isArray(kept) ? kept : []).filter(
      (one: unknown) =>
        !(
          typeof one === 'object' &&
          one !== null &&
          'name' in one &&
          String(one.name).toLowerCase() === wanted
        ),
    );
    const isChosen = this.current().name.toLowerCase() === wanted;
    await settings.saveEnvironments(left);
    if (isChosen) await this.choose(sandboxEnvironment);
    else this.changed.fire();
  }

  /** Each set of problems once: the setting is read often. */
  private tellProblems(): void {
    const problems = readEnvironments(settings.environments()).problems.map(say).join(' ');
    if (problems !== '' && problems !== this.told) void vscode.window.showWarningMessage(problems);
    this.told = problems;
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
