import * as vscode from 'vscode';

const key = 'usedHere';

/** Whether somebody has used the extension in this folder: looked at its views or run a command of it. */
export class UsedHere implements vscode.Disposable {
  private readonly memory: vscode.Memento;
  private readonly warn: (error: unknown) => void;
  private readonly changed = new vscode.EventEmitter<void>();
  private used: boolean;
  readonly onDidChange = this.changed.event;

  constructor(memory: vscode.Memento, warn: (error: unknown) => void) {
    this.memory = memory;
    this.warn = warn;
    this.used = memory.get<boolean>(key, false);
  }

  get is(): boolean {
    return this.used;
  }

  mark(): void {
    if (this.used) return;
    this.used = true;
    this.changed.fire();
    Promise.resolve(this.memory.update(key, true)).catch(this.warn);
  }

  dispose(): void {
    this.changed.dispose();
  }
}
