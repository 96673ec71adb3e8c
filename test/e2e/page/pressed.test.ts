import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ReviewState } from '../../../src/protocol/batchReview.ts';
import type { DraftInput, ObstacleView } from '../../../src/protocol/messages.ts';
import type { OrdersState } from '../../../src/protocol/orders.ts';
import { until as eventually } from '../../support/processes.ts';
import { type Built, buildPage, launch, openPage, until } from './harness.ts';
import { firstChoice, orders, windowOf } from './ordersSamples.ts';
import { threeRows } from './reviewSamples.ts';
import { calmNotice, state } from './samples.ts';

/** Between a press and its end lies a tenth of a second, in which a page may change. */
let browser: Browser;
let form: Built;
let list: Built;
let review: Built;
before(async () => {
  [browser, form, list, review] = await Promise.all([
    launch(),
    buildPage(),
    buildPage('webview/orders'),
    buildPage('webview/review'),
  ]);
});
after(() => browser.close());

const paid = 'XX00AB1234';
const twin: ObstacleView = {
  kind: 'paid-twin',
  text: 'This input was sent a minute ago and billed; the same answer would be billed again.',
  until: null,
  orderId: 'order-1',
};

async function pressAt(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  assert.notEqual(box, null);
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) - 3);
  await page.mouse.down();
}

const top = async (control: Locator): Promise<number> => (await control.boundingBox())?.y ?? -1;

/** Until what was told to the page before has come to it. */
async function heard(page: Page): Promise<void> {
  const back =
    'new Promise((resolve) => { addEventListener("message", resolve); postMessage("told", "*"); })';
  await page.evaluate(`${back}.then(() => null)`);
}

test('Send hears its press also when leaving the field puts a line above it', async () => {
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  let checked = 0;
  const handlers = {
    'draft/check': async ({ fields }: DraftInput) => {
      const isPaid = fields.rc_number === paid;
      // However slow the test is: what is found comes within the press.
      if (isPaid) await pressed.then(() => (checked += 1));
      const notice = { ...calmNotice, obstacles: isPaid ? [twin] : [] };
      return { hints: [], json: '{}', fields: {}, misfit: null, broken: null, sameAsSent: false, notice };
    },
  };
  const opened = await openPage(browser, form, { state: state(), handlers });
  const { page, asked } = opened;
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const warned = page.getByText(twin.text).first();
  await page.getByRole('textbox', { name: 'Registration number', exact: true }).fill(paid);
  const before = await top(send);
  await pressAt(page, send);
  await until(page, 'document.activeElement.id === "send"');
  press();
  await eventually(
    () => checked > 0 || undefined,
    () => 'The field was not checked.',
    5000,
  );
  await heard(page);
  assert.equal(await top(send), before);
  await page.mouse.up();
  const submitted = () => (asked.some(({ method }) => method === 'call/submit') ? true : undefined);
  await eventually(submitted, () => 'Send did not hear its press.', 5000);
  await warned.waitFor();
  assert.notEqual(await top(send), before, 'the line would have moved the button away');
  await page.close();
});

test('what is pressed longer than anybody does shows what came meanwhile', async () => {
  const opened = await openPage(browser, form, { state: state(), ownTime: true });
  const { page } = opened;
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const before = Number(await page.evaluate('Date.now()'));
  await pressAt(page, send);
  await opened.frame.evaluate(
    `window.postMessage(${JSON.stringify({ kind: 'event', event: 'page/state', payload: state({ problem: 'It broke.' }) })}, '*')`,
  );
  await heard(page);
  // However long all this took, no more has passed than is let pass.
  await page.clock.pauseAt(before + 2800);
  assert.equal(await page.getByText('It broke.').count(), 0);
  await page.clock.runFor(4000);
  await page.getByText('It broke.').waitFor();
  await page.mouse.up();
  await page.close();
});

/** The orders page with its second order alone, pressed; `comeIn` writes the first one above it. */
async function pressedSecond() {
  const two = windowOf(2, null);
  const [first, second] = two.rows;
  assert.ok(first !== undefined && second !== undefined);
  const base = orders(2, { choice: firstChoice });
  const opened = await openPage<OrdersState>(browser, list, {
    state: { ...base, first: { ...two, rows: [second] } },
    handlers: { 'orders/rows': async () => two } as object,
  });
  const { page, asked } = opened;
  await pressAt(page, page.locator(`[data-order="${second.id}"]`));
  const comeIn = () => opened.show({ ...base, first: two });
  const chosen = () =>
    page
      .locator('[role=row][aria-selected=true]')
      .evaluateAll((rows) => rows.map((row) => row.dataset.order));
  return { page, asked, first, second, comeIn, chosen };
}

test('a row pressed while a new order comes in above it is the one that is selected', async () => {
  const { page, first, second, comeIn, chosen } = await pressedSecond();
  await comeIn();
  await page.mouse.up();
  await page.locator(`[data-order="${first.id}"]`).waitFor();
  assert.deepEqual(await chosen(), [second.id]);
  await page.close();
});

test('a list of choices that was pressed holds nothing up, also within its label', async () => {
  const opened = await openPage<OrdersState>(browser, list, { state: orders(2) });
  const { page } = opened;
  await pressAt(page, page.locator('label select').first());
  await opened.show({ ...orders(2), total: 'Orders shown: many' });
  // Held up, it would come after three seconds.
  await page.getByText('Orders shown: many').waitFor({ timeout: 2500 });
  await page.close();
});

test('a double click opens the order that its first press was meant for', async () => {
  const { page, asked, second, comeIn, chosen } = await pressedSecond();
  await page.mouse.up();
  // A batch writes orders above it within the double click.
  await comeIn();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const open = () => asked.find(({ method }) => method === 'orders/open')?.params;
  assert.deepEqual(await eventually(open, () => 'Nothing is opened.', 5000), { id: second.id });
  assert.deepEqual(await chosen(), [second.id]);
  await page.close();
});

test('a box stays as it was clicked, whatever the host said before it knew of that', async () => {
  const answered = Promise.withResolvers<null>();
  const opened = await openPage<ReviewState>(browser, review, {
    state: threeRows,
    handlers: { 'review/chooseRow': () => answered.promise } as object,
  });
  const { page, asked } = opened;
  const box = page.getByRole('checkbox', { name: /^Send line/, disabled: false }).first();
  assert.equal(await box.isChecked(), true);
  await pressAt(page, box);
  await opened.show({ ...threeRows, source: 'cars' });
  await page.mouse.up();
  const choice = () => asked.find(({ method }) => method === 'review/chooseRow')?.params;
  const chosen = await eventually(choice, () => 'Nothing is chosen.', 5000);
  assert.deepEqual(chosen, { plan: 1, row: 0, sent: false });
  await opened.show({ ...threeRows, source: 'still older' });
  await heard(page);
  assert.equal(await box.isChecked(), false);
  const { shown } = threeRows;
  const rows = shown.rows.map((row, at) => (at === 0 ? { ...row, sent: false } : row));
  await opened.show({ ...threeRows, source: 'newest', shown: { ...shown, rows } });
  assert.equal(await box.isChecked(), false);
  answered.resolve(null);
  await page.getByRole('heading', { level: 1, name: 'Batch of newest' }).waitFor();
  assert.equal(await box.isChecked(), false);
  await page.close();
});
