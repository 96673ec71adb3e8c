import * as vscode from 'vscode';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { readOperation } from './arguments.ts';

/** The operation a command was called for, or one picked among those that are offered; undefined = given up. Throws for what is no operation. */
export async function chooseOperation(
  argument: unknown,
  title: string,
  offered: readonly Operation[] = operations,
): Promise<OperationId | undefined> {
  const reading = readOperation(argument);
  if (reading.kind === 'bad') {
    const known = operations.map((operation) => operation.id).join(', ');
    throw new Error(vscode.l10n.t('{0} is not an operation. Use one of: {1}.', reading.shown, known));
  }
  return reading.kind === 'given' ? reading.value : pickOperation(title, offered);
}

async function pickOperation(title: string, offered: readonly Operation[]): Promise<OperationId | undefined> {
  const picked = await vscode.window.showQuickPick(
    offered.map((operation) => ({
      label: operation.title,
      description: operation.category,
      detail: operation.path,
      id: operation.id,
    })),
    { title, placeHolder: vscode.l10n.t('Operation'), matchOnDetail: true },
  );
  return picked?.id;
}
