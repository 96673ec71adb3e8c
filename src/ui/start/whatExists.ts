import * as vscode from 'vscode';
import { isEmbedded } from '../../calls/environments/environments.ts';
import type { BatchStore } from '../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import { contextKeys } from '../../contributions.ts';
import { Coalesced } from '../base/both/coalesced.ts';
import type { Services } from '../base/services.ts';

const quietMs = 500;

/**
 * Tells VS Code what is not there. Menus and the palette hide by it what would have nothing to work on; said as what is lacking, so
 * that nothing is hidden before it is known.
 */
async function tell(what: string, lacks: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', what, lacks);
}

/** Where no history was ever kept. */
export async function tellNothingKept(): Promise<void> {
  await tell(contextKeys.noOrders, true);
  await tell(contextKeys.noOpenOrders, true);
  await tell(contextKeys.noBatches, true);
  await tell(contextKeys.nothingLearned, true);
}

/** Whether there are environments besides the sandbox, and request fields of the user's own. */
export function watchSettings(
  services: Pick<Services, 'environments' | 'operations' | 'onDidChangeFields'>,
  warn: (error: unknown) => void,
): vscode.Disposable {
  const environments = (): void => {
    tell(contextKeys.noEnvironments, services.environments.all().every(isEmbedded)).catch(warn);
  };
  const fields = (): void => {
    const isAssumed = services.operations().every((one) => one.requestFields === one.assumedFields);
    tell(contextKeys.noOwnFields, isAssumed).catch(warn);
  };
  environments();
  fields();
  return vscode.Disposable.from(
    services.environments.onDidChange(environments),
    services.onDidChangeFields(fields),
  );
}

interface Kept extends Pick<Ledger, 'span' | 'attentionCount' | 'onDidChange'> {
  readonly learning: Pick<Ledger['learning'], 'heads'>;
  readonly batches: Pick<BatchStore, 'exists'>;
}

/** Whether there are orders and batches, and something was learned, from the opening of the history on. */
export function watchKept(ledger: Kept, warn: (error: unknown) => void): vscode.Disposable {
  const look = async (): Promise<void> => {
    await tell(contextKeys.noOrders, (await ledger.span()) === null);
    await tell(contextKeys.noOpenOrders, (await ledger.attentionCount()) === 0);
    await tell(contextKeys.noBatches, !(await ledger.batches.exists()));
    await tell(contextKeys.nothingLearned, (await ledger.learning.heads({})).length === 0);
  };
  const changes = new Coalesced(quietMs, () => void look().catch(warn));
  const stop = ledger.onDidChange(changes.ask);
  look().catch(warn);
  return vscode.Disposable.from(changes, new vscode.Disposable(stop));
}
