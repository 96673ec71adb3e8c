import * as vscode from 'vscode';
import { type Environment, isEmbedded, mayBill, originOf } from '../../calls/environments/environments.ts';
import { keyProblem } from '../../calls/keys/key.ts';
import { commandIds } from '../../contributions.ts';
import type { Services } from '../services.ts';
import { say } from '../translate.ts';
import { addEnvironment } from './addEnvironment.ts';
import { keepKey } from './keepKey.ts';

/** Asks for a key in a password box; undefined when the user gave up. */
async function askKey(environment: Environment, title: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'API key for {0}. It is kept in the system’s secret storage and sent to {1} only.',
      environment.name,
      originOf(environment),
    ),
    placeHolder: vscode.l10n.t('Paste the key without the word Bearer'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => {
      const problem = keyProblem(value);
      return problem === null ? null : say(problem);
    },
  });
  return typed?.trim();
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

export async function selectEnvironment(services: Services): Promise<void> {
  const current = services.environments.current();
  const add: EnvironmentItem = { label: `$(add) ${vscode.l10n.t('Add environment…')}` };
  const separator: EnvironmentItem = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const picked = await vscode.window.showQuickPick(
    [...services.environments.all().map((one) => item(one, current)), separator, add],
    {
      title: vscode.l10n.t('Environment for This Window'),
      placeHolder: vscode.l10n.t('Now: {0}', current.name),
      matchOnDetail: true,
    },
  );
  if (picked === add) return addEnvironment(services);
  if (picked?.environment !== undefined) await services.environments.choose(picked.environment);
}

/** The environment a key command is about: the chosen one, or one picked among those that need a key. */
export async function pickKeyed(services: Services, title: string): Promise<Environment | undefined> {
  const current = services.environments.current();
  if (!isEmbedded(current)) return current;
  const keyed = services.environments.all().filter((one) => !isEmbedded(one));
  if (keyed.length === 0) {
    const add = vscode.l10n.t('Add Environment');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('The sandbox has its own key. Add a live environment first.'),
      add,
    );
    if (answer === add) await vscode.commands.executeCommand(commandIds.addEnvironment);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    keyed.map((one) => item(one, current)),
    { title },
  );
  return picked?.environment;
}

/** @param name the environment the key is for; another argument, or a name that is gone, asks for it. */
export async function setApiKey(services: Services, name: unknown): Promise<void> {
  const title = vscode.l10n.t('Set API Key');
  const named = typeof name === 'string' ? services.environments.find(name) : undefined;
  const environment = named === undefined || isEmbedded(named) ? await pickKeyed(services, title) : named;
  if (environment === undefined) return;
  const key = await askKey(environment, title);
  if (key !== undefined) await keepKey(services, environment, key);
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
  if (picked?.environment === undefined) return;
  const remove = vscode.l10n.t('Remove');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove {0} and its API key?', picked.environment.name),
    { modal: true, detail: vscode.l10n.t('Its orders stay in the order history.') },
    remove,
  );
  if (answer !== remove) return;
  await services.keys.remove(picked.environment);
  await services.environments.remove(picked.environment.name);
}
