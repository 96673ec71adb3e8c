import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  answerFileDialog,
  notification,
  openContainer,
  openFile,
  pick,
  runCommand,
  screenshot,
  webview,
} from '../../support/workbench.ts';
import { answerWith, chooseMagic, container, openForm, pageOf, read, sendButton } from './form.ts';
import { orderRows, ordersAre } from './history.ts';
import { startSession } from './session.ts';

const session = await startSession();
after(() => session.close());
const { scenario } = session;

const rc = 'RC Details Advanced';
/** order_id of the first call. */
let verified = '';
let verifiedAt = 0;

/** The spend view, opened where it is folded, as it is at first. */
async function spendView(page: Page): Promise<Locator> {
  await openContainer(page, container);
  const pane = page.locator('.part.sidebar .pane').filter({
    has: page.locator('.pane-header').filter({ hasText: /^Spend/ }),
  });
  const header = pane.locator('.pane-header');
  await header.waitFor();
  if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  return pane;
}

/** Folds the view above: a list holds only the rows that are in view. */
async function makeRoom(page: Page): Promise<void> {
  const header = page.locator('.part.sidebar .pane-header').filter({ hasText: /^Operations/ });
  if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
}

async function spendRows(page: Page): Promise<string[]> {
  const rows = (await spendView(page)).getByRole('treeitem');
  return rows.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

/** Waits until some row of the view reads so. */
async function spendSays(page: Page, wanted: RegExp): Promise<void> {
  let seen: string[] = [];
  const ask = async (): Promise<true | undefined> => {
    seen = await spendRows(page);
    return seen.some((row) => wanted.test(row)) ? true : undefined;
  };
  await until(ask, () => `The spend view does not say ${wanted}:\n${seen.join('\n')}`, 15_000);
}

/** Waits until the history was brought into view: the focus goes there last. */
async function historyFocused(page: Page): Promise<void> {
  const header = page.locator('.part.sidebar .pane').filter({
    has: page.locator('.pane-header').filter({ hasText: /^Order History/ }),
  });
  await header.locator(':focus-within, :focus').first().waitFor();
}

async function send(page: Page, operation: string, magic: string, code: string): Promise<string> {
  const frame = await openForm(page, operation);
  await chooseMagic(frame, magic);
  await sendButton(frame).click();
  const { orderId } = await read(await answerWith(frame, code));
  await runCommand(page, 'View: Close Editor');
  return orderId;
}

const findBox = (page: Page): Locator => page.locator('.simple-find-part.visible:visible').last();

/** By the key, with the focus in the page: what is typed next is searched for, and reaches no control of the page. */
async function finds(page: Page, control: Locator, wanted: string): Promise<void> {
  const chosen = await control.inputValue();
  await control.focus();
  await page.keyboard.press('Control+f');
  await findBox(page).waitFor();
  await page.keyboard.type(wanted);
  await reads(findBox(page).locator('input, textarea').first(), wanted);
  console.log(await screenshot(page, join(outFolder, 'e2e', `find-${wanted}.png`)));
  await page.keyboard.press('Escape');
  await findBox(page).waitFor({ state: 'detached' });
  assert.equal(await control.inputValue(), chosen);
}

scenario('before the first call the spend view says what it is for', async (page) => {
  // A list shows the rows that have room.
  await page.setViewportSize({ width: 1280, height: 1400 });
  const view = await spendView(page);
  await view.getByText('No calls yet.').waitFor();
  // Folded again: what happens while nobody looks is there when somebody does.
  await view.locator('.pane-header').click();
});

scenario('two calls: what was billed, and how full the limits are', async (page) => {
  verifiedAt = Date.now();
  verified = await send(page, rc, 'Verified', 'OK');
  await send(page, rc, 'No record found', 'NO_RECORD_FOUND');
  await spendSays(page, /^Today, 2 billed/);
  await spendSays(page, /^RC Details Advanced, 2 billed/);
  await spendSays(page, /^This month, 2 billed/);
  await makeRoom(page);
  await spendSays(page, /^RC Details Advanced, 2 this minute, 2 in 24 hours, limit not known/);
  await spendSays(page, /^Aadhaar PAN Link Check, 0 of 5 this minute, 0 of 100 in 24 hours/);
});

scenario('a call sent while the view is open shows by itself, a free one too', async (page) => {
  await page
    .locator('.part.sidebar .pane-header')
    .filter({ hasText: /^Operations/ })
    .click();
  await send(page, rc, 'Wallet too low', 'INSUFFICIENT_BALANCE');
  await makeRoom(page);
  await spendSays(page, /^Today, 2 billed, 1 free/);
  console.log(await screenshot(page, join(outFolder, 'e2e', 'spend-view.png')));
});

scenario('a row of the spend view opens its orders', async (page) => {
  await (await spendView(page)).getByRole('treeitem', { name: /^This month, 2 billed/ }).click();
  await historyFocused(page);
  await ordersAre(page, [
    `${rc}, refused, INSUFFICIENT_BALANCE`,
    `${rc}, negative, NO_RECORD_FOUND`,
    `${rc}, verified, OK`,
  ]);
});

scenario('the usage page shows the same calls, and a row of a table opens its orders', async (page) => {
  await runCommand(page, 'Verification: Open Usage');
  const frame = await pageOf(page, 'Usage');
  const summary = await frame.locator('.summary').innerText();
  assert.match(summary.replaceAll(/\s+/g, ' '), /Calls 3 Billed 2 May be billed 0 Refunded 0 Free 1/);
  const table = frame.getByRole('table', { name: 'Outcomes' });
  assert.equal(await table.getByRole('row').count(), 4);
  console.log(await screenshot(page, join(outFolder, 'e2e', 'usage-page.png')));
  await table.getByRole('button', { name: 'Show orders: NO_RECORD_FOUND' }).click();
  await historyFocused(page);
  await ordersAre(page, [`${rc}, negative, NO_RECORD_FOUND`]);
  await runCommand(page, 'Verification: Clear Filter of Order History');
});

scenario('the counts are exported as CSV', async (page) => {
  const frame = await pageOf(page, 'Usage');
  await frame.getByRole('button', { name: 'Export CSV…' }).click();
  await pick(page, 'Calls by day');
  const file = join(session.home.workspace, 'usage.csv');
  await answerFileDialog(page, 'Export Usage', file);
  await notification(page, 'Saved to').waitFor();
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  assert.match(head ?? '', /^day,environment,operation,message_code,outcome,billing/);
  const told = rows.map((row) => row.replace(/^\d{4}-\d\d-\d\d,/, '')).sort();
  assert.deepEqual(told, [
    'Sandbox,rc-advanced,INSUFFICIENT_BALANCE,refused,free,,false,1,sandbox',
    'Sandbox,rc-advanced,NO_RECORD_FOUND,negative,billed,,false,1,sandbox',
    'Sandbox,rc-advanced,OK,verified,billed,,false,1,sandbox',
  ]);
});

scenario('after a reload the usage page comes back with what was chosen', async (page) => {
  const frame = await pageOf(page, 'Usage');
  await frame.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Today' });
  await frame.getByRole('combobox', { name: 'Environment' }).selectOption({ label: 'All environments' });
  await until(
    async () =>
      (await frame.getByRole('combobox', { name: 'Environment' }).inputValue()) === '' ? true : undefined,
    () => 'The page did not take the choice.',
    5000,
  );
  await finds(page, frame.getByRole('combobox', { name: 'Period' }), 'money');
  await session.reload([/period\W+today\W+environment\W+null|environment\W+null.{1,80}period\W+today/]);
  const again = await pageOf(page, 'Usage');
  const chosen = [
    await again.getByRole('combobox', { name: 'Period' }).inputValue(),
    await again.getByRole('combobox', { name: 'Environment' }).inputValue(),
  ];
  assert.deepEqual(chosen, ['today', '']);
  await finds(session.page(), again.getByRole('combobox', { name: 'Period' }), 'today');
});

scenario(
  'a statement is laid beside the order history: agreed, charged for nothing, and missing',
  async (page) => {
    const now = new Date().toISOString();
    const rows = ['Order ID,Date,Amount', `${verified},${now},4.00`, `ORD-OF-NOBODY,${now},"1,234.50"`];
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows.join('\n'))})`);
    await runCommand(page, 'Verification: Reconcile With Statement…');
    await pick(page, 'Paste from the clipboard');
    await pick(page, 'Use these columns');
    await notification(
      page,
      '2 in both, 1 with a difference; 0 only on the statement, 1 only in the order history.',
    ).waitFor();
    const frame = await webview(page);
    await frame.getByRole('heading', { name: 'Statement and order history' }).waitFor();
    const differing = frame.getByRole('row').filter({ hasText: 'ORD-OF-NOBODY' });
    assert.match(
      await differing.innerText(),
      /charged ₹1,234\.50.*INSUFFICIENT_BALANCE.*charged on the statement, free by the answer/s,
    );
    assert.match(
      await frame.getByRole('row').filter({ hasText: 'Whole statement' }).innerText(),
      /₹1,238\.50/,
    );
    console.log(await screenshot(page, join(outFolder, 'e2e', 'reconcile.png')));
    await runCommand(page, 'View: Close Editor');
  },
);

scenario('a statement read in the wrong zone is offered the one that fits', async (page) => {
  const file = join(session.home.workspace, 'statement.csv');
  const utc = new Date(verifiedAt).toISOString().slice(0, 19).replace('T', ' ');
  writeFileSync(file, `Order ID,Date,Amount\n${verified},${utc},4.00\nORD-ELSEWHERE,01/02/2020 10:00,4.00\n`);
  await runCommand(page, 'Verification: Reconcile With Statement…');
  await pick(page, 'Open a CSV file…');
  await answerFileDialog(page, 'Reconcile With Statement', file);
  await pick(page, 'Use these columns');
  await pick(page, 'India (IST, UTC+05:30)');
  const shifted = notification(page, 'The times are shifted by whole or half hours.');
  await shifted.getByRole('button', { name: 'Use UTC' }).click();
  await notification(
    page,
    /(?<!hours\. )1 in both, 0 with a difference; 1 only on the statement, /,
  ).waitFor();
  assert.equal(await notification(page, 'shifted by whole').count(), 0);
});

scenario(
  'after a 429 the view counts down to when a call may leave again, and says what was learned',
  async (page) => {
    await page
      .locator('.part.sidebar .pane-header')
      .filter({ hasText: /^Operations/ })
      .click();
    await send(page, 'Credit Report', 'Rate limit, full body', 'RATE_LIMITED');
    await makeRoom(page);
    await spendSays(page, /^Credit Report, as Retry-After asks, 0:\d\d$/);
    await spendSays(page, /^Credit Report, 1 this minute, .*limit not known$/);
    const left = async (): Promise<string> =>
      (await spendRows(page)).find((row) => row.startsWith('Credit Report, as')) ?? '';
    const before = await left();
    await until(
      async () => ((await left()) < before ? true : undefined),
      () => `It stays at "${before}".`,
      5000,
    );
  },
);

scenario('Ctrl+F searches the review of a batch, and leaves its controls alone', async (page) => {
  writeFileSync(join(session.home.workspace, 'cars.csv'), 'rc_number\nXX00AA2001\nXX00AA2002\n');
  await openFile(page, 'cars.csv');
  await runCommand(page, 'Verification: Run Batch…');
  const frame = await pageOf(page, 'Batch of cars.csv');
  await frame.getByRole('heading', { level: 2, name: 'Rows' }).waitFor();
  await finds(page, frame.locator('#operation'), 'credit');
});

/** What is kept, without the time that a row says. */
async function inputsKept(page: Page): Promise<string[]> {
  return (await orderRows(page)).map((row) => row.split(',')[0] ?? '');
}

scenario('who keeps less is asked about earlier orders; new ones go at once', async (page) => {
  await session.changeSettings((settings) => ({ ...settings, 'verificationExplorer.keep': 'open-only' }));
  const asked = notification(page, /Settled orders are no longer kept .* still holds 4 earlier orders/);
  await asked.waitFor();
  await openContainer(page, container);
  const before = await inputsKept(page);
  assert.equal(before.length, 4);
  await page
    .locator('.part.sidebar .pane-header')
    .filter({ hasText: /^Operations/ })
    .click();
  await send(page, rc, 'Wallet too low', 'INSUFFICIENT_BALANCE');
  assert.deepEqual(await inputsKept(page), before);
  await asked.getByRole('button', { name: 'Erase' }).click();
  await until(
    async () => ((await inputsKept(page)).length === 0 ? true : undefined),
    () => 'Earlier orders stay.',
    15_000,
  );
});
