import * as vscode from 'vscode';
import type { TestHandle } from '../../src/extension.ts';
import type { OpenWindow } from '../../src/window.ts';

export const extensionId = 'verification-tools.verification-api-explorer';

type Opened = Pick<OpenWindow, 'services' | 'orders'> & Pick<TestHandle, 'subscriptions' | 'deactivate'>;

/** The extension under test, activated, and its window open. */
export async function theExtension(): Promise<Opened> {
  const extension = vscode.extensions.getExtension<TestHandle | undefined>(extensionId);
  if (extension === undefined) throw new Error(`${extensionId} is not installed in this host`);
  const handle = await extension.activate();
  if (handle === undefined) throw new Error('the extension does not run in test mode');
  return { ...(await handle.open()), subscriptions: handle.subscriptions, deactivate: handle.deactivate };
}

/** Waits until something holds; says what it waited for when it never does. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = Date.now() + 40_000;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Labels of all open tabs. */
export function tabs(): string[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));
}

/** What any extension can do: accepts every pick that opens, until the command is done. */
export async function acceptingFirst(command: string, ...args: readonly unknown[]): Promise<void> {
  let done = false;
  const running = Promise.resolve(vscode.commands.executeCommand(command, ...args)).finally(() => {
    done = true;
  });
  running.catch(() => undefined);
  await eventually(`${command} done`, async () => {
    if (!done) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return done ? true : undefined;
  });
  await running;
}
