import * as vscode from 'vscode';
import { owedBy } from '../../calls/orders/attention.ts';
import { keptRequestOf } from '../../calls/orders/payloadParts.ts';
import { quoteIsPersonal, supportQuote } from '../../calls/orders/supportQuote.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Ledger, OrderSummary, Resolution } from '../../calls/ports/ports.ts';
import { coverCode, coverId } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';
import { outcomeBeside } from '../../contract/outcomeBeside.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import { readAnswer } from '../../contract/read.ts';
import type { Reading } from '../../contract/shapes.ts';
import { quotedTime } from '../answers/orderDetails.ts';
import { isOfAnother } from '../answers/orderDue.ts';
import { askedAbout } from '../answers/rawView.ts';
import { ordersLeft, ordersOf } from '../asking/chosenOrders.ts';
import { confirmErasing } from '../asking/confirmErasing.ts';
import type { Services } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { cameToWord, outcomeWord, shownOrderId } from '../words/both/orderWords.ts';

/** Longest text that is kept of what support sent: far above any mail. */
const maxChars = 200_000;

/** What an order asked about; of one whose request is gone, nothing. */
export async function ownOf(services: Services, ledger: Ledger, order: OrderSummary): Promise<OwnInput> {
  // A quote is needed most where something is damaged or locked: then only the look of its words is known.
  const payloads = order.payloadsKept ? await ledger.payloads(order.id).catch(() => null) : null;
  return askedAbout(services.operation(order.operation), keptRequestOf(payloads));
}

/** The quotes of all of them on the clipboard, oldest first, an empty line between two. */
export async function copySupportQuotes(services: Services, ids: readonly OrderId[]): Promise<void> {
  const ledger = await services.ledger();
  const orders = [...(await ordersOf(ledger, ids))].sort((a, b) => a.begunAt - b.begunAt);
  const quotes = orders.map((order) => supportQuote(order, quotedTime));
  await vscode.env.clipboard.writeText(quotes.join('\n\n'));
  let isPersonal = false;
  for (const order of orders) {
    isPersonal ||= quoteIsPersonal(order, await ownOf(services, ledger, order));
  }
  if (isPersonal) {
    const warning = vscode.l10n.t('Copied unmasked: an order_id or a code looks like personal data.');
    void vscode.window.showWarningMessage(warning);
    return;
  }
  const words =
    orders.length === 1
      ? vscode.l10n.t('Copied the support quote; it holds no personal data.')
      : vscode.l10n.t('Copied {0} support quotes; they hold no personal data.', orders.length);
  vscode.window.setStatusBarMessage(words, 4000);
}

/** What a text says as an answer of the service, or null where it is none. */
function asAnswer(order: OrderSummary, body: Uint8Array): Reading | null {
  const reading = readAnswer(operationById(order.operation), { status: order.httpStatus ?? 200 }, body);
  return reading.shape === 'envelope' ? reading : null;
}

/** What the text would be taken for, before it is kept. */
export function readsAs(order: OrderSummary, text: string, own: OwnInput): string {
  const size =
    text.length === 1 ? vscode.l10n.t('1 character') : vscode.l10n.t('{0} characters', text.length);
  const reading = asAnswer(order, new TextEncoder().encode(text));
  if (reading === null) return `${size} · ${vscode.l10n.t('kept as text')}`;
  const words = [
    size,
    vscode.l10n.t('reads as: {0}', cameToWord(reading)),
    coverCode(reading.messageCode ?? '', own),
  ];
  if (isOfAnother(order, reading))
    words.push(vscode.l10n.t('of another order: {0}', coverId(reading.orderId ?? '', own)));
  return words.filter((word) => word !== '').join(' · ');
}

/** Whether what is on the clipboard is to be kept; undefined = given up, false = another text is to be written. */
async function askPaste(order: OrderSummary, clipboard: string, own: OwnInput): Promise<boolean | undefined> {
  if (clipboard === '') return false;
  const title = vscode.l10n.t(
    'What Support Sent About {0}',
    order.orderId === null ? inputWords(order.maskedInput) : shownOrderId(order),
  );
  const type = {
    label: vscode.l10n.t('Type or paste it…'),
    detail: vscode.l10n.t('On the page of the order'),
  };
  const paste = { label: vscode.l10n.t('Paste from the clipboard'), detail: readsAs(order, clipboard, own) };
  const placeHolder = vscode.l10n.t('Kept sealed with the order, and erased with it');
  const picked = await vscode.window.showQuickPick([paste, type], {
    title,
    placeHolder,
    ignoreFocusOut: true,
  });
  return picked === undefined ? undefined : picked === paste;
}

/**
 * What support sent at that time, as it is kept by now: while a choice stood it may have been reduced, or erased by another window.
 * Null, and said, where it is gone: what was erased does not come back as an answer.
 */
