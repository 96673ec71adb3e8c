import * as vscode from 'vscode';
import { type Environment, isEmbedded } from '../../calls/environments/environments.ts';
import type { StrayKey } from '../../calls/keys/keyNames.ts';
import { askRead } from '../asking/pressedUnread.ts';
import type { Services } from '../base/services.ts';
import { item, pickKeyed } from './environmentCommands.ts';

interface KeyItem extends vscode.QuickPickItem {
  readonly environment?: Environment;
  readonly stray?: StrayKey;
}

function strayItem(stray: StrayKey): KeyItem {
  const { name, origin, tail, savedAt } = stray;
  const when = savedAt === null ? [] : [new Date(savedAt).toLocaleDateString(vscode.env.language)];
  const unread = vscode.l10n.t('cannot be read as a key');
  return {
    label: `$(key) ${name ?? origin ?? unread}`,
    description: [tail === '' ? '' : `…${tail}`, ...when].filter((one) => one !== '').join(' · '),
    detail: origin ?? unread,
    stray,
  };
}

/** Keys outlive the environment they were entered for where that was taken out of the settings by hand. */
async function pickKey(services: Services, title: string): Promise<KeyItem | undefined> {
  const strays = await services.keys.strays(services.environments.all());
  if (strays.length === 0 && services.environments.all().every(isEmbedded)) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no API key to remove.'));
    return undefined;
  }
  if (strays.length === 0) {
    const environment = await pickKeyed(services, title);
    return environment === undefined ? undefined : { label: '', environment };
  }
  const current = services.environments.current();
  const keyed = services.environments.all().filter((one) => !isEmbedded(one));
  const separator: KeyItem = {
    label: vscode.l10n.t('environments no longer in the settings'),
    kind: vscode.QuickPickItemKind.Separator,
  };
  return vscode.window.showQuickPick<KeyItem>(
    [...keyed.map((one) => item(one, current)), separator, ...strays.map(strayItem)],
    { title, matchOnDescription: true, matchOnDetail: true },
  );
}

async function confirmed(question: string, detail: string): Promise<boolean> {
  const remove = vscode.l10n.t('Remove Key');
  return (await askRead(question, detail, [remove])) === remove;
}

export async function removeApiKey(services: Services): Promise<void> {
  const picked = await pickKey(services, vscode.l10n.t('Remove API Key'));
  if (picked?.environment !== undefined) {
    const question = vscode.l10n.t('Remove the API key of {0}?', picked.environment.name);
    const detail = vscode.l10n.t(
      'Orders stay. The key is deleted from the secret storage and must be entered again to send.',
    );
    if (await confirmed(question, detail)) await services.keys.remove(picked.environment);
  }
  if (picked?.stray !== undefined) {
    const { name, origin } = picked.stray;
    const question =
      name === null && origin === null
        ? vscode.l10n.t('Remove this unreadable key?')
        : vscode.l10n.t('Remove the API key of {0}?', name ?? origin ?? '');
    const detail = vscode.l10n.t(
      'No environment in the settings uses it. Orders stay. The key is deleted from the secret storage.',
    );
    if (await confirmed(question, detail)) await services.keys.removeStray(picked.stray);
  }
}
