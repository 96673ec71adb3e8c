import * as vscode from 'vscode';
import { tellFailure } from './ui/base/both/tellFailure.ts';
import { framesOf, registerCommands } from './ui/commands/start/register.ts';
import { registerFeatures } from './ui/runtime/start/registerFeatures.ts';
import type { OpenWindow } from './window.ts';

/** Opened once: where that failed, it is no use to show half of it a second time, and where it was closed, nothing is sent any more. */
let opened: Promise<OpenWindow> | null = null;

/** What the host suite works with; nothing is exported to other extensions. */
export interface TestHandle {
  open(): Promise<OpenWindow>;
  readonly subscriptions: readonly vscode.Disposable[];
  deactivate(): Promise<void>;
}

/**
 * Registers what VS Code may ask for as soon as this returns: commands, documents and pages of ours that it brings back. All else
 * is read and shown right after it, when nobody waits for us, or by the first who asks.
 */
export function activate(context: vscode.ExtensionContext): TestHandle | undefined {
  const { subscriptions } = context;
  opened = null;
  const log = vscode.window.createOutputChannel('Verification API Explorer', { log: true });
  const open = (): Promise<OpenWindow> => {
    opened ??= import('./window.ts').then(({ openWindow }) => openWindow(context, log));
    return opened;
  };
  subscriptions.push(
    log,
    registerCommands(async () => (await open()).commands(), log),
    ...registerFeatures(
      async () => (await open()).services,
      async () => (await open()).features(),
    ),
  );
  // Last: where something could not be registered, we are not active, and show nothing.
  const soon = setImmediate(() => {
    open().catch((error: unknown) => {
      // A message may quote what it could not read.
      log.error('start', error instanceof Error ? error.name + framesOf(error) : '');
      tellFailure(error);
    });
  });
  subscriptions.push(new vscode.Disposable(() => clearImmediate(soon)));
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return { open, subscriptions, deactivate };
}

/** Stops what was started: what never started has nothing to stop. */
export async function deactivate(): Promise<void> {
  await (await opened?.catch(() => null))?.close();
}
