import * as vscode from 'vscode';
import { tellFailure } from '../both/tellFailure.ts';

const lookEveryMs = 20;
/** Longer than VS Code takes to draw a tree anew on a busy computer. */
const longestMs = 3000;

function idOf(viewId: string): string {
  return `_${viewId}.press`;
}

/** Rather than work on another row: what is chosen is meant for the one that stood there. */
export function drawnAnew(): string {
  return vscode.l10n.t('The list changed as you chose, so nothing was done. Choose again.');
}

/**
 * The command of a row, without arguments. VS Code forgets the arguments of a row's command as soon as it begins to draw the row anew,
 * and answers a press before that is done with "Actual command not found". These trees are drawn anew by themselves.
 * @param does what is done when the row is pressed, with its arguments
 */
export function pressing(viewId: string, { title }: vscode.Command): vscode.Command {
  return { command: idOf(viewId), title };
}

/** Does what the pressed row does. That is the selected one: VS Code tells of the selection first, and presses one row only. */
export function hearPresses<T>(
  viewId: string,
  view: Pick<vscode.TreeView<T>, 'selection'>,
  doesOf: (row: T) => vscode.Command | null,
): vscode.Disposable {
  return vscode.commands.registerCommand(idOf(viewId), async () => {
    const row = await selectedRow(view, longestMs);
    if (row === null) return tellFailure(new Error(drawnAnew()));
    const does = doesOf(row);
    if (does !== null) await vscode.commands.executeCommand(does.command, ...(does.arguments ?? []));
  });
}

/**
 * The first of the rows selected, once so many are known. While a tree is drawn anew none is, then some; null where none is for all this
 * time: it is gone, or none is selected.
 * @param ms at most
 */
export async function selectedRow<T>(
  view: Pick<vscode.TreeView<T>, 'selection'>,
  ms: number,
  count = 1,
): Promise<T | null> {
  for (let waited = 0; waited < ms && view.selection.length < count; waited += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return view.selection[0] ?? null;
}
