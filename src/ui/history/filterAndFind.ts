import * as vscode from 'vscode';
import { printsToFind } from '../../calls/inputs/compared.ts';
import { possibleInputs } from '../../calls/inputs/possibleInputs.ts';
import type { Ledger, OrderFilter, OrderSummary } from '../../calls/ports/ports.ts';
import { coverCode } from '../../contract/coverText.ts';
import { operations } from '../../contract/operations.ts';
import { billings, outcomes } from '../../contract/words.ts';
import { driftGrades } from '../../shapes/model.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import { billingWord, outcomeWord } from '../words/both/orderWords.ts';
import { filtersSaying } from './shownWords.ts';

interface FilterItem extends vscode.QuickPickItem {
  /** The filter with this choice added. */
  readonly add?: (filter: OrderFilter) => OrderFilter;
}

/** What a search found: the newest of what many rows say, after what one order alone is known by. */
interface Found {
  readonly orders: readonly OrderSummary[];
  /** There are others, which are not shown. */
  readonly more: boolean;
}

/** Orders that a search shows at most. */
export const foundAtMost = 100;

const dayMs = 24 * 3_600_000;

function heading(label: string): FilterItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function dateItems(now: number): FilterItem[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const spans: readonly (readonly [string, number])[] = [
    [vscode.l10n.t('Today'), midnight],
    [vscode.l10n.t('Last 7 days'), midnight - 6 * dayMs],
    [vscode.l10n.t('Last 30 days'), midnight - 29 * dayMs],
    [vscode.l10n.t('Last 365 days'), midnight - 364 * dayMs],
  ];
  // Several spans chosen mean the widest.
  return spans.map(([label, from]) => ({
    label,
    add: (filter) => ({ ...filter, from: Math.min(from, filter.from ?? from) }),
  }));
}

function items(
  now: number,
  known: { readonly environments: readonly string[]; readonly messageCodes: readonly string[] },
): FilterItem[] {
  return [
    heading(vscode.l10n.t('Environment')),
    ...known.environments.map(
      (name): FilterItem => ({
        label: name,
        add: (f) => ({ ...f, environments: [...(f.environments ?? []), name] }),
      }),
    ),
    heading(vscode.l10n.t('Operation')),
    ...operations.map(
      (one): FilterItem => ({
        label: one.title,
        add: (f) => ({ ...f, operations: [...(f.operations ?? []), one.id] }),
      }),
    ),
    heading(vscode.l10n.t('Outcome')),
    ...outcomes.map(
      (one): FilterItem => ({
        label: outcomeWord(one),
        add: (f) => ({ ...f, outcomes: [...(f.outcomes ?? []), one] }),
      }),
    ),
    heading(vscode.l10n.t('message_code')),
    ...known.messageCodes.map(
      (one): FilterItem => ({
        label: coverCode(one),
        add: (f) => ({ ...f, messageCodes: [...(f.messageCodes ?? []), one] }),
      }),
    ),
    heading(vscode.l10n.t('Billing')),
    ...billings.map(
      (one): FilterItem => ({
        label: billingWord(one),
        add: (f) => ({ ...f, billings: [...(f.billings ?? []), one] }),
      }),
    ),
    heading(vscode.l10n.t('Date')),
    ...dateItems(now),
    heading(vscode.l10n.t('Learned')),
    {
      label: vscode.l10n.t('Departs from what was learned'),
      add: (f) => ({ ...f, drifts: driftGrades }),
    },
    heading(vscode.l10n.t('Note')),
    { label: vscode.l10n.t('Has a note'), add: (f) => ({ ...f, hasNote: true }) },
  ];
}

/** Whether a filter holds all that a choice adds, kind by kind: some outcomes and billings are called the same. */
function holds(filter: OrderFilter, choice: OrderFilter): boolean {
  const inForce = new Map<string, unknown>(Object.entries(filter));
  return Object.entries(choice).every(([kind, added]) => {
    const values = [inForce.get(kind)].flat();
    return [added].flat().every((value) => values.includes(value));
  });
}

/** Marks the choices that the filter in force already holds. */
function withPicked(all: readonly FilterItem[], filter: OrderFilter): FilterItem[] {
  return all.map((one) => (one.add === undefined ? one : { ...one, picked: holds(filter, one.add({})) }));
}

export async function filterOrders(services: Services, state: FilterState): Promise<void> {
  const known = await (await services.ledger()).distinct();
  const picked = await vscode.window.showQuickPick(
    withPicked(items(services.now(), known), state.current()),
    {
      title: vscode.l10n.t('Filter Order History'),
      placeHolder: vscode.l10n.t('Choices of one kind add results; different kinds narrow them'),
      canPickMany: true,
      // What is marked already is not lost because the focus moves.
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined) return;
  await state.set(picked.reduce<OrderFilter>((filter, one) => one.add?.(filter) ?? filter, {}));
}

/** By what a person may know of one order; it goes before what many of them say. */
async function ofOneOrder(services: Services, ledger: Ledger, typed: string): Promise<OrderSummary[]> {
  const found = [...(await ledger.find(typed, foundAtMost + 1))];
  for (const { operation, body } of possibleInputs(typed.trim(), [...services.operations(), ...operations])) {
    for (const print of await printsToFind(ledger, operation, body))
      found.push(...(await ledger.sameInput(print, foundAtMost + 1)));
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
        'No order matches. An exact input must be typed as it was sent, several values with commas between them. Of notes, the newest 1,000 are searched.',
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
