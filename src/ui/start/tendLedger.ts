import * as vscode from 'vscode';
import type { HeldBack } from '../../calls/ports/keepingPorts.ts';
import type { LedgerKeys } from '../../calls/ports/keyPorts.ts';
import type { LedgerProblem } from '../../calls/ports/ledgerProblems.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { settingIds } from '../../contributions.ts';
import { settings } from '../base/both/settings.ts';
import { say } from '../words/both/translate.ts';
import { offerReducing } from './offerReducing.ts';

/** VS Code's own words on keyrings: SecretStorage is kept by them. */
const keyringHelp =
  'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';

/** How often an open ledger is searched for calls past their deadline. */
const recoverEveryMs = 15_000;
const policyEveryMs = 24 * 3_600_000;

/** Where the system forgot the key, the next one can be kept in a file: offered beside the sentence, never done unasked. */
async function tell(problem: LedgerProblem, keys: LedgerKeys): Promise<void> {
  if (problem.offer === undefined) {
    await vscode.window.showWarningMessage(say(problem));
    return;
  }
  const keyring = vscode.l10n.t('How to Get a Keyring');
  const keep = vscode.l10n.t('Keep the New Key in a File');
  const answer = await vscode.window.showWarningMessage(say(problem), keyring, keep);
  if (answer === keep) await keys.keepInFile();
  if (answer === keyring) await vscode.env.openExternal(vscode.Uri.parse(keyringHelp));
}

/** What a freshly opened ledger needs: its problems told, lost calls found, the user's policy applied, now and from now on. */
export async function tendLedger(
  ledger: Ledger,
  log: vscode.LogOutputChannel,
  now: () => number,
  operations: () => readonly Operation[],
  askKeepLess: (held: HeldBack) => Promise<void>,
): Promise<vscode.Disposable> {
  const warn = (what: string) => (error: unknown) =>
    log.warn(what, error instanceof Error ? error.message : '');
  const recover = async (): Promise<void> => {
    const lost = await ledger.recover(now());
    if (lost.length > 0)
      log.warn(`${lost.length} orders past their deadline without an answer: unknown, may have been billed`);
  };
  const applyPolicy = async (asks = true): Promise<void> => {
    const erased = await ledger.keeping.apply(settings.keepPolicy(), now());
    if (erased.orders > 0) log.info(`${erased.orders} settled orders reduced or erased, as the settings say`);
    if (erased.waitsForKey)
      log.warn('retention: Aadhaar numbers that are due wait for the key that seals orders');
    const held = asks ? await ledger.keeping.claim(now()) : null;
    if (held !== null) await askKeepLess(held);
  };
  await recover();
  for (const problem of ledger.problems()) tell(problem, ledger.keys).catch(warn('order history'));
  applyPolicy().catch(warn('retention'));
  const keepUp = async (): Promise<void> => {
    const reduced = await ledger.aadhaar.keepUp(now());
    if (reduced > 0) log.info(`Aadhaar numbers of ${reduced} orders or rows reduced, as the settings say`);
  };
  keepUp().catch(warn('Aadhaar numbers'));
  const keeping = setInterval(() => void keepUp().catch(warn('Aadhaar numbers')), recoverEveryMs);
  keeping.unref();
  offerReducing(ledger.aadhaar, operations(), now).catch(warn('Aadhaar numbers'));
  const recovering = setInterval(() => void recover().catch(warn('recover')), recoverEveryMs);
  const daily = setInterval(() => void applyPolicy().catch(warn('retention')), policyEveryMs);
  // Every window hears of it; its user looks at one.
  const watch = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(settingIds.keep))
      applyPolicy(vscode.window.state.focused).catch(warn('retention'));
  });
  recovering.unref();
  daily.unref();
  return new vscode.Disposable(() => {
    clearInterval(keeping);
    clearInterval(recovering);
    clearInterval(daily);
    watch.dispose();
  });
}
