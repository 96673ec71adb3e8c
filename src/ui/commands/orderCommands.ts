import * as vscode from 'vscode';
import { mayBill, sandboxEnvironment } from '../../calls/environments/environments.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import { chooseOperation } from '../asking/chooseOperation.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import { gone, ordersOf, selectedIds } from '../asking/chosenOrders.ts';
import { timed } from '../base/modal.ts';
import type { Services } from '../base/services.ts';
import type { PageWork } from '../panels/pageWork.ts';
import { tellOfSandbox } from '../places/otherSide.ts';
import { shownOrderId } from '../words/both/orderWords.ts';

/** Where a walkthrough says that nothing is billed, a live window is asked first. @returns false = given up */
async function sandboxFirst({ environments }: Services): Promise<boolean> {
  const { name } = environments.current();
  if (!mayBill(environments.current())) return true;
  const use = vscode.l10n.t('Use the Sandbox');
  const stay = vscode.l10n.t('Stay in {0}', name);
  const { answer } = await timed(() =>
    vscode.window.showInformationMessage(
      vscode.l10n.t('This window uses {0}, which is live: calls can be billed.', name),
      { modal: true, detail: vscode.l10n.t('The sandbox needs no key and bills nothing.') },
      use,
      stay,
    ),
  );
  if (answer === use) await environments.choose(sandboxEnvironment);
  return answer !== undefined;
}

/** @param place "sandbox" where the link that leads here promises that nothing is billed */
export async function openRequestForm(
  services: Services,
  pages: () => Promise<PageWork>,
  argument: unknown,
  place: unknown,
): Promise<void> {
  if (place === 'sandbox' && !(await sandboxFirst(services))) return;
  const operation = await chooseOperation(argument, vscode.l10n.t('Open Request Form'));
  if (operation !== undefined) await (await pages()).openForm(operation);
}

/** The order_ids of all selected rows, one a line, oldest first. */
export async function copyOrderId(services: Services, argument: unknown, selection?: unknown): Promise<void> {
  const selected = selectedIds(argument, selection);
  if (selected.length > 1) return copyOrderIds(services, selected);
  const id = await chooseOrder(services, argument, vscode.l10n.t('Copy Order ID'));
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
    [
      found.length === 1
        ? vscode.l10n.t('Copied 1 order_id.')
        : vscode.l10n.t('Copied {0} order_ids.', found.length),
      ...(without === 0 ? [] : [vscode.l10n.t('Selected orders without one: {0}.', without)]),
    ].join(' '),
    3000,
  );
}

export async function copySandboxUrl(services: Services): Promise<void> {
  const sandbox = await services.sandbox();
  await vscode.env.clipboard.writeText(sandbox.url);
  const words = vscode.l10n.t(
    'Copied. The sandbox accepts the key {0}, and runs in this window only.',
    sandbox.key,
  );
  tellOfSandbox(services, words).catch((error: unknown) => services.log.warn('sandbox', String(error)));
}
