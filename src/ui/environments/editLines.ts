import * as vscode from 'vscode';
import { type Environment, identityOf } from '../../calls/environments/environments.ts';
import { type PickOptions, pickWithButtons } from '../asking/pickWithButtons.ts';
import type { Services } from '../base/services.ts';
import type { Ended } from './askAndWrite.ts';

/** One value of an environment, with what it is now. */
export interface EditLine extends vscode.QuickPickItem {
  readonly description: string;
  ask(): Promise<Ended>;
}

type Shown = Pick<PickOptions<EditLine>, 'title' | 'placeholder'>;

/** What an environment is now, in whatever window it was edited; as it was where it is gone, which writing then says. */
export function asItIsNow({ environments }: Services, environment: Environment): Environment {
  return environments.byIdentity(identityOf(environment)) ?? environment;
}

/** Said once a value stands in the settings. @param what names it, @param value as it is shown there */
export function tellSaved({ name }: Environment, what: string, value: string): void {
  void vscode.window.showInformationMessage(vscode.l10n.t('Saved for {0}. {1}: {2}.', name, what, value));
}

/** Lists values of an environment until one was edited; Back of a value's box leads to the list again. @param canGoBack to where the list was opened, @param first the line it starts at, -1 = the first of all */
export async function editOneOf(
  services: Services,
  environment: Environment,
  shown: (now: Environment) => Shown,
  lines: (now: Environment) => readonly EditLine[],
  canGoBack: boolean,
  first = -1,
): Promise<Ended> {
  let at = first;
  for (;;) {
    const now = asItIsNow(services, environment);
    const items = lines(now);
    const answer = await pickWithButtons({
      ...shown(now),
      items,
      active: items[at],
      buttons: canGoBack ? [vscode.QuickInputButtons.Back] : [],
    });
    if (answer === undefined) return 'gone';
    if (answer.kind === 'button') return 'back';
    at = items.findIndex(({ label }) => label === answer.item.label);
    const ended = await answer.item.ask();
    if (ended === 'back') continue;
    const after = asItIsNow(services, environment);
    const line = lines(after)[at];
    if (ended === 'done' && line !== undefined) tellSaved(after, line.label, line.description);
    return ended;
  }
}
