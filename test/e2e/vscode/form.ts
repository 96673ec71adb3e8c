import type { FrameLocator, Locator, Page } from 'playwright-core';
import { openContainer, treeItem, webview } from '../../support/workbench.ts';

export const container = 'Verification API';

/** The page that is in view, once its heading is `title`. */
export async function pageOf(page: Page, title: string): Promise<FrameLocator> {
  const frame = await webview(page);
  await frame.getByRole('heading', { level: 1, name: title, exact: true }).waitFor({ timeout: 30_000 });
  return frame;
}

/** Opens an operation's form by its row in the tree. */
export async function openForm(page: Page, title: string): Promise<FrameLocator> {
  await openContainer(page, container);
  await treeItem(page, new RegExp(`^${title}\\.`)).click();
  const frame = await pageOf(page, title);
  await sendButton(frame).waitFor();
  return frame;
}

/** The page of an order, once it shows the one with this order_id. */
export async function orderPage(page: Page, orderId: string): Promise<FrameLocator> {
  const frame = await webview(page);
  await frame.getByRole('heading', { name: 'About this order' }).waitFor();
  await frame.locator(`[data-order-id="${orderId}"]`).waitFor();
  return frame;
}

export function pressButton(frame: FrameLocator, name: string): Promise<void> {
  return frame.getByRole('button', { name, exact: true }).click();
}

export function field(frame: FrameLocator, label: string): Locator {
  return frame.getByRole('textbox', { name: label, exact: true });
}

export function sendButton(frame: FrameLocator): Locator {
  return frame.getByRole('button', { name: 'Send', exact: true });
}

export function cancelButton(frame: FrameLocator): Locator {
  return frame.getByRole('button', { name: 'Cancel', exact: true });
}

export async function chooseMagic(frame: FrameLocator, label: string): Promise<void> {
  await frame.getByRole('combobox', { name: 'Magic input' }).selectOption({ label });
}

/**
 * The region Answer, once it shows one with this code ('' = an answer without a code).
 * @param earlier the order_id of the answer that is not meant
 */
export async function answerWith(frame: FrameLocator, code: string, earlier?: string): Promise<Locator> {
  const region = frame.getByRole('region', { name: 'Answer', exact: true });
  const other = earlier === undefined ? '' : `:not([data-order-id="${earlier}"])`;
  const answered = region.and(frame.locator(`[data-outcome][data-message-code="${code}"]${other}`));
  await answered.waitFor({ timeout: 20_000 });
  return answered;
}

export interface Shown {
  readonly outcome: string;
  readonly billing: string;
  readonly code: string;
  readonly orderId: string;
  readonly headline: string;
  readonly meaning: string;
  readonly advice: string;
  readonly transport: string;
  readonly money: string;
}

/** What an Answer region says, to scripts and to people. */
export async function read(answer: Locator): Promise<Shown> {
  const attribute = async (name: string): Promise<string> => (await answer.getAttribute(name)) ?? '';
  const text = async (selector: string): Promise<string> =>
    (await answer.locator(selector).innerText()).replace(/\s+/g, ' ').trim();
  return {
    outcome: await attribute('data-outcome'),
    billing: await attribute('data-billing'),
    code: await attribute('data-message-code'),
    orderId: await attribute('data-order-id'),
    headline: await text('.headline'),
    meaning: await text('.meaning'),
    advice: await text('.advice'),
    transport: await text('[data-sign="transport"] dd'),
    money: await text('[data-sign="money"] dd'),
  };
}
