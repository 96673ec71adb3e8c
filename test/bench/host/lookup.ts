import { Agent } from 'undici';
import * as vscode from 'vscode';
import { bodyFromFields } from '../../../src/contract/draft.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { commandIds } from '../../../src/contributions.ts';
import { openSending } from '../../../src/ui/sending/sendingPorts.ts';
import { benchEnvironment } from '../environment.ts';
import { rawCall } from './calls.ts';
import { useEnvironment } from './form.ts';
import type { Jobs } from './protocol.ts';

const agent = new Agent();

/** The least a lookup can be: VS Code's input box, one request over plain undici, VS Code's message. */
async function floor(services: Awaited<ReturnType<typeof useEnvironment>>): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: 'Floor',
    prompt: 'Enter sends.',
    ignoreFocusOut: true,
  });
  if (typed === undefined) return;
  const operation = operationById('rc-advanced');
  const body = bodyFromFields(operation, { rc_number: typed });
  await rawCall(agent, openSending(services), body);
  void vscode.window.showInformationMessage('Floor answered', 'Open');
}

/** Starts a lookup and says when, in ms since the epoch; it goes on while the bench types. */
export async function startLookup({
  kind,
}: Jobs['lookup']['params']): Promise<{ readonly startedAt: number }> {
  const services = await useEnvironment(benchEnvironment);
  const failed = (error: unknown): void => console.error('bench lookup', error);
  await vscode.commands.executeCommand('notifications.clearAll');
  // An empty list of notifications cannot be opened.
  void vscode.window.showInformationMessage('Bench');
  const startedAt = performance.timeOrigin + performance.now();
  if (kind === 'floor') floor(services).catch(failed);
  else vscode.commands.executeCommand(commandIds.quickLookup, 'rc-advanced').then(undefined, failed);
  return { startedAt };
}
