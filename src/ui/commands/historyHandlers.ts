import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import { contextKeys } from '../../contributions.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import type { HistoryCommand } from '../history/historyWork.ts';
import type { Features } from '../runtime/features.ts';
import { type CommandParts, someHandlers } from './commandParts.ts';
import { copyOrderId } from './orderCommands.ts';
import type { Handler } from './start/register.ts';

type Act = (features: Features, id: OrderId) => Promise<void>;

/** Orders: shown, filtered, recorded on, handed on and erased. */
export function historyHandlers({ services, features, orders, filter }: CommandParts) {
  const withOrder = (title: string, act: Act): Handler => {
    return async (argument) => {
      const id = await chooseOrder(services, argument, title);
      if (id !== undefined) await act(await features(), id);
    };
  };
  /** Also ticks the walkthrough's step off: a row's click reaches VS Code under another name than the command's. */
  const reading = (title: string, show: Act): Handler =>
    withOrder(title, async (all, id) => {
      await show(all, id);
      await services.ticks.tick(contextKeys.answerRead);
    });
  const inHistory = (command: HistoryCommand): Handler => {
    return async (argument, selection) => (await features()).history.run(command, argument, selection);
  };
  return someHandlers({
    openOrder: reading(vscode.l10n.t('Open Order'), ({ pages }, id) => pages.openOrder(id)),
    openOrderJson: reading(vscode.l10n.t('Open Answer as JSON'), ({ documents }, id) => documents.open(id)),
    editAnswerCopy: async () => (await features()).documents.editCopy(),
    copyOrderId: (argument, selection) => copyOrderId(services, argument, selection),
    sendAgain: withOrder(vscode.l10n.t('Send Again as a New Form'), ({ pages }, id) => pages.sendAgain(id)),
    filterOrders: inHistory('filterOrders'),
    clearOrderFilter: () => filter.set({}),
    findOrder: inHistory('findOrder'),
    compareOrders: inHistory('compareOrders'),
    compareOrdersSorted: inHistory('compareOrdersSorted'),
    compareOrdersRevealed: inHistory('compareOrdersRevealed'),
    copySupportQuote: inHistory('copySupportQuote'),
    noteOrder: inHistory('noteOrder'),
    recordOutcome: inHistory('recordOutcome'),
    followUpOrder: inHistory('followUpOrder'),
    addSupportText: inHistory('addSupportText'),
    openOrdersPage: async () => (await features()).ordersPage.open(),
    exportOrders: inHistory('exportOrders'),
    backUpOrders: inHistory('backUpOrders'),
    restoreOrders: inHistory('restoreOrders'),
    eraseOrder: inHistory('eraseOrder'),
    eraseOrdersBefore: inHistory('eraseOrdersBefore'),
    eraseInput: inHistory('eraseInput'),
    refreshOrders: () => orders.refresh(),
    loadMoreOrders: (group) => orders.loadMore(group),
  });
}
