import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import { contextKeys } from '../../contributions.ts';
import type { Services } from '../base/services.ts';

/** Whether any environment besides the sandbox has a key. */
async function anyWithKey(services: Services): Promise<boolean> {
  for (const environment of services.environments.all()) {
    const state = await services.keys.state(environment, '');
    if (state.kind === 'present') return true;
  }
  return false;
}

/**
 * Keeps the context keys that tell the welcome texts whether the chosen environment can send and can bill, and the walkthrough whether
 * any besides the sandbox can.
 */
export function watchEnvironmentReady(services: Services): vscode.Disposable {
  let looks = 0;
  const update = async (): Promise<void> => {
    looks += 1;
    const look = looks;
    const environment = services.environments.current();
    await vscode.commands.executeCommand('setContext', contextKeys.environmentLive, mayBill(environment));
    const state = await services.keys.state(environment, '');
    // A keyring may take long; another environment may be chosen by then, whose look has come to its end.
    if (look !== looks) return;
    const ready = state.kind === 'present' || state.kind === 'simulated';
    await vscode.commands.executeCommand('setContext', contextKeys.environmentReady, ready);
    // Said for itself: until this has run, nobody knows whether a key is missing.
    await vscode.commands.executeCommand('setContext', contextKeys.keyMissing, !ready);
    await services.ticks.tick(contextKeys.liveReady, await anyWithKey(services));
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
