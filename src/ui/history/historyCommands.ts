import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ids.ts';
import { commandIds } from '../../contributions.ts';
import { chooseOrder } from '../commands/orderCommands.ts';
import type { HistoryCommand, Services } from '../services.ts';
import type { FilterState } from '../trees/filterState.ts';
import { selectedIds } from './chosenOrders.ts';
import { compareOrders } from './compare.ts';
import { eraseBefore, eraseInput, eraseOrders } from './erase.ts';
import { exportOrders } from './exportOrders.ts';
import { filterOrders, findOrder } from './filterAndFind.ts';
import { copySupportQuote, noteOrder, recordOutcome } from './record.ts';

interface Call {
  readonly services: Services;
  readonly filter: FilterState;
  readonly argument: unknown;
  readonly selection: unknown;
}

/** Does something with one order: the row, or one picked. */
function onOne(
  title: string,
  act: (services: Services, id: OrderId) => Promise<void>,
): (call: Call) => Promise<void> {
  return async ({ services, argument }) => {
    const id = await chooseOrder(services, argument, title);
    if (id !== undefined) await act(services, id);
  };
}

async function eraseChosen({ services, argument, selection }: Call): Promise<void> {
  const ids = selectedIds(argument, selection);
  if (ids.length > 0) return eraseOrders(services, ids);
  const id = await chooseOrder(services, argument, vscode.l10n.t('Erase Order'));
  if (id !== undefined) await eraseOrders(services, [id]);
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
  compareOrders: ({ services, argument, selection }) =>
    compareOrders(services, selectedIds(argument, selection), 'masked'),
  compareOrdersSorted: ({ services, argument, selection }) =>
    compareOrders(services, selectedIds(argument, selection), 'sorted'),
  compareOrdersRevealed: ({ services, argument, selection }) =>
    compareOrders(services, selectedIds(argument, selection), 'revealed'),
  copySupportQuote: (call) => onOne(vscode.l10n.t('Copy Support Quote'), copySupportQuote)(call),
  noteOrder: (call) => onOne(vscode.l10n.t('Note'), noteOrder)(call),
  recordOutcome: (call) => onOne(vscode.l10n.t('Record Outcome'), recordOutcome)(call),
  exportOrders: exportChosen,
  eraseOrder: eraseChosen,
  eraseOrdersBefore: ({ services }) => eraseBefore(services),
  eraseInput: (call) => onOne(vscode.l10n.t('Erase Everything About an Input'), eraseInput)(call),
};

export function runHistoryCommand(
  command: HistoryCommand,
  services: Services,
  filter: FilterState,
  argument: unknown,
  selection: unknown,
): Promise<void> {
  return table[command]({ services, filter, argument, selection });
}
