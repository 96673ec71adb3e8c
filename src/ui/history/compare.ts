import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { operationById } from '../../contract/operations.ts';
import { heldCall } from '../answers/notKept.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import { gone } from '../asking/chosenOrders.ts';
import { askModal } from '../base/modal.ts';
import type { Services } from '../base/services.ts';
import { documentUri } from '../documents/both/orderDocuments.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { isReduced } from '../words/reducedWords.ts';

/** As it came, masked; masked with its keys sorted; or in clear, after asking. */
export type Comparing = 'masked' | 'sorted' | 'revealed';

/** Personal data of two people side by side: never by the press of one key, nor for another extension's asking. */
async function mayReveal(): Promise<boolean> {
  const reveal = vscode.l10n.t('Compare Revealed');
  const detail = vscode.l10n.t(
    'Both answers are shown in read-only editors with personal data in the clear until the tab is closed.',
  );
  const question = vscode.l10n.t('Compare without masking?');
  return (await askModal(question, detail, reveal)) === reveal;
}

/** What was asked and when, as rows name an order: an order_id is too long for half a tab. */
function nameOf(order: OrderSummary, withDay: boolean): string {
  const time = new Date(order.begunAt).toLocaleString(vscode.env.language, {
    timeStyle: 'medium',
    ...(withDay ? { dateStyle: 'short' } : {}),
  });
  return `${inputWords(order.maskedInput)} ${time}`.trim();
}

function titleOf(older: OrderSummary, newer: OrderSummary): string {
  const [from, to] = [older, newer].map(({ begunAt }) => new Date(begunAt).toDateString());
  const names = [older, newer].map((order) => nameOf(order, from !== to));
  return `${names.join(' ↔ ')} · ${operationById(older.operation).title}`;
}

/**
 * VS Code's diff of two answers. Two selected rows are compared at once; of one, the other is asked for. What differs
 * behind the same mask says so in the newer one.
 */
export async function compareOrders(
  services: Services,
  ids: readonly OrderId[],
  how: Comparing,
): Promise<void> {
  const first = ids[0] ?? (await chooseOrder(services, undefined, vscode.l10n.t('Compare: First Answer')));
  if (first === undefined) return;
  const ledger = await services.ledger();
  const left = await ledger.get(first);
  if (left === null) throw gone();
  const like = await ledger.list({
    group: 'all',
    filter: { operations: [left.operation] },
    limit: 200,
    after: null,
  });
  // One whose answer is not kept, or has not come, would be a sentence beside an answer.
  const others = like.orders.filter(
    ({ id, payloadsKept }) => id !== first && (payloadsKept || heldCall(ledger, id) !== undefined),
  );
  if (ids[1] === undefined && others.length === 0) {
    const words = vscode.l10n.t(
      'There is no other answer of {0} to compare with.',
      operationById(left.operation).title,
    );
    void vscode.window.showInformationMessage(words);
    return;
  }
  const title = vscode.l10n.t('Compare {0} With', nameOf(left, false));
  const second = ids[1] ?? (await chooseOrder(services, undefined, title, others));
  if (second === undefined) return;
  // The older one stands left, whichever was chosen first.
  const right = await ledger.get(second);
  if (right === null) throw gone();
  const [older, newer] = left.begunAt <= right.begunAt ? [left, right] : [right, left];
  const name = titleOf(older, newer);
  // What looks alike or differs may do so only because one of them kept its number whole.
  const reduced = isReduced(older) || isReduced(newer);
  const shownName = reduced ? vscode.l10n.t('{0} (Aadhaar numbers reduced to four digits)', name) : name;
  const masked = how !== 'revealed';
  if (!masked && !(await mayReveal())) return;
  const address = { masked, sorted: how === 'sorted' };
  const oldUri = documentUri({ ...address, orderId: older.id });
  const newUri = documentUri({ ...address, orderId: newer.id, ...(masked ? { against: older.id } : {}) });
  await vscode.commands.executeCommand('vscode.diff', oldUri, newUri, shownName);
}
