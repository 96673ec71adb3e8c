import * as vscode from 'vscode';
import {
  type Environment,
  type EnvironmentReading,
  environmentWith,
  identityOf,
  readEnvironments,
  sandboxEnvironment,
} from '../../../calls/environments/environments.ts';
import { settingIds } from '../../../contributions.ts';
import { say } from '../../words/both/translate.ts';
import { settings } from '../both/settings.ts';
import { SettingProblems } from './settingProblems.ts';
import type { Starting } from './starting.ts';

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
  private readonly problems = new SettingProblems(settingIds.environments);
  private readonly read: () => EnvironmentReading;
  /** The write before, over or not. */
  private writing: Promise<void> = Promise.resolve();
  readonly onDidChange = this.changed.event;

  constructor(memento: vscode.Memento, starting?: Starting) {
    this.memento = memento;
    const read = (): EnvironmentReading => readEnvironments(settings.environments());
    this.read = starting?.once(read) ?? read;
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
    return this.read().environments;
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
  add(environment: Environment): Promise<void> {
    return this.change((kept) => [...(Array.isArray(kept) ? kept : []), environment]);
  }

  /** Takes its entry out of the user's settings, and no other one of its name, which is not in use. */
  async remove(environment: Environment): Promise<void> {
    const identity = identityOf(environment);
    const isChosen = identityOf(this.current()) === identity;
    await this.change((kept) => {
      const { environments, places } = readEnvironments(kept);
      const found = environmentWith(environments, identity);
      const place = found && places.get(found);
      return (Array.isArray(kept) ? kept : []).filter((_, at) => at !== place);
    });
    if (isChosen) await this.choose(sandboxEnvironment);
  }

  /**
   * Writes the setting anew. It is read when its turn has come, after what this window wrote before: what another window, or the user
   * in settings.json, changed while a box stood open stays as it is.
   * @param make what shall stand there; may throw the sentence that says why nothing is written
   */
  change(make: (kept: unknown) => readonly unknown[]): Promise<void> {
    const turn = this.writing.then(async () => {
      await settings.saveEnvironments(make(settings.environments()));
      this.changed.fire();
    });
    // Whoever waits for this one is told; those behind it have their turn all the same.
    this.writing = turn.catch(() => undefined);
    return turn;
  }

  private tellProblems(): void {
    this.problems.tell(this.read().problems.map(say));
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
