import * as vscode from 'vscode';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import { contextKeys } from '../../contributions.ts';

const storedKey = 'orderFilter';

/** The history's filter, kept for this window across reloads. */
export class FilterState implements vscode.Disposable {
  private readonly memento: vscode.Memento;
  private readonly changed = new vscode.EventEmitter<void>();
  private filter: OrderFilter;
  readonly onDidChange = this.changed.event;

  constructor(memento: vscode.Memento) {
    this.memento = memento;
    this.filter = memento.get<OrderFilter>(storedKey, {});
    void this.tell();
  }

  current(): OrderFilter {
    return this.filter;
  }

  isSet(): boolean {
    return Object.keys(this.filter).length > 0;
  }

  async set(filter: OrderFilter): Promise<void> {
    this.filter = filter;
    await this.memento.update(storedKey, filter);
    await this.tell();
    this.changed.fire();
  }

  private tell(): Thenable<unknown> {
    return vscode.commands.executeCommand('setContext', contextKeys.orderFilter, this.isSet());
  }

  dispose(): void {
    this.changed.dispose();
  }
}
