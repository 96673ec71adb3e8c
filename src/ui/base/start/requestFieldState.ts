import * as vscode from 'vscode';
import { operationById, operations } from '../../../contract/operations.ts';
import {
  type RequestFieldsReading,
  readRequestFields,
  withRequestFields,
} from '../../../contract/requestFields.ts';
import type { Operation } from '../../../contract/shapes.ts';
import type { OperationId } from '../../../contract/words.ts';
import { settingIds } from '../../../contributions.ts';
import { say } from '../../words/both/translate.ts';
import { settings } from '../both/settings.ts';
import { SettingProblems } from './settingProblems.ts';
import type { Starting } from './starting.ts';

/** The operations with the request fields that the user's settings give them. */
export class RequestFieldState implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly watch: vscode.Disposable;
  private readonly problems = new SettingProblems(settingIds.requestFields);
  private readonly read: () => RequestFieldsReading;
  readonly onDidChange = this.changed.event;

  constructor(starting?: Starting) {
    const read = (): RequestFieldsReading => readRequestFields(settings.requestFields());
    this.read = starting?.once(read) ?? read;
    this.tell(this.read());
    this.watch = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(settingIds.requestFields)) return;
      this.tell(this.read());
      this.changed.fire();
    });
  }

  operation(id: OperationId): Operation {
    return withRequestFields(operationById(id), this.read());
  }

  operations(): readonly Operation[] {
    const reading = this.read();
    return operations.map((operation) => withRequestFields(operation, reading));
  }

  private tell({ problems }: RequestFieldsReading): void {
    this.problems.tell(problems.map(say));
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
