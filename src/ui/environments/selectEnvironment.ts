import * as vscode from 'vscode';
import { type Environment, identityOf, isEmbedded } from '../../calls/environments/environments.ts';
import { operations } from '../../contract/operations.ts';
import { pickWithButtons } from '../asking/pickWithButtons.ts';
import type { Services } from '../base/services.ts';
import { addEnvironment } from './addEnvironment.ts';
import type { Ended } from './askAndWrite.ts';
import { asItIsNow } from './editLines.ts';
import { item, removeAsked, setKeyOf } from './environmentCommands.ts';
import { setAddressOf } from './setAddress.ts';
import { setBudgetOf } from './setBudget.ts';
import { setLimitOf } from './setLimit.ts';
import { setPriceOf } from './setPrice.ts';

/** What can be done to an environment of the settings, in the order of the buttons. */
interface Work {
  readonly icon: string;
  readonly name: string;
  run(services: Services, environment: Environment): Promise<Ended>;
}

function works(): readonly Work[] {
  return [
    { icon: 'globe', name: vscode.l10n.t('Edit Base URL…'), run: setAddressOf },
    {
      icon: 'key',
      name: vscode.l10n.t('Set API Key…'),
      run: async (services, environment) => ((await setKeyOf(services, environment)) ? 'done' : 'gone'),
    },
    {
      icon: 'tag',
      name: vscode.l10n.t('Set Price…'),
      run: (services, environment) => setPriceOf(services, environment, undefined, true),
    },
    { icon: 'dashboard', name: vscode.l10n.t('Set Limits…'), run: setLimitOf },
    {
      icon: 'pie-chart',
      name: vscode.l10n.t('Set Budget…'),
      run: (services, environment) => setBudgetOf(services, environment, true),
    },
    {
      icon: 'trash',
      name: vscode.l10n.t('Remove Environment…'),
      run: async (services, environment) => ((await removeAsked(services, environment)) ? 'done' : 'back'),
    },
  ];
}

interface Line extends vscode.QuickPickItem {
  readonly environment?: Environment;
  readonly leads?: 'add' | 'edit';
}

/** What of prices and budget is set; their values are a button away. */
function moneyWords({ prices, budget }: Environment): string {
  const { l10n } = vscode;
  const set = operations.filter(({ id }) => prices?.[id] !== undefined).length;
  const priceWords =
    set === 0 ? l10n.t('no price set') : l10n.t('prices: {0} of {1}', set, operations.length);
  const budgetWords =
    budget === undefined
      ? l10n.t('no budget')
      : budget.kind === 'set'
        ? l10n.t('budget set')
        : l10n.t('budget cannot be read');
  return `${budgetWords} · ${priceWords}`;
}

/** @param buttons one for each of `works` */
function linesOf(services: Services, buttons: readonly vscode.QuickInputButton[]): readonly Line[] {
  const { environments } = services;
  const all = environments.all();
  const current = environments.current();
  const { l10n, QuickPickItemKind } = vscode;
  const edit: Line = { label: `$(edit) ${l10n.t('Edit environment…')}`, leads: 'edit' };
  return [
    ...all.map((one): Line => {
      const line = item(one, current);
      return isEmbedded(one) ? line : { ...line, detail: `${one.baseUrl} · ${moneyWords(one)}`, buttons };
    }),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: `$(add) ${l10n.t('Add environment…')}`, leads: 'add' },
    // What the buttons do, by name: they have but pictures.
    ...(all.some((one) => !isEmbedded(one)) ? [edit] : []),
  ];
}

/** The same as the buttons offer, as a list: of the environment that is chosen there first. */
async function editByList(services: Services): Promise<Ended> {
  const { environments } = services;
  const current = environments.current();
  const buttons = [vscode.QuickInputButtons.Back];
  const items: readonly Line[] = environments
    .all()
    .filter((one) => !isEmbedded(one))
    .map((one) => item(one, current));
  const title = vscode.l10n.t('Edit Environment');
  const active = items.find(({ environment }) => environment?.name === current.name);
  const placeholder = vscode.l10n.t('Which environment?');
  const answer = await pickWithButtons({ title, placeholder, items, active, buttons });
  if (answer?.kind !== 'item' || answer.item.environment === undefined) {
    return answer === undefined ? 'gone' : 'back';
  }
  const { environment } = answer.item;
  const todo = works().map(({ icon, name, run }) => ({ label: `$(${icon}) ${name}`, run }));
  const chosen = await pickWithButtons({
    title: vscode.l10n.t('Edit {0}', environment.name),
    placeholder: environment.baseUrl,
    items: todo,
    buttons,
  });
  if (chosen === undefined) return 'gone';
  return chosen.kind === 'item' ? chosen.item.run(services, environment) : editByList(services);
}

/** Which environment this window uses; each of the settings is edited from its line, too, and the list is there again. */
export async function selectEnvironment(services: Services): Promise<void> {
  let active = services.environments.current();
  for (;;) {
    const all = works();
    const buttons = all.map(({ icon, name }) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip: name }));
    const lines = linesOf(services, buttons);
    const answer = await pickWithButtons({
      title: vscode.l10n.t('Environment for This Window'),
      placeholder: vscode.l10n.t('Now: {0}', services.environments.current().name),
      items: lines,
      active: lines.find(({ environment }) => environment && identityOf(environment) === identityOf(active)),
    });
    if (answer === undefined || answer.kind === 'button') return;
    const { environment, leads } = answer.item;
    if (answer.kind === 'item') {
      if (leads === 'add') return addEnvironment(services);
      if (environment !== undefined) return services.environments.choose(environment);
      if ((await editByList(services)) === 'gone') return;
      continue;
    }
    if (environment === undefined) return;
    active = asItIsNow(services, environment);
    const work = all.find(({ name }) => name === answer.button.tooltip);
    if ((await work?.run(services, active)) === 'gone') return;
  }
}
