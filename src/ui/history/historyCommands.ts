import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { commandIds } from '../../contributions.ts';
import { chooseOrder, openFirst } from '../asking/chooseOrder.ts';
import { selectedIds } from '../asking/chosenOrders.ts';
import { tellFailure } from '../base/both/tellFailure.ts';
import type { Services } from '../base/services.ts';
import type { FilterState } from '../base/start/filterState.ts';
import { backUpOrders, restoreOrders } from './backUp.ts';
import { type Comparing, compareOrders } from './compare.ts';
import { eraseBefore, eraseInputs, eraseOrders } from './erase.ts';
import { exportOrders } from './exportOrders.ts';
import { filterOrders, findOrder } from './filterAndFind.ts';
import { followUp } from './followUp.ts';
import type { HistoryCommand, HistoryWork } from './historyWork.ts';
import { askKeepLess } from './keepLess.ts';
import { noteOrders, recordOutcome } from './record.ts';
import { addSupportText, copySupportQuotes } from './support.ts';

interface Call {
  readonly services: Services;
  readonly filter: FilterState;
  readonly argument: unknown;
  readonly selection: unknown;
  readonly write: WriteOnPage;
}

/** Opens the order's page with a box in which what support sent is written. */
type WriteOnPage = (id: OrderId) => Promise<void>;

/** Does something with every selected order; called without any, with one that is picked. */
function onAll(
  title: string,
  act: (services: Services, ids: readonly OrderId[]) => Promise<void>,
  among?: (services: Services) => Promise<readonly OrderSummary[]>,
): (call: Call) => Promise<void> {
  return async ({ services, argument, selection }) => {
    const ids = selectedIds(argument, selection);
    if (ids.length > 0) return act(services, ids);
    const orders = argument === undefined ? await among?.(services) : undefined;
    const id = await chooseOrder(services, argument, title, orders);
    if (id !== undefined) await act(services, [id]);
  };
}

/** What support sent is about one order: of several, it cannot be told which. */
async function addTextToOne(services: Services, ids: readonly OrderId[], write: WriteOnPage): Promise<void> {
  const [id] = ids;
  if (ids.length > 1 || id === undefined) {
    throw new Error(
      vscode.l10n.t('What support sent is kept with one order: select one, not {0}.', ids.length),
    );
  }
  await addSupportText(services, id, write);
}

async function compareTwo({ services, argument, selection }: Call, how: Comparing): Promise<void> {
  const ids = selectedIds(argument, selection);
  if (ids.length > 2) {
    throw new Error(vscode.l10n.t('Select two orders to compare; {0} are selected.', ids.length));
  }
  await compareOrders(services, ids, how);
}

/** Selected rows; called without any, everything the filter in force shows. */
async function exportChosen({ services, filter, argument, selection }: Call): Promise<void> {
  const ids = selectedIds(argument, selection);
  await exportOrders(services, ids.length > 0 ? { ids } : { filter: filter.current() });
}

const table: Record<HistoryCommand, (call: Call) => Promise<void>> = {
  filterOrders: ({ services, filter }) => filterOrders(services, filter),
  findOrder: ({ services }) =>
    findOrder(services, async (id) => {
      await vscode.commands.executeCommand(commandIds.openOrder, id);
    }),
  compareOrders: (call) => compareTwo(call, 'masked'),
  compareOrdersSorted: (call) => compareTwo(call, 'sorted'),
  compareOrdersRevealed: (call) => compareTwo(call, 'revealed'),
  copySupportQuote: (call) => onAll(vscode.l10n.t('Copy Support Quote'), copySupportQuotes)(call),
  noteOrder: (call) => onAll(vscode.l10n.t('Edit Order Note'), noteOrders)(call),
  recordOutcome: (call) => onAll(vscode.l10n.t('Record Outcome'), recordOutcome, openFirst)(call),
  followUpOrder: (call) => onAll(vscode.l10n.t('Follow Up On'), followUp, openFirst)(call),
  addSupportText: (call) => {
    const add = (services: Services, ids: readonly OrderId[]) => addTextToOne(services, ids, call.write);
    return onAll(vscode.l10n.t('Add What Support Sent'), add)(call);
  },
  exportOrders: exportChosen,
  backUpOrders: ({ services }) => backUpOrders(services),
  restoreOrders: ({ services }) => restoreOrders(services),
  eraseOrder: (call) => onAll(vscode.l10n.t('Erase Order'), eraseOrders)(call),
  eraseOrdersBefore: ({ services }) => eraseBefore(services),
  eraseInput: (call) => onAll(vscode.l10n.t('Erase Everything About an Input'), eraseInputs)(call),
};

export function historyWork(services: Services, filter: FilterState, write: WriteOnPage): HistoryWork {
  return {
    run: (command, argument, selection) => table[command]({ services, filter, argument, selection, write }),
    askKeepLess: (held) => askKeepLess(services, held).catch(tellFailure),
  };
}
