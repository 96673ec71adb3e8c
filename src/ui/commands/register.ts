import * as vscode from 'vscode';
import { commandIds } from '../../contributions.ts';
import type { Runtime, Services } from '../services.ts';
import type { OrdersTree } from '../trees/ordersTree.ts';
import { addEnvironment, removeApiKey, removeEnvironment, selectEnvironment, setApiKey } from './environmentCommands.ts';
import { chooseOrder, copyOrderId, copySandboxUrl, openRequestForm } from './orderCommands.ts';

type Handler = (argument: unknown) => Promise<void> | void;

/** Every command by its id; a forgotten one does not compile. */
function handlers(services: Services, runtime: () => Promise<Runtime>, orders: OrdersTree): Record<keyof typeof commandIds, Handler> {
  const withOrder = (title: string, act: (runtime: Runtime, id: string) => Promise<void>): Handler => {
    return async (argument) => {
      const id = await chooseOrder(services, argument, title);
      if (id !== undefined) await act(await runtime(), id);
    };
  };
  return {
    openRequestForm: (argument) => openRequestForm(runtime, argument),
    addEnvironment: () => addEnvironment(services),
    selectEnvironment: () => selectEnvironment(services),
    removeEnvironment: () => removeEnvironment(services),
    setApiKey: () => setApiKey(services),
    removeApiKey: () => removeApiKey(services),
    openOrder: withOrder(vscode.l10n.t('Open Order'), (pages, id) => pages.openOrder(id)),
    openOrderJson: withOrder(vscode.l10n.t('Open Answer as JSON'), (pages, id) => pages.openOrderJson(id)),
    copyOrderId: (argument) => copyOrderId(services, argument),
    sendAgain: withOrder(vscode.l10n.t('Send Again as a New Form'), (pages, id) => pages.sendAgain(id)),
    refreshOrders: () => orders.refresh(),
    loadMoreOrders: () => orders.loadMore(),
    copySandboxUrl: () => copySandboxUrl(services),
    showLog: () => services.log.show(),
  };
}

export function registerCommands(services: Services, runtime: () => Promise<Runtime>, orders: OrdersTree): vscode.Disposable {
  const table = handlers(services, runtime, orders);
  const names = Object.keys(commandIds) as (keyof typeof commandIds)[];
  return vscode.Disposable.from(...names.map((name) => vscode.commands.registerCommand(commandIds[name], table[name])));
}
