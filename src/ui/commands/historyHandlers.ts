import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import { isRecord } from '../../contract/record.ts';
import { contextKeys } from '../../contributions.ts';
import { readOrderRef } from '../asking/arguments.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import { isOfNothing, isOfPage } from '../asking/ofPage.ts';
import type { HistoryCommand } from '../history/historyWork.ts';
import type { Features } from '../runtime/features.ts';
import { type CommandParts, someHandlers } from './commandParts.ts';
import { copyOrderId } from './orderCommands.ts';
import type { Handler } from './start/register.ts';

/** As the keybindings in package.json say it. */
function isFocusedRows(argument: unknown): boolean {
  return isRecord(argument) && argument.rows === 'focused';
}

type Act = (features: Features, id: OrderId) => Promise<void>;

/** Orders: shown, filtered, recorded on, handed on and erased. */
export function historyHandlers({ services, features, orders, rows, filter }: CommandParts) {
  /** What a command is about: without a word the order whose page is the active tab, where one is. */
  const about = async (argument: unknown): Promise<unknown> =>
    isOfNothing(argument) ? ((await features()).pages.shownOrder() ?? undefined) : argument;
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
  const openOrder = reading(vscode.l10n.t('Open Order'), ({ pages }, id) => pages.openOrder(id));
  const openJson = reading(vscode.l10n.t('Open Answer as JSON'), ({ documents }, id) => documents.open(id));
  const onPage = async (): Promise<OrderId> => {
    const id = (await features()).pages.answered();
    if (id === null) throw new Error(vscode.l10n.t('This page shows no answer yet.'));
    return id;
  };
  const onThis = (work: Handler): Handler => {
    return async (argument, selection) => work(await about(argument), selection);
  };
  const inHistory = (command: HistoryCommand): Handler => {
    return async (argument, selection) => (await features()).history.run(command, argument, selection);
  };
  /** Also by a key in the history, which hands over no row: nothing is asked where the focus is on none. */
  const onRows = (work: Handler): Handler => {
    return async (argument, selection) => {
      const chosen = isFocusedRows(argument) ? await rows.take() : null;
      if (chosen === null) await work(argument, selection);
      else if (chosen.length > 0) await work(chosen[0], chosen);
    };
  };
  const erase = onThis(inHistory('eraseOrder'));
  const isGone = async (argument: unknown): Promise<boolean> => {
    const order = readOrderRef(argument);
    return order.kind === 'given' && (await (await services.ledger()).get(order.value)) === null;
  };
  return someHandlers({
    openOrder: (argument) => (rows.isOnlySelected(argument) ? undefined : openOrder(argument)),
    openOrderJson: async (argument) => openJson(isOfPage(argument) ? await onPage() : await about(argument)),
    editAnswerCopy: async () => (await features()).documents.editCopy(),
    copyOrderId: onRows(onThis((argument, selection) => copyOrderId(services, argument, selection))),
    sendAgain: onThis(
      withOrder(vscode.l10n.t('Send Again as a New Form'), ({ pages }, id) => pages.sendAgain(id)),
    ),
    filterOrders: inHistory('filterOrders'),
    clearOrderFilter: () => filter.set({}),
    findOrder: inHistory('findOrder'),
    compareOrders: onThis(inHistory('compareOrders')),
    compareOrdersSorted: onThis(inHistory('compareOrdersSorted')),
    compareOrdersRevealed: onThis(inHistory('compareOrdersRevealed')),
    copySupportQuote: onThis(inHistory('copySupportQuote')),
    noteOrder: onThis(inHistory('noteOrder')),
    recordOutcome: onThis(inHistory('recordOutcome')),
    followUpOrder: onThis(inHistory('followUpOrder')),
    addSupportText: onThis(inHistory('addSupportText')),
    openOrdersPage: async () => (await features()).ordersPage.open(),
    exportOrders: inHistory('exportOrders'),
    // From the title of the view, whatever row had the focus.
    exportShownOrders: async () => (await features()).history.run('exportOrders', undefined, undefined),
    backUpOrders: inHistory('backUpOrders'),
    restoreOrders: inHistory('restoreOrders'),
    eraseOrder: onRows(async (argument, selection) => {
      await erase(argument, selection);
      // The next key is not to wait for rows that are gone: VS Code does not say that they are selected no more.
      if (await isGone(argument)) rows.hasSelected(0);
    }),
    eraseOrdersBefore: inHistory('eraseOrdersBefore'),
    eraseInput: onThis(inHistory('eraseInput')),
    refreshOrders: () => orders.refresh(),
    loadMoreOrders: (group) => orders.loadMore(group),
  });
}
