import * as vscode from 'vscode';
import { mayBill, sandboxEnvironment } from '../../calls/environments/environments.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { operationById } from '../../contract/operations.ts';
import { gone, ordersOf, selectedIds } from '../history/chosenOrders.ts';
import { age, moneyWord, orderCode, shownOrderId } from '../orderWords.ts';
import type { Runtime, Services } from '../services.ts';
import { readOrderRef } from './arguments.ts';
import { chooseOperation } from './chooseOperation.ts';

/** Where a walkthrough says that nothing is billed, a live window is asked first. @returns false = given up */
async function sandboxFirst({ environments }: Services): Promise<boolean> {
  const { name } = environments.current();
  if (!mayBill(environments.current())) return true;
  const use = vscode.l10n.t('Use the Sandbox');
  const stay = vscode.l10n.t('Stay in {0}', name);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('This window uses {0}, which is live: calls can be billed.', name),
    { modal: true, detail: vscode.l10n.t('The sandbox needs no key and bills nothing.') },
    use,
    stay,
  );
  if (answer === use) await environments.choose(sandboxEnvironment);
  return answer !== undefined;
}

/** @param place "sandbox" where the link that leads here promises that nothing is billed */
export async function openRequestForm(
  services: Services,
  runtime: () => Promise<Runtime>,
  argument: unknown,
  place: unknown,
): Promise<void> {
  if (place === 'sandbox' && !(await sandboxFirst(services))) return;
  const operation = await chooseOperation(argument, vscode.l10n.t('Open Request Form'));
  if (operation !== undefined) await (await runtime()).openForm(operation);
}

function orderPick(order: OrderSummary, now: number): vscode.QuickPickItem & { readonly id: OrderId } {
  return {
    id: order.id,
    label: `${operationById(order.operation).title} · ${orderCode(order)}`,
    description: `${moneyWord(order)} · ${order.maskedInput} · ${age(order.begunAt, now)}`,
    ...(order.orderId === null ? {} : { detail: shownOrderId(order) }),
  };
}

async function newestOrders(services: Services): Promise<readonly OrderSummary[]> {
  const ledger = await services.ledger();
  return (await ledger.list({ group: 'all', limit: 200, after: null })).orders;
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

/** The order_ids of all selected rows, one a line, oldest first. */
export async function copyOrderId(services: Services, argument: unknown, selection?: unknown): Promise<void> {
  const selected = selectedIds(argument, selection);
  if (selected.length > 1) return copyOrderIds(services, selected);
  const id = await chooseOrder(services, argument, vscode.l10n.t('Copy order_id'));
  if (id === undefined) return;
  const order = await (await services.ledger()).get(id);
  if (order === null) throw gone();
  if (order.orderId === null) {
    void vscode.window.showInformationMessage(
      order.failureCode === null && order.httpStatus !== null
        ? vscode.l10n.t('The service gave no order_id for this order.')
        : vscode.l10n.t('No order_id came.'),
    );
    return;
  }
  await vscode.env.clipboard.writeText(order.orderId);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied order_id {0}', shownOrderId(order)), 3000);
}

async function copyOrderIds(services: Services, ids: readonly OrderId[]): Promise<void> {
  const orders = [...(await ordersOf(await services.ledger(), ids))].sort((a, b) => a.begunAt - b.begunAt);
  const found = orders.map((order) => order.orderId).filter((id) => id !== null);
  if (found.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('None of the selected orders has an order_id.'));
    return;
  }
  await vscode.env.clipboard.writeText(found.join('\n'));
  const without = orders.length - found.length;
  vscode.window.setStatusBarMessage(
    without === 0
      ? vscode.l10n.t('Copied {0} order_ids.', found.length)
      : vscode.l10n.t('Copied {0} order_ids; {1} selected orders have none.', found.length, without),
    3000,
  );
}

export async function copySandboxUrl(services: Services): Promise<void> {
  const sandbox = await services.sandbox();
  await vscode.env.clipboard.writeText(sandbox.url);
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Copied {0}. The sandbox runs in this window only and accepts the key {1}.',
      sandbox.url,
      sandbox.key,
    ),
  );
}
