import * as vscode from 'vscode';
import { type Environment, isEmbedded, mayBill, originOf } from '../../calls/environments/environments.ts';
import { keyIn } from '../../calls/keys/key.ts';
import { commandIds } from '../../contributions.ts';
import { askRead } from '../asking/pressedUnread.ts';
import type { Services } from '../base/services.ts';
import { keepKey, keptWords } from './keepKey.ts';
import { keyRemark } from './keyRemark.ts';
import { leftOpenWords } from './leftOpen.ts';

/** Asks for a key in a password box; undefined when the user gave up. */
async function askKey(environment: Environment, title: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'API key for {0}. It is kept in the system’s secret storage and sent to {1} only.',
      environment.name,
      originOf(environment),
    ),
    placeHolder: vscode.l10n.t('Paste the key, with or without the word Bearer'),
    password: true,
    ignoreFocusOut: true,
    validateInput: keyRemark,
  });
  return typed === undefined ? undefined : keyIn(typed);
}

interface EnvironmentItem extends vscode.QuickPickItem {
  readonly environment?: Environment;
}

export function item(environment: Environment, current: Environment): EnvironmentItem {
  return {
    label: `$(${mayBill(environment) ? 'warning' : 'beaker'}) ${environment.name}`,
    description: mayBill(environment) ? vscode.l10n.t('live') : vscode.l10n.t('simulated, nothing is billed'),
    detail: isEmbedded(environment) ? vscode.l10n.t('Embedded; needs no key.') : environment.baseUrl,
    picked: environment.name === current.name,
    environment,
  };
}

/**
 * The environment of the settings that a command is about: the chosen one, or one picked among them.
 * @param none why it is not about the built-in sandbox, said where there is no other one
 */
export async function pickOfSettings(
  services: Services,
  title: string,
  none: string,
): Promise<Environment | undefined> {
  const current = services.environments.current();
  if (!isEmbedded(current)) return current;
  const keyed = services.environments.all().filter((one) => !isEmbedded(one));
  if (keyed.length === 0) {
    const add = vscode.l10n.t('Add Environment');
    const answer = await vscode.window.showInformationMessage(none, add);
    if (answer === add) await vscode.commands.executeCommand(commandIds.addEnvironment);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    keyed.map((one) => item(one, current)),
    { title },
  );
  return picked?.environment;
}

/** The environment a key command is about: the chosen one, or one picked among those that need a key. */
export function pickKeyed(services: Services, title: string): Promise<Environment | undefined> {
  const none = vscode.l10n.t('The sandbox has its own key. Add a live environment first.');
  return pickOfSettings(services, title, none);
}

/** @returns the environment of the settings with that name, where the argument of a command is one */
export function namedOfSettings({ environments }: Services, name: unknown): Environment | undefined {
  const named = typeof name === 'string' ? environments.find(name) : undefined;
  return named === undefined || isEmbedded(named) ? undefined : named;
}

/** @returns whether a key was entered */
export async function setKeyOf(services: Services, environment: Environment): Promise<boolean> {
  const key = await askKey(environment, vscode.l10n.t('Set API Key'));
  if (key !== undefined && (await keepKey(services, environment, key)))
    void vscode.window.showInformationMessage(keptWords(environment));
  return key !== undefined;
}

/** @param name the environment the key is for; another argument, or a name that is gone, asks for it. */
export async function setApiKey(services: Services, name: unknown): Promise<void> {
  const title = vscode.l10n.t('Set API Key');
  const environment = namedOfSettings(services, name) ?? (await pickKeyed(services, title));
  if (environment !== undefined) await setKeyOf(services, environment);
}

export async function removeEnvironment(services: Services): Promise<void> {
  const current = services.environments.current();
  const named = services.environments.all().filter((one) => !isEmbedded(one));
  if (named.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no environment to remove; the sandbox stays.'),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick(
    named.map((one) => item(one, current)),
    { title: vscode.l10n.t('Remove Environment') },
  );
  if (picked?.environment !== undefined) await removeAsked(services, picked.environment);
}

/** Removes an environment with its key, once its user said so. @returns whether it is gone */
export async function removeAsked(services: Services, environment: Environment): Promise<boolean> {
  const remove = vscode.l10n.t('Remove');
  const lines = [
    ...(await leftOpenWords(services, environment)),
    vscode.l10n.t('Its orders stay in the order history.'),
  ];
  const answer = await askRead(
    vscode.l10n.t('Remove {0} and its API key?', environment.name),
    lines.join('\n'),
    [remove],
  );
  if (answer !== remove) return false;
  // The key last: where the setting cannot be written, the environment stays, and needs it.
  await services.environments.remove(environment);
  await services.keys.remove(environment);
  return true;
}