export async function stillSent(ledger: Ledger, id: OrderId, at: number): Promise<Uint8Array | null> {
  const body = (await ledger.followUps.texts(id)).findLast((text) => text.at === at)?.body ?? null;
  if (body !== null && !isDamaged(body)) return body;
  void vscode.window.showWarningMessage(
    vscode.l10n.t('What support sent was erased meanwhile: the outcome is recorded without it.'),
  );
  return null;
}

const recordable: Readonly<
  Partial<Record<Reading['outcome'], Extract<Resolution['outcome'], Reading['outcome']>>>
> = {
  verified: 'verified',
  negative: 'negative',
  refunded: 'refunded',
};

/**
 * Keeps what is on the clipboard with the order as what support sent, or lets it be written.
 * @param write opens the box for it on the order's page: no document, for VS Code keeps what stands in one unsealed
 */
export async function addSupportText(
  services: Services,
  id: OrderId,
  write: (id: OrderId) => Promise<void>,
): Promise<void> {
  const ledger = await services.ledger();
  const [order] = await ordersOf(ledger, [id]);
  if (order === undefined) return;
  const own = await ownOf(services, ledger, order);
  const clipboard = (await vscode.env.clipboard.readText()).trim();
  const isPasted = await askPaste(order, clipboard, own);
  if (isPasted === undefined) return;
  if (!isPasted) return write(id);
  await offerOutcome(services, id, await keepSupportText(services, id, { text: clipboard, typed: '' }));
}

/** A text to keep. */
interface Given {
  readonly text: string;
  /** Of it, what is nowhere else. */
  readonly typed: string;
}

/**
 * @param at of the text that it takes the place of; null = of none
 * @returns when it is kept from then on
 */
export async function keepSupportText(
  services: Services,
  id: OrderId,
  { text, typed }: Given,
  at: number | null = null,
): Promise<number> {
  if (text.length > maxChars) {
    throw new Error(
      vscode.l10n.t(
        'This text has {0} characters; at most {1} are kept. Keep the part that matters.',
        text.length,
        maxChars,
      ),
    );
  }
  const ledger = await services.ledger();
  const body = new TextEncoder().encode(text);
  await ordersLeft(ledger, [id], typed);
  if (at === null) {
    const now = services.now();
    await ledger.followUps.addText(id, body, now);
    return now;
  }
  const changed = await ledger.followUps.changeText(id, at, body);
  if (changed === null) throw changedMeanwhile();
  return changed;
}

function changedMeanwhile(): Error {
  return new Error(
    vscode.l10n.t('This text was changed or removed meanwhile: nothing was done. Look at the order again.'),
  );
}

/** @returns whether it was removed: the user may think again */
export async function removeSupportText(services: Services, id: OrderId, at: number): Promise<boolean> {
  const question = vscode.l10n.t('Remove this text of support?');
  const detail = vscode.l10n.t('It is removed from the order. This cannot be undone.');
  if (!(await confirmErasing(question, detail, vscode.l10n.t('Remove')))) return false;
  const removed = await (await services.ledger()).followUps.changeText(id, at, null);
  if (removed === null) throw changedMeanwhile();
  return true;
}

/** Where what was kept reads as a final answer, offers to record that. */
export async function offerOutcome(services: Services, id: OrderId, at: number): Promise<void> {
  const ledger = await services.ledger();
  const order = await ledger.get(id);
  const body = (await ledger.followUps.texts(id)).findLast((text) => text.at === at)?.body ?? null;
  const reading = order === null || body === null || isDamaged(body) ? null : asAnswer(order, body);
  const outcome =
    order === null || reading === null || isOfAnother(order, reading) || owedBy(order) === null
      ? undefined
      : recordable[outcomeBeside(reading.outcome, reading.billing)];
  if (outcome === undefined) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('Kept what support sent, sealed with the order.'), 4000);
    return;
  }
  const record = { label: vscode.l10n.t('Record: {0}', outcomeWord(outcome)) };
  const leave = { label: vscode.l10n.t('Keep the order open') };
  const placeHolder = vscode.l10n.t('What support sent reads as a final answer');
  const picked = await vscode.window.showQuickPick([record, leave], { placeHolder, ignoreFocusOut: true });
  // With the answer that it rests on: else the page would say that none was recorded.
  if (picked !== record) return;
  const texts = await ledger.followUps.texts(id);
  // A corrected one has a time of its own: what it says now is no ground for what was offered.
  if (texts.length > 0 && texts.every((text) => text.at !== at)) throw changedMeanwhile();
  const pasted = await stillSent(ledger, id, at);
  await ledger.resolve(id, { at: services.now(), outcome, note: '', pasted });
}
