import * as vscode from 'vscode';
import { timeLeft } from '../../../calls/orders/timeLeft.ts';
import type { Ledger } from '../../../calls/ports/ports.ts';
import { type Cooling, readCooling } from '../../../calls/sending/overview.ts';
import { operations } from '../../../contract/operations.ts';
import { commandIds } from '../../../contributions.ts';
import { Coalesced } from '../../base/both/coalesced.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import type { KeyStore } from '../../base/start/keyStore.ts';

/** The ledger is read once in this time. */
const quietMs = 500;

function draw(item: vscode.StatusBarItem, cooling: readonly Cooling[], now: number): void {
  const [longest] = cooling;
  if (longest === undefined) {
    item.hide();
    return;
  }
  const { operation, until } = longest;
  const more = cooling.length === 1 ? '' : ` +${cooling.length - 1}`;
  item.text = `$(watch) ${operation.title} ${timeLeft(until - now)}${more}`;
  const lines = cooling.map((one) =>
    vscode.l10n.t(
      '{0}: the service asked to wait, {1} left.',
      one.operation.title,
      timeLeft(one.until - now),
    ),
  );
  item.tooltip = lines.join('\n');
  item.accessibilityInformation = { label: lines.join(' '), role: 'button' };
  item.command = {
    command: commandIds.openRequestForm,
    title: vscode.l10n.t('Open Request Form'),
    arguments: [operation.id],
  };
  item.show();
}

/** A countdown in the status bar while the service of the chosen environment asked to wait; nothing at all otherwise. */
export function showCoolDownStatus(
  ledger: Ledger,
  environments: EnvironmentState,
  keys: KeyStore,
  now: () => number,
  warn: (error: unknown) => void,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('coolDown', vscode.StatusBarAlignment.Left, 39);
  item.name = vscode.l10n.t('Verification Cool-down');
  let cooling: readonly Cooling[] = [];
  let ticking: NodeJS.Timeout | null = null;
  const stopTicking = (): void => {
    clearInterval(ticking ?? undefined);
    ticking = null;
  };
  const show = (): void => {
    cooling = cooling.filter(({ until }) => until > now());
    draw(item, cooling, now());
    if (cooling.length === 0) stopTicking();
    else ticking ??= setInterval(show, 1000);
  };
  const read = async (): Promise<void> => {
    const environment = environments.current();
    const key = await keys.state(environment, '');
    cooling = await readCooling({ ledger, environment, key, session: '', now: now() }, operations);
    show();
  };
  const reads = new Coalesced(quietMs, () => void read().catch(warn));
  reads.ask();
  const stopWatching = ledger.onDidChange(reads.ask);
  const stop = (): void => {
    stopWatching();
    stopTicking();
  };
  return vscode.Disposable.from(
    item,
    reads,
    environments.onDidChange(reads.ask),
    keys.onDidChange(reads.ask),
    new vscode.Disposable(stop),
  );
}
