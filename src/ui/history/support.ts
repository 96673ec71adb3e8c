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

interface Given {
  readonly text: string;
  /** Of it, what is nowhere else. */
  readonly typed: string;
}

/** From the clipboard or typed; no document, for VS Code keeps what stands in one unsealed. */
async function askText(order: OrderSummary, own: OwnInput): Promise<Given | undefined> {
  const title = vscode.l10n.t(
    'What Support Sent About {0}',
    order.orderId === null ? inputWords(order.maskedInput) : shownOrderId(order),
  );
  const clipboard = (await vscode.env.clipboard.readText()).trim();
  const type = { label: vscode.l10n.t('Type or paste it…'), detail: vscode.l10n.t('A sentence, or JSON') };
  if (clipboard !== '') {
    const paste = {
      label: vscode.l10n.t('Paste from the clipboard'),
      detail: readsAs(order, clipboard, own),
    };
    const placeHolder = vscode.l10n.t('Kept sealed with the order, and erased with it');
    const picked = await vscode.window.showQuickPick([paste, type], {
      title,
      placeHolder,
      ignoreFocusOut: true,
    });
    if (picked === undefined) return undefined;
    if (picked === paste) return { text: clipboard, typed: '' };
  }
  const prompt = vscode.l10n.t('Text or JSON. Kept sealed with the order, and erased with it.');
  const typed = (await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true }))?.trim();
  return typed === undefined ? undefined : { text: typed, typed };
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

/** Keeps what support sent with the order; where it reads as a final answer, offers to record that. */
export async function addSupportText(services: Services, id: OrderId): Promise<void> {
  const ledger = await services.ledger();
  const [order] = await ordersOf(ledger, [id]);
  if (order === undefined) return;
  const own = await ownOf(services, ledger, order);
  const given = await askText(order, own);
  if (given === undefined || given.text === '') return;
  const { text, typed } = given;
  if (text.length > maxChars) {
    throw new Error(
      vscode.l10n.t(
        'This text has {0} characters; at most {1} are kept. Keep the part that matters.',
        text.length,
        maxChars,
      ),
    );
  }
  const body = new TextEncoder().encode(text);
  await ordersLeft(ledger, [id], typed);
  const at = services.now();
  await ledger.followUps.addText(id, body, at);
  const reading = asAnswer(order, body);
  const outcome =
    reading === null || isOfAnother(order, reading)
      ? undefined
      : recordable[outcomeBeside(reading.outcome, reading.billing)];
  if (outcome === undefined || owedBy(order) === null) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('Kept what support sent, sealed with the order.'), 4000);
    return;
  }
  const record = { label: vscode.l10n.t('Record: {0}', outcomeWord(outcome)) };
  const leave = { label: vscode.l10n.t('Keep the order open') };
  const placeHolder = vscode.l10n.t('What support sent reads as a final answer');
  const picked = await vscode.window.showQuickPick([record, leave], { placeHolder, ignoreFocusOut: true });
  // With the answer that it rests on: else the page would say that none was recorded.
  if (picked !== record) return;
  const pasted = await stillSent(ledger, id, at);
  await ledger.resolve(id, { at: services.now(), outcome, note: '', pasted });
}
