import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments/environments.ts';
import { askModal } from '../base/modal.ts';
import type { Services } from '../base/services.ts';

export function keptWords({ name }: Environment): string {
  return vscode.l10n.t('The key for {0} is kept in the secret storage.', name);
}

/** Keeps a key where the system can; where it cannot, the user may use it for this session. @returns whether the system keeps it */
export async function keepKey(services: Services, environment: Environment, key: string): Promise<boolean> {
  if ((await services.keys.store(environment, key)) === 'kept') return true;
  const goOn = vscode.l10n.t('Use for This Session');
  const answer = await askModal(
    vscode.l10n.t('This system did not keep the key for {0}.', environment.name),
    vscode.l10n.t(
      'There is probably no keyring, or it is locked. The key can be held in memory until this window closes; it is written nowhere.',
    ),
    goOn,
  );
  if (answer === goOn) services.keys.keepForSession(environment, key);
  return false;
}
