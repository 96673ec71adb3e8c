import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import type { Runtime, Services } from '../services.ts';

/** So that looking for keys never stands in the way of what the window was opened for. */
const afterStartMs = 2000;

/**
 * Has documents searched for keys once there is a live key; until then nothing is loaded, and without a live environment
 * not even the secret storage is asked.
 */
export function startKeyWatch(services: Services, runtime: () => Promise<Runtime>): vscode.Disposable {
  let stopped = false;
  const look = async (): Promise<void> => {
    for (const environment of services.environments.all().filter(mayBill)) {
      if ((await services.keys.kept(environment)) === null) continue;
      if (stopped) return;
      (await runtime()).watchKeys();
      quiet.dispose();
      return;
    }
  };
  const start = (): void => {
    look().catch((error: unknown) => services.log.warn('keys', error instanceof Error ? error.message : ''));
  };
  const timer = setTimeout(start, afterStartMs);
  const quiet = vscode.Disposable.from(
    services.keys.onDidChange(start),
    services.environments.onDidChange(start),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
  return new vscode.Disposable(() => {
    stopped = true;
    quiet.dispose();
  });
}
