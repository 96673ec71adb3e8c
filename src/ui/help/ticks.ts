import * as vscode from 'vscode';

/** Context keys of the walkthrough's steps that are done. */
const done = new Set<string>();

/** Ticks a step of the walkthrough off, or says that it is no longer done. */
export async function tick(step: string, isDone = true): Promise<void> {
  if (isDone) done.add(step);
  else done.delete(step);
  await vscode.commands.executeCommand('setContext', step, isDone);
}

/**
 * VS Code never ticks off a step whose context key is set when it first reads the walkthrough: what was done before that
 * is told once more, under keys that nothing sets earlier.
 */
export async function tickEarlier(): Promise<void> {
  for (const step of [...done]) await vscode.commands.executeCommand('setContext', `${step}Earlier`, true);
}
