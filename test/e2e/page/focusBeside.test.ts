import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import type { OrdersState } from '../../../src/protocol/orders.ts';
import { buildPage, launch, openPage, until } from './harness.ts';
import { openOrder, recordedOrder } from './orderSamples.ts';
import { orders, row, windowOf } from './ordersSamples.ts';
import { negative, state } from './samples.ts';

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const focused = (page: Page, name: string): Promise<void> =>
  until(page, `document.activeElement.getAttribute('aria-label') === ${JSON.stringify(name)}`);

/** As a keyboard does it. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
}

test('Reveal and Hide take each other’s place with the focus', async () => {
  const built = await buildPage();
  const clear: AnswerView = {
    ...negative,
    groups: negative.groups.map((group) => ({
      ...group,
      values: group.values.map((value) =>
        value.masked ? { ...value, masked: false, text: 'XX00AB1234' } : value,
      ),
    })),
  };
  const handlers = { 'answer/reveal': async () => clear };
  const { page } = await openPage(browser, built, { state: state({ answer: negative }), handlers });
  await press(page, 'Reveal rc_number');
  await focused(page, 'Hide rc_number');
  await page.keyboard.press('Enter');
  await focused(page, 'Reveal rc_number');
  await page.close();
});

test('where a button goes with what it was for, the next of its side takes the focus', async () => {
  const opened = await openPage(browser, await buildPage(), { state: openOrder });
  const { page } = opened;
  await page.getByRole('button', { name: 'Record outcome…' }).focus();
  await opened.show(recordedOrder);
  await until(page, "document.activeElement.closest('.order-side') !== null");
  await page.close();
});

test('a selection that is cleared, or erased, leaves the focus in the table', async () => {
  const handlers = {
    'orders/rows': async () => windowOf(20, null),
    'orders/act': async () => ({ gone: [row(0).id] }),
  };
  const built = await buildPage('webview/orders');
  const options = { state: orders(20), handlers: handlers as object };
  const { page } = await openPage<OrdersState>(browser, built, options);
  await page.locator('[data-order]').first().waitFor();
  for (const name of ['Clear selection', 'Erase…']) {
    await page
      .locator(`[data-order="${row(0).id}"] [role=gridcell]`)
      .first()
      .click();
    await page.getByText('1 selected').first().waitFor();
    await press(page, name);
    await until(page, 'document.activeElement.id === "grid"');
  }
  await page.close();
});
