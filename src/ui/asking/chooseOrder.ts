import * as vscode from 'vscode';
import { isRecorded } from '../../calls/orders/attention.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { operationById } from '../../contract/operations.ts';
import type { Services } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import {
  age,
  cameToWord,
  listedMoney,
  moneyOfCall,
  orderCode,
  resolvedWord,
  shownOrderId,
} from '../words/both/orderWords.ts';
import { readOrderRef } from './arguments.ts';

function orderPick(order: OrderSummary, now: number): vscode.QuickPickItem & { readonly id: OrderId } {
  const { state, resolved } = order;
  // What an order came to is what people look for, and what was recorded of it is later news; of one that is open the label says it.
  const came = isRecorded(resolved)
    ? [vscode.l10n.t('recorded: {0}', resolvedWord(resolved))]
    : state === 'settled'
      ? [cameToWord(order)]
      : [];
  const words = [
    moneyOfCall(order, order.kind, listedMoney(order)),
    ...came,
    inputWords(order.maskedInput),
    age(order.begunAt, now),
  ];
  return {
    id: order.id,
    label: `${operationById(order.operation).title} · ${orderCode(order)}`,
    description: words.join(' · '),
    ...(order.orderId === null ? {} : { detail: shownOrderId(order) }),
  };
}

async function newestOrders(services: Services): Promise<readonly OrderSummary[]> {
  const ledger = await services.ledger();
  return (await ledger.list({ group: 'all', limit: 200, after: null })).orders;
}

/** For commands on what the service left open: those orders first, which would be buried among others. */
export async function openFirst(services: Services): Promise<readonly OrderSummary[]> {
  const ledger = await services.ledger();
  const open = (await ledger.list({ group: 'attention', limit: 200, after: null })).orders;
  const ids = new Set(open.map(({ id }) => id));
  return [...open, ...(await newestOrders(services)).filter(({ id }) => !ids.has(id))];
}

/** The order a command is about: the row it was called on, or one picked from those given or from the newest. */
export async function chooseOrder(
  services: Services,
  argument: unknown,
  title: string,
  among?: readonly OrderSummary[],
): Promise<OrderId | undefined> {
  const reading = readOrderRef(argument);
  if (reading.kind === 'bad') throw new Error(vscode.l10n.t('{0} is not an order.', reading.shown));
  if (reading.kind === 'given') return reading.value;
  const orders = among ?? (await newestOrders(services));
  if (orders.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No orders yet.'));
    return undefined;
  }
  const now = services.now();
  const picked = await vscode.window.showQuickPick(
    orders.map((order) => orderPick(order, now)),
    {
      title,
      placeHolder: vscode.l10n.t('Newest first'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return picked?.id;
}
