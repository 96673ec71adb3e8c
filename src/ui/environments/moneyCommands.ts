import * as vscode from 'vscode';
import { operations } from '../../contract/operations.ts';
import type { Services } from '../base/services.ts';
import { namedOfSettings, pickOfSettings } from './environmentCommands.ts';
import { setBudgetOf } from './setBudget.ts';
import { setPriceOf } from './setPrice.ts';

function nothingToSet(): string {
  return vscode.l10n.t(
    'Prices and budgets belong to live environments; the sandbox bills nothing. Add one first.',
  );
}

/**
 * @param name of the environment; another argument, or a name that is gone, asks for it
 * @param limit that its list starts at; another argument starts at the first
 */
export async function setBudget(services: Services, name: unknown, limit?: unknown): Promise<void> {
  const environment =
    namedOfSettings(services, name) ??
    (await pickOfSettings(services, vscode.l10n.t('Set Budget'), nothingToSet()));
  if (environment !== undefined) await setBudgetOf(services, environment, false, limit);
}

/**
 * @param operation whose price is meant; another argument lets it be chosen
 * @param name of the environment, as for setBudget
 */
export async function setPrice(services: Services, operation: unknown, name: unknown): Promise<void> {
  const wanted = operations.find(({ id }) => id === operation)?.id;
  const environment =
    namedOfSettings(services, name) ??
    (await pickOfSettings(services, vscode.l10n.t('Set Price'), nothingToSet()));
  if (environment !== undefined) await setPriceOf(services, environment, wanted, false);
}
