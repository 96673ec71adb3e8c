import * as vscode from 'vscode';
import { printsToFind } from '../../calls/inputs/compared.ts';
import { possibleInputs } from '../../calls/inputs/possibleInputs.ts';
import type { Ledger, OrderSummary } from '../../calls/ports/ports.ts';
import { operations } from '../../contract/operations.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import { filterChoices, filterOf } from './filterChoices.ts';
import { filtersSaying } from './shownWords.ts';

/** What a search found: the newest of what many rows say, after what one order alone is known by. */
interface Found {
  readonly orders: readonly OrderSummary[];
  /** There are others, which are not shown. */
  readonly more: boolean;
}

/** Orders that a search shows at most. */
export const foundAtMost = 100;

export async function filterOrders(services: Services, state: FilterState): Promise<void> {
  const known = await (await services.ledger()).distinct();
  const before = state.current();
  const picked = await vscode.window.showQuickPick(filterChoices(known, before, services.now()), {
    title: vscode.l10n.t('Filter Order History'),
    placeHolder: vscode.l10n.t('Choices of one kind add results; different kinds narrow them'),
    canPickMany: true,
    // What is marked already is not lost because the focus moves.
    ignoreFocusOut: true,
  });
  if (picked === undefined) return;
  await state.set(filterOf(picked, before));
}

/** By what a person may know of one order; it goes before what many of them say. */
async function ofOneOrder(services: Services, ledger: Ledger, typed: string): Promise<OrderSummary[]> {
  const found = [...(await ledger.find(typed, foundAtMost + 1))];
  for (const { operation, body } of possibleInputs(typed.trim(), [...services.operations(), ...operations])) {
    for (const print of await printsToFind(ledger, operation, body))
      found.push(...(await ledger.sameInput(print, foundAtMost + 1, true)));
  }
  return found;
}

/**
 * Orders by anything a person may hold: an order_id anywhere in a pasted text, a code, a note, a masked input, the exact input,
 * which is compared by its keyed hash and kept nowhere, or a word that the row shows. Newest first, at most `foundAtMost`.
 */
export async function findOrders(services: Services, typed: string): Promise<Found> {
  const ledger = await services.ledger();
  const found = new Map((await ofOneOrder(services, ledger, typed)).map((order) => [order.id, order]));
  for (const filter of filtersSaying(typed, (await ledger.distinct()).environments)) {
    const { orders } = await ledger.list({ group: 'all', filter, limit: foundAtMost + 1, after: null });
    for (const order of orders) found.set(order.id, order);
  }
  const shown = [...found.values()].slice(0, foundAtMost);
  return {
    orders: shown.sort((one, other) => other.begunAt - one.begunAt),
    more: found.size > foundAtMost,
  };
}

export async function findOrder(services: Services, open: (id: string) => Promise<void>): Promise<void> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Find Order'),
    prompt: vscode.l10n.t(
      'order_id, message_code, words of a note or of a row, a masked input, or the exact input',
    ),
    ignoreFocusOut: true,
  });
  if (typed === undefined || typed.trim() === '') return;
  const { orders: found } = await findOrders(services, typed);
  const [first] = found;
  if (first === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'No order matches. Type an exact input as it was sent, with commas between values. Only the newest 1,000 notes are searched.',
      ),
    );
    return;
  }
  const id =
    found.length === 1
      ? first.id
      : await chooseOrder(services, undefined, vscode.l10n.t('Find Order'), found);
  if (id !== undefined) await open(id);
}
