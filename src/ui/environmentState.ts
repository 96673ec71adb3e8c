import * as vscode from 'vscode';
import { type Environment, readEnvironments, sandboxEnvironment } from '../calls/environments.ts';
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
  private list: readonly Environment[] = [];
  private chosen: string;
  readonly onDidChange = this.changed.event;

  constructor(memento: vscode.Memento) {
    this.memento = memento;
    this.chosen = memento.get<string>(chosenKey, sandboxEnvironment.name);
    this.read();
    this.watch = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.environments)) return;
      this.read();
      this.changed.fire();
    });
  }

  all(): readonly Environment[] {
    return this.list;
  }

  /** The chosen one; the sandbox when it is gone from the settings. */
  current(): Environment {
    return this.find(this.chosen) ?? sandboxEnvironment;
  }

  find(name: string): Environment | undefined {
    const wanted = name.toLowerCase();
    return this.list.find((one) => one.name.toLowerCase() === wanted);
  }

  async choose(name: string): Promise<void> {
    this.chosen = name;
    await this.memento.update(chosenKey, name);
    this.changed.fire();
  }

  /** Adds to the user's settings; what stands there already is left as it was written. */
  async add(environment: Environment): Promise<void> {
    const kept = settings.environments();
    await settings.saveEnvironments([...(Array.isArray(kept) ? kept : []), environment]);
    this.read();
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
    await settings.saveEnvironments(left);
    this.read();
    if (this.chosen.toLowerCase() === wanted) await this.choose(sandboxEnvironment.name);
    else this.changed.fire();
  }

  private read(): void {
    const reading = readEnvironments(settings.environments());
    this.list = reading.environments;
    if (reading.problems.length > 0) {
      void vscode.window.showWarningMessage(reading.problems.map(say).join(' '));
    }
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
