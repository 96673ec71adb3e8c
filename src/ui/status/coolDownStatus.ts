import * as vscode from 'vscode';
import { keyTail } from '../../calls/key.ts';
import { localDay } from '../../calls/periods.ts';
import type { Ledger } from '../../calls/ports.ts';
import { timeLeft } from '../../calls/timeLeft.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import { commandIds } from '../../contributions.ts';
import type { KeyStore } from '../adapters/keyStore.ts';
import type { EnvironmentState } from '../environmentState.ts';

interface Cooling {
  readonly operation: Operation;
  readonly until: number;
}

/** A batch changes the ledger many times a second; it is read once in this time. */
const quietMs = 500;

/** What the chosen environment's service asked to wait with, the longest wait first. */
async function readCooling(
  ledger: Ledger,
  environments: EnvironmentState,
  keys: KeyStore,
  now: number,
): Promise<readonly Cooling[]> {
  const environment = environments.current();
  const key = await keys.state(environment, '');
  const cooling: Cooling[] = [];
  for (const operation of operations) {
    const { coolDown } = await ledger.guard({
      operation: operation.id,
      environment: environment.name,
      keyTail: key.kind === 'present' ? keyTail(key.key) : null,
      fingerprint: null,
      now,
      day: localDay(now),
      session: '',
      windows: [],
    });
    if (coolDown !== null) cooling.push({ operation, until: coolDown.until });
  }
  return cooling.sort((a, b) => b.until - a.until);
}

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
    cooling = await readCooling(ledger, environments, keys, now());
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
