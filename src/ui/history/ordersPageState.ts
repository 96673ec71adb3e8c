import * as vscode from 'vscode';
import { countedUpTo, type OrderPreset, orderPresets, presetQuery } from '../../calls/orders/orderPresets.ts';
import type { OrderQuery, OrderSummary } from '../../calls/ports/ports.ts';
import type { OrdersChoice, OrdersState, OrdersWindow } from '../../protocol/orders.ts';
import type { Services } from '../base/services.ts';
import { pageTranslations } from '../shell/pageTranslations.ts';
import { findOrders } from './filterAndFind.ts';
import { columnViews, RowWords } from './ordersPageColumns.ts';

/** Rows the page gets at a time: some screens. */
const windowRows = 200;

/** What is shown: the choice, and what is looked for, which is kept nowhere. */
export interface ShownList {
  readonly list: number;
  readonly choice: OrdersChoice;
  readonly find: string;
}

export function queryOf(
  { preset, environment, sort }: OrdersChoice,
  now: number,
): Pick<OrderQuery, 'group' | 'filter' | 'sort'> {
  return { ...presetQuery(preset, environment, now), sort };
}

function windowOf(
  { columns, group }: OrdersChoice,
  orders: readonly OrderSummary[],
  next: string | null,
  now: number,
): OrdersWindow {
  const words = new RowWords(now);
  return { rows: orders.map((order) => words.row(order, columns, group)), next };
}

/** What is looked for is one window, of which more may have been found than it holds. */
async function searchWindow(services: Services, { choice, find }: ShownList) {
  const { orders, more } = await findOrders(services, find);
  const window = windowOf(choice, orders, null, services.now());
  return { window, found: `${orders.length}${more ? '+' : ''}` };
}

/** The window after a place. */
export async function readWindow(
  services: Services,
  shown: ShownList,
  after: string | null,
): Promise<OrdersWindow> {
  const { choice, find } = shown;
  if (find !== '') return (await searchWindow(services, shown)).window;
  const now = services.now();
  const ledger = await services.ledger();
  const { orders, next } = await ledger.list({ ...queryOf(choice, now), limit: windowRows, after });
  return windowOf(choice, orders, next, now);
}

/** The first window, and the words for how many orders there are. */
async function firstWindow(services: Services, shown: ShownList, presets: OrdersState['presets']) {
  if (shown.find !== '') {
    const { window, found } = await searchWindow(services, shown);
    return { first: window, total: vscode.l10n.t('Orders found: {0}', found) };
  }
  const count = presets.find(({ id }) => id === shown.choice.preset)?.count ?? '0';
  return {
    first: await readWindow(services, shown, null),
    total: vscode.l10n.t('Orders shown: {0}', count),
  };
}

function presetTitle(id: OrderPreset): string {
  const titles: Record<OrderPreset, string> = {
    all: vscode.l10n.t('All'),
    open: vscode.l10n.t('Open orders'),
    unknown: vscode.l10n.t('Unknown'),
    attention: vscode.l10n.t('Needs attention'),
    today: vscode.l10n.t('Today'),
    negatives: vscode.l10n.t('Billed negatives'),
    repeats: vscode.l10n.t('Repeats'),
    drifts: vscode.l10n.t('Departs from what was learned'),
  };
  return titles[id];
}

/** "12", or "1,000+" where nobody counted on. */
function countWord(count: number): string {
  const shown = Math.min(count, countedUpTo).toLocaleString(vscode.env.language);
  return count > countedUpTo ? `${shown}+` : shown;
}

async function presetViews(services: Services, environment: string | null): Promise<OrdersState['presets']> {
  const ledger = await services.ledger();
  const now = services.now();
  return Promise.all(
    orderPresets.map(async (id) => {
      const count = await ledger.countUpTo(presetQuery(id, environment, now), countedUpTo + 1);
      return { id, title: presetTitle(id), count: countWord(count) };
    }),
  );
}

function emptyWords({ choice, find }: ShownList, hasAny: boolean): string {
  if (find !== '') {
    return vscode.l10n.t(
      'No order matches. Type an exact input as it was sent, with commas between values. Only the newest 1,000 notes are searched.',
    );
  }
  if (!hasAny)
    return vscode.l10n.t('No orders yet. Each call you send is kept here, with its answer and what it cost.');
  return choice.preset === 'open' || choice.preset === 'unknown' || choice.preset === 'attention'
    ? vscode.l10n.t('No order is open.')
    : vscode.l10n.t('No order is of this kind.');
}

/** One whole snapshot of the page, but for the windows after the first. */
export async function ordersState(services: Services, shown: ShownList): Promise<OrdersState> {
  const { list, choice, find } = shown;
  const ledger = await services.ledger();
  const [presets, { environments }, span, erasures] = await Promise.all([
    presetViews(services, choice.environment),
    ledger.distinct(),
    ledger.span(),
    ledger.erasures(),
  ]);
  const { first, total } = await firstWindow(services, shown, presets);
  return {
    list,
    erasures,
    choice,
    presets,
    environments: [
      ...new Set([
        ...services.environments.all().map(({ name }) => name),
        ...environments,
        // One whose orders are all gone can still be asked for.
        ...(choice.environment === null ? [] : [choice.environment]),
      ]),
    ],
    columns: columnViews(choice.columns),
    first,
    total,
    found: find,
    empty: first.rows.length > 0 ? '' : emptyWords(shown, span !== null),
    l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
  };
}
