import * as vscode from 'vscode';
import { timeLeft } from '../../calls/orders/timeLeft.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import { type Cooling, readCooling } from '../../calls/sending/overview.ts';
import { operations } from '../../contract/operations.ts';
import { commandIds } from '../../contributions.ts';
import type { KeyStore } from '../adapters/keyStore.ts';
import type { EnvironmentState } from '../environmentState.ts';

/** A batch changes the ledger many times a second; it is read once in this time. */
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
  let reading: NodeJS.Timeout | null = null;
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
    reading = null;
    const environment = environments.current();
    const key = await keys.state(environment, '');
    cooling = await readCooling({ ledger, environment, key, session: '', now: now() }, operations);
    show();
  };
  const readSoon = (): void => {
    reading ??= setTimeout(() => void read().catch(warn), quietMs);
  };
  readSoon();
  const stopWatching = ledger.onDidChange(readSoon);
  const stop = (): void => {
    stopWatching();
    stopTicking();
    clearTimeout(reading ?? undefined);
  };
  return vscode.Disposable.from(
    item,
    environments.onDidChange(readSoon),
    keys.onDidChange(readSoon),
    new vscode.Disposable(stop),
  );
}
