import * as vscode from 'vscode';
import { contextKeys } from '../contributions.ts';
import type { Services } from './services.ts';

/** Keeps the context key that tells the welcome texts whether the chosen environment can send. */
export function watchEnvironmentReady(services: Services): vscode.Disposable {
  const update = async (): Promise<void> => {
    const state = await services.keys.state(services.environments.current(), '');
    const ready = state.kind === 'present' || state.kind === 'simulated';
    await vscode.commands.executeCommand('setContext', contextKeys.environmentReady, ready);
  };
  const changed = (): void => {
    update().catch((error: unknown) =>
      services.log.warn('environment', error instanceof Error ? error.message : ''),
    );
  };
  changed();
  return vscode.Disposable.from(
    services.environments.onDidChange(changed),
    services.keys.onDidChange(changed),
  );
}
