import * as vscode from 'vscode';

/** Which steps of the walkthrough are done. One for the window: code of both bundles ticks, and module state is no bridge. */
export class Ticks {
  readonly #done = new Set<string>();

  /** Ticks a step off, or says that it is no longer done. @param step its context key */
  async tick(step: string, isDone = true): Promise<void> {
    if (isDone) this.#done.add(step);
    else this.#done.delete(step);
    await vscode.commands.executeCommand('setContext', step, isDone);
  }

  /**
   * VS Code never ticks off a step whose context key is set when it first reads the walkthrough: what was done before that
   * is told once more, under keys that nothing sets earlier.
   */
  async tellEarlier(): Promise<void> {
    for (const step of [...this.#done])
      await vscode.commands.executeCommand('setContext', `${step}Earlier`, true);
  }
}
