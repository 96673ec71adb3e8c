import * as vscode from 'vscode';
import { sandboxEnvironment } from '../../calls/environments/environments.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Outcome } from '../../contract/words.ts';
import { contextKeys } from '../../contributions.ts';
import type { Ticks } from './ticks.ts';

const answered: readonly Outcome[] = [
  ...(['verified', 'negative', 'pending', 'held', 'rejected', 'refused', 'throttled'] as const),
  ...(['refunded', 'failed'] as const),
];

/**
 * Ticks the walkthrough's first steps off: the sandbox answered, and it answered something other than OK, which takes a
 * magic input. Looks again after each change of the ledger until both are true.
 */
export function watchFirstSteps(
  ledger: Ledger,
  ticks: Ticks,
  warn: (error: unknown) => void,
): vscode.Disposable {
  let stop: (() => void) | null = null;
  const filter = { environments: [sandboxEnvironment.name], outcomes: answered };
  const look = async (): Promise<void> => {
    const tried = await ledger.exists({ group: 'all', filter });
    if (!tried) return;
    await ticks.tick(contextKeys.sandboxTried);
    const others = answered.filter((outcome) => outcome !== 'verified');
    if (!(await ledger.exists({ group: 'all', filter: { ...filter, outcomes: others } }))) return;
    await ticks.tick(contextKeys.magicTried);
    stop?.();
    stop = null;
  };
  const changed = (): void => {
    look().catch(warn);
  };
  stop = ledger.onDidChange(changed);
  changed();
  return new vscode.Disposable(() => stop?.());
}
