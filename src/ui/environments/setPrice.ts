import * as vscode from 'vscode';
import { withPrice } from '../../calls/environments/editing.ts';
import type { Environment } from '../../calls/environments/environments.ts';
import { typedAmount } from '../../calls/environments/typed.ts';
import { rupees } from '../../calls/usage/money.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { Services } from '../base/services.ts';
import { askAndWrite, type Ended, reading } from './askAndWrite.ts';
import { asItIsNow, type EditLine, editOneOf, tellSaved } from './editLines.ts';

function priceLine(services: Services, environment: Environment, { id, title, icon }: Operation): EditLine {
  const price = environment.prices?.[id] ?? null;
  return {
    label: title,
    iconPath: new vscode.ThemeIcon(icon),
    description: price === null ? vscode.l10n.t('No price set') : rupees(price),
    ask: () =>
      askAndWrite(services, environment, {
        title: `${environment.name} · ${title}`,
        prompt: vscode.l10n.t(
          'Rupees for one call, as agreed with the service, which documents no prices. 0 is a price; empty = not known.',
        ),
        placeholder: '4.50',
        value: price ?? '',
        read: reading(typedAmount, (typed) => withPrice(id, typed)),
      }),
  };
}

/**
 * Lets the price of one operation be set.
 * @param wanted that operation; undefined = it is chosen from a list, to which Back leads from it, too
 * @param canGoBack from the list to where it was opened
 */
export async function setPriceOf(
  services: Services,
  environment: Environment,
  wanted: OperationId | undefined,
  canGoBack: boolean,
): Promise<Ended> {
  const operation = operations.find(({ id }) => id === wanted);
  if (operation !== undefined) {
    const ended = await priceLine(services, environment, operation).ask();
    const after = asItIsNow(services, environment);
    const { label, description } = priceLine(services, after, operation);
    if (ended === 'done') tellSaved(after, label, description);
    if (ended !== 'back') return ended;
  }
  return editOneOf(
    services,
    environment,
    ({ name }) => ({
      title: vscode.l10n.t('Prices of {0}', name),
      placeholder: vscode.l10n.t('What one call costs there'),
    }),
    (now) => operations.map((one) => priceLine(services, now, one)),
    canGoBack,
  );
}
