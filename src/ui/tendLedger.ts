import * as vscode from 'vscode';
import type { Ledger } from '../calls/ports.ts';
import type { SealingKeyStore } from './adapters/sealingKeys.ts';
import { settings } from './adapters/settings.ts';
import { say } from './translate.ts';

/** How often an open ledger is searched for calls past their deadline. */
const recoverEveryMs = 15_000;
const policyEveryMs = 24 * 3_600_000;

/** Says once that older payloads stay sealed: the next order is sealed with the new key, and then nothing is said. */
async function tellOfLostKey(ledger: Ledger, sealing: SealingKeyStore): Promise<void> {
  const newest = (await ledger.list({ group: 'all', limit: 1, after: null })).orders[0];
  if (newest === undefined || !newest.payloadsKept) return;
  if ((await ledger.payloads(newest.id)).kind !== 'sealed') return;
  const keep = vscode.l10n.t('Keep the New Key in a File');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The key that sealed earlier orders is gone from the secret storage. Time, operation, codes, billing, order_id and masked input stay readable; requests and answers do not. New orders get a new key. If this system forgets secrets, the key can be kept in a file that only you can read.',
    ),
    keep,
  );
  if (answer === keep) await sealing.keepInFile();
}

/** What a freshly opened ledger needs: its problems told, lost calls found, the user's policy applied, now and from now on. */
export async function tendLedger(
  ledger: Ledger,
  sealing: SealingKeyStore,
  log: vscode.LogOutputChannel,
  now: () => number,
): Promise<vscode.Disposable> {
  for (const problem of ledger.problems()) void vscode.window.showWarningMessage(say(problem));
  const warn = (what: string) => (error: unknown) =>
    log.warn(what, error instanceof Error ? error.message : '');
  const recover = async (): Promise<void> => {
    const lost = await ledger.recover(now());
    if (lost.length > 0)
      log.warn(`${lost.length} orders past their deadline without an answer: unknown, may have been billed`);
  };
  const applyPolicy = async (): Promise<void> => {
    const erased = await ledger.applyPolicy(settings.keepPolicy(), now());
    if (erased.orders > 0) log.info(`${erased.orders} settled orders reduced or erased, as the settings say`);
  };
  await recover();
  tellOfLostKey(ledger, sealing).catch(warn('sealing key'));
  applyPolicy().catch(warn('retention'));
  const recovering = setInterval(() => void recover().catch(warn('recover')), recoverEveryMs);
  const daily = setInterval(() => void applyPolicy().catch(warn('retention')), policyEveryMs);
  recovering.unref();
  daily.unref();
  return new vscode.Disposable(() => {
    clearInterval(recovering);
    clearInterval(daily);
  });
}
