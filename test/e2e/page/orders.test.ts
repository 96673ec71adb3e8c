import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { OrdersState } from '../../../src/protocol/orders.ts';
import { until as eventually } from '../../support/processes.ts';
import { testLooks } from './axe.ts';
import { type Built, buildPage, launch, type Opened, openPage, until } from './harness.ts';
import { firstChoice, orders, row, windowOf } from './ordersSamples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage('webview/orders')]);
});
after(() => browser.close());

const many = 100_000;
const states: Readonly<Record<string, OrdersState>> = {
  empty: orders(0),
  one: orders(1),
  twenty: orders(20, {
    first: windowOf(20, null, (n) => (n < 8 ? 'Today' : 'Yesterday')),
    choice: { ...firstChoice, group: 'day' },
  }),
  many: orders(many),
};

interface Options {
  readonly state: OrdersState;
  readonly width?: number;
  readonly height?: number;
  readonly handlers?: Readonly<Record<string, (params: never) => Promise<unknown>>>;
}

/** With a host that gives windows of `count` orders. */
function opened({ handlers = {}, ...options }: Options, count = many): Promise<Opened<OrdersState>> {
  const rows = async ({ after: place }: { after: string | null }) => windowOf(count, place);
  const all = async () => ({
    ids: Array.from({ length: Math.min(count, 5000) }, (_, n) => row(n).id),
    more: count > 5000,
  });
  const own = {
    'orders/rows': rows,
    'orders/all': all,
    'orders/act': async () => ({ gone: [] }),
    'orders/gone': async () => ({ gone: [] }),
    ...handlers,
  };
  return openPage<OrdersState>(browser, built, { ...options, handlers: { ...(own as object) } });
}

const params = (found: Opened<OrdersState>, method: string): unknown[] =>
  found.asked.filter((one) => one.method === method).map((one) => one.params);

async function asks(found: Opened<OrdersState>, method: string, wanted: unknown): Promise<void> {
  const last = async (): Promise<true | undefined> =>
    JSON.stringify(params(found, method).at(-1)) === JSON.stringify(wanted) ? true : undefined;
  await eventually(last, () => `${method}: ${JSON.stringify(params(found, method))}`, 5000);
}

const active = (page: Page): Promise<string> =>
  page.evaluate(
    `document.getElementById(document.getElementById('grid').getAttribute('aria-activedescendant'))?.textContent.replace(/\\s+/g, ' ').trim() ?? 'nothing'`,
  );

const selected = (page: Page) => page.locator('[role=row][aria-selected=true]');

testLooks(states, (_, state) => opened({ state }));

test('nothing scrolls sideways, narrow, wide, at 200 %, and with text twice its size', async () => {
  for (const [name, state] of Object.entries(states)) {
    const { page } = await opened({ state });
    for (const [width, height, size] of [
      [320, 900, 13],
      [500, 900, 13],
      [1400, 900, 13],
      [640, 450, 13],
      [640, 900, 26],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(`document.documentElement.style.setProperty('--vscode-font-size', '${size}px')`);
      const over = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(over, 0, `${name} at ${width} by ${height}, text of ${size} px`);
    }
    await page.close();
  }
});

test('at 200 % rows stay in view beside what can be done with the selected one', async () => {
  const { page } = await opened({ state: orders(many), width: 580, height: 330 });
  await page.locator('[data-order]').first().click();
  await page.locator('.selection').getByRole('button', { name: 'Erase…' }).waitFor();
  const { bottom, top } = await page.evaluate<{ readonly bottom: number; readonly top: number }>(
    "document.getElementById('grid').getBoundingClientRect().toJSON()",
  );
  assert.ok(bottom - top > 80, `the table is ${bottom - top} px high`);
  await page.evaluate('document.scrollingElement.scrollTop = 1e6');
  assert.ok(await page.locator('.selection').getByRole('button', { name: 'Erase…' }).isVisible());
  const below = await page.evaluate(
    "document.querySelector('.selection').getBoundingClientRect().bottom - innerHeight",
  );
  assert.ok(Number(below) < 1, `${below} px of the actions cannot be reached`);
  await page.close();
});

test('a hundred thousand orders are some lines of the page, and windows are asked for as they come into view', async () => {
  const found = await opened({ state: orders(many) });
  const { page } = found;
  const count = (): Promise<number> => page.locator('[role=row]').count();
  assert.ok((await count()) < 80, `${await count()} rows`);
  assert.equal(params(found, 'orders/rows').length, 0, 'the first window is enough at first');
  await page.evaluate("document.getElementById('grid').scrollTop = 1e6");
  await asks(found, 'orders/rows', { list: 1, after: '200' });
  await until(
    page,
    "document.getElementById('grid').getAttribute('aria-rowcount') === '-1' && document.getElementById('grid').scrollHeight > 9000",
  );
  await page.evaluate("document.getElementById('grid').scrollTop = 1e6");
  await asks(found, 'orders/rows', { list: 1, after: '400' });
  assert.ok((await count()) < 80, `${await count()} rows`);
  await page.locator('[data-order=order-395]').waitFor({ state: 'attached' });
});

test('the table is one tab stop, its rows and cells go by keys, and each is told with its name', async () => {
  const found = await opened({ state: orders(20), width: 1400 }, 20);
  const { page } = found;
  await page.locator('#grid').focus();
  assert.match(await active(page), /^due today no response XX••••••00 RC billed PROVIDER_NO_RESPONSE/);
  await page.keyboard.press('ArrowDown');
  assert.match(await active(page), /^– unknown: connection reset XX••••••01/);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  assert.equal(await active(page), 'unknown: connection reset');
  await page.keyboard.press('ArrowDown');
  assert.equal(await active(page), 'verified');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  assert.match(await active(page), /XX••••••19/);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await asks(found, 'orders/open', { id: 'order-0' });
  await page.keyboard.press('ArrowUp');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight');
  assert.equal(await active(page), 'Input');
  await page.keyboard.press('Enter');
  await asks(found, 'orders/choose', { ...firstChoice, sort: { by: 'input', descending: false } });
  assert.equal(await page.getByRole('grid', { name: 'Orders' }).getAttribute('aria-rowcount'), '21');
});

test('the cell that selects a row is told by its row, and the row says everything once', async () => {
  const { described, page } = await opened({ state: orders(1), width: 1400 }, 1);
  const names = async (role: string): Promise<readonly string[]> => Object.keys(await described(role));
  const row = 'due today no response XX••••••00 RC billed PROVIDER_NO_RESPONSE ORD-2026-000000 1 min';
  assert.equal((await names('row')).at(-1), row);
  const [check, first] = await names('gridcell');
  assert.deepEqual([check, first], [row, 'due today']);
  await page.close();
});

test('Space selects, Shift extends, Ctrl+A takes all there are, Escape none; how many is said', async () => {
  const found = await opened({ state: orders(300) }, 300);
  const { page } = found;
  await page.locator('#grid').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  assert.deepEqual(await selected(page).evaluateAll((rows) => rows.map((one) => one.dataset.order)), [
    'order-0',
    'order-2',
  ]);
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await selected(page).count(), 2);
  await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Actions on the selected orders' });
  await bar.getByText('300 selected').waitFor();
  await bar.getByRole('button', { name: 'Follow up on…' }).click();
  const ids = Array.from({ length: 300 }, (_, n) => `order-${n}`);
  await asks(found, 'orders/act', { action: 'followUp', ids });
  await page.locator('#grid').focus();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
});

test('a click selects one, Ctrl and the box add, Shift takes the stretch, a double click opens', async () => {
  const found = await opened({ state: orders(20) }, 20);
  const { page } = found;
  const at = (n: number) => page.locator(`[data-order=order-${n}] [data-column=came]`);
  await at(3).click();
  await at(5).click({ modifiers: ['Control'] });
  assert.equal(await selected(page).count(), 2);
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await page.locator('[data-order=order-7] .check').click();
  assert.equal(await selected(page).count(), 3);
  await at(10).click({ modifiers: ['Shift'] });
  assert.equal(await selected(page).count(), 4);
  await at(1).click();
  assert.equal(await selected(page).count(), 1);
  await at(1).dblclick();
  await asks(found, 'orders/open', { id: 'order-1' });
});

test('a tab that was hidden comes back with its selection and the row the keys were on', async () => {
  const kept = { ...firstChoice, selected: ['order-3', 'order-90'], activeId: 'order-90' };
  const own = { 'orders/gone': async () => ({ gone: [] }) };
  const { page } = await openPage<OrdersState>(browser, built, {
    state: orders(300),
    kept,
    handlers: { ...(own as object) },
  });
  await page.getByText('2 selected', { exact: true }).first().waitFor();
  await page.locator('[data-order=order-90][aria-selected=true]').waitFor();
  assert.match(await active(page), /XX••••••90/);
});

test('what is erased elsewhere is not selected any more', async () => {
  const { page, show } = await opened({
    state: orders(20),
    handlers: { 'orders/gone': async () => ({ gone: ['order-1'] }) },
  });
  await page.locator('[data-order=order-1] .check').click();
  await page.locator('[data-order=order-2] .check').click();
  await page.getByText('2 selected', { exact: true }).first().waitFor();
  await show(orders(20, { erasures: 1 }));
  await page.getByText('1 selected', { exact: true }).first().waitFor();
});

test('what is erased is not selected any more', async () => {
  const { page } = await opened({
    state: orders(20),
    handlers: { 'orders/act': async () => ({ gone: ['order-1'] }) },
  });
  await page.locator('[data-order=order-1] .check').click();
  await page.locator('[data-order=order-2] .check').click();
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByText('1 selected', { exact: true }).first().waitFor();
});

test('Delete erases what is selected, as on the rows of the history, and nothing where nothing is', async () => {
  const found = await opened({ state: orders(20) });
  const { page } = found;
  await page.locator('#grid').focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Space');
  await page.getByText('1 selected', { exact: true }).first().waitFor();
  await page.keyboard.press('Delete');
  await asks(found, 'orders/act', { action: 'erase', ids: ['order-0'] });
  assert.equal(params(found, 'orders/act').length, 1);
  await page.close();
});

test('presets, environment, group and find are asked for; what is looked for is not kept', async () => {
  const found = await opened({ state: orders(20) }, 20);
  const { page } = found;
  let choice = firstChoice;
  // The host tells what is chosen now: the next choice is one more, whether the reply to this one is there yet or not.
  const chosen = async (change: Partial<typeof firstChoice>): Promise<void> => {
    choice = { ...choice, ...change };
    await asks(found, 'orders/choose', choice);
    await found.show(orders(20, { choice }));
  };
  await page.getByRole('button', { name: 'Open 20' }).click();
  await chosen({ preset: 'open' });
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('acme-prod');
  await chosen({ environment: 'acme-prod' });
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('operation');
  await chosen({ sort: { by: 'operation', descending: false }, group: 'operation' });
  await page.getByRole('searchbox', { name: 'Find' }).fill('XX00AB1234');
  await page.keyboard.press('Enter');
  await asks(found, 'orders/find', { text: 'XX00AB1234' });
  await found.show(orders(1, { list: 2, found: 'XX00AB1234', total: 'Orders found: 1' }));
  assert.deepEqual(await found.kept(), { ...firstChoice, selected: [], activeId: 'order-0' });
  assert.equal(await page.locator('[aria-pressed=true]').count(), 0);
  await page.getByRole('status').filter({ hasText: 'Orders found: 1' }).waitFor({ state: 'attached' });
});

test('what is typed is searched without Enter, and stays while the list follows; Ctrl+F goes there', async () => {
  const found = await opened({ state: orders(20) }, 20);
  const { page, complaints } = found;
  await page.locator('[data-order]').first().waitFor();
  await until(page, 'document.activeElement.id === "grid"');
  await page.keyboard.press('Control+f');
  assert.equal(await page.evaluate('document.activeElement.id'), 'find');
  const field = page.getByRole('searchbox', { name: 'Find' });
  // At once, as somebody types: on a busy machine letters by key may come as far apart as a pause.
  await page.evaluate(`for (const text of ['XX00', 'XX00AB']) {
    document.activeElement.value = text;
    document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await asks(found, 'orders/find', { text: 'XX00AB' });
  assert.equal(params(found, 'orders/find').length, 1);
  await page.keyboard.type('1');
  await found.show(orders(2, { list: 2, found: 'XX00AB', total: 'Orders found: 2' }));
  assert.equal(await field.inputValue(), 'XX00AB1');
  await asks(found, 'orders/find', { text: 'XX00AB1' });
  await found.show(orders(0, { list: 3, found: 'XX00AB1', empty: 'No order matches.' }));
  await page.getByText('No order matches.').first().waitFor();
  assert.equal(await page.evaluate('document.activeElement.id'), 'find');
  // The next search takes the place of this one.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('OK');
  await asks(found, 'orders/find', { text: 'OK' });
  await page.getByRole('button', { name: 'Open 20' }).click();
  await found.show(orders(20, { list: 4, choice: { ...firstChoice, preset: 'open' } }));
  assert.equal(await field.inputValue(), '');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('new orders show at the top; further down the list stands still until one is back there', async () => {
  const found = await opened({ state: orders(many) });
  const { page } = found;
  const newer = (count: number) => ({
    rows: [...Array.from({ length: count }, (_, n) => row(n - count)), ...windowOf(many, null).rows].slice(
      0,
      200,
    ),
    next: String(200 - count),
  });
  await found.show(orders(many, { first: newer(1) }));
  await page.locator('[data-order=order--1]').waitFor();
  await page.evaluate("document.getElementById('grid').scrollTop = 2000");
  await until(page, "document.querySelector('[data-order=order-75]') !== null");
  const top = () =>
    page.evaluate("document.querySelector('[data-order=order-75]').getBoundingClientRect().top");
  const before = await top();
  await found.show(orders(many, { first: newer(3) }));
  assert.equal(await top(), before);
  await page.evaluate("document.getElementById('grid').scrollTop = 0");
  await page.locator('[data-order=order--3]').waitFor();
});

test('what fails is said, and goes with the next thing that works', async () => {
  const { page } = await opened({
    state: orders(20),
    handlers: {
      'orders/act': async () => {
        throw new Error('the disk is full');
      },
    },
  });
  await page.locator('[data-order=order-1] .check').click();
  await page.getByRole('button', { name: 'Note…' }).click();
  await page.getByRole('alert').filter({ hasText: 'Failed: the disk is full' }).waitFor();
  await page.getByRole('button', { name: 'Columns…' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('where the days have no room, what is due stands beside what came of it', async () => {
  const { page } = await opened({ state: orders(20), width: 400 }, 20);
  assert.equal(await page.locator('[data-order=order-0] [data-column=due]').count(), 0);
  await page.getByText('no response · due today').first().waitFor();
});

test('columns whose words are short make room for more, and none of their words is cut off for it', async () => {
  const { first } = orders(20);
  const rows = first.rows.map((one) => ({
    ...one,
    cells: one.cells.with(0, '').with(1, 'verified').with(5, 'OK'),
  }));
  const { page } = await opened({ state: orders(20, { first: { ...first, rows } }), width: 700 }, 20);
  await page.locator('[data-order=order-0] [data-column=code]').waitFor();
  const cut = `[...document.querySelectorAll('.row [data-column] > span:not([class])')]
    .filter((words) => words.scrollWidth > words.clientWidth).map((words) => words.textContent)`;
  for (const width of [560, 700, 900, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    // The table is laid out anew in the frame after the one in which it learns its width.
    await until(page, `innerWidth === ${width} && ${cut}.length === 0`);
  }
  await page.locator('[data-order=order-0] [data-column=orderId]').waitFor();
  await page.close();
});

test('an order_id without room shows the end that tells it from the next one, and is read whole', async () => {
  const { first } = orders(2);
  const rows = first.rows.map((one, n) => ({
    ...one,
    cells: one.cells.with(6, `order-of-a-service-0000-${n}abcdef7`),
  }));
  const { page } = await opened({ state: orders(2, { first: { ...first, rows } }), width: 1280 }, 2);
  const ids = page.locator('.row [data-column=orderId]');
  await ids.first().waitFor();
  const shown = `[...document.querySelectorAll('.row [data-column=orderId]')].map((cell) => {
    const [start, end] = cell.children;
    return [start.scrollWidth > start.clientWidth, end.scrollWidth <= end.clientWidth, end.textContent];
  })`;
  assert.deepEqual(await page.evaluate(shown), [
    [true, true, '0abcdef7'],
    [true, true, '1abcdef7'],
  ]);
  assert.equal(await ids.nth(1).getAttribute('aria-label'), 'order-of-a-service-0000-1abcdef7');
  await page.close();
});

test('what orders cost stands flush right below its heading, digit below digit', async () => {
  const plain = orders(4);
  const columns = [...plain.columns, { id: 'cost', title: 'Cost (estimated)', sort: null }] as const;
  const rows = plain.first.rows.map((one, n) => ({
    ...one,
    cells: [...one.cells, ['₹1,234.50', '₹4.00', '₹11.00', ''][n] ?? ''],
  }));
  const state = orders(4, { columns, first: { ...plain.first, rows } });
  const { page } = await opened({ state, width: 1400 }, 4);
  const words = page.locator('[data-column=cost] > span');
  await words.first().waitFor();
  const [heading, ...ends] = await words.evaluateAll((found) =>
    found.map((one) => Math.round(one.getBoundingClientRect().right)),
  );
  assert.deepEqual(
    ends,
    ends.map(() => heading),
  );
  assert.equal(ends.length, 4);
  await page.close();
});

test('orders of the sandbox are told from live ones also where the column on money has no room', async () => {
  const { first } = orders(4);
  const rows = first.rows.map((one, n) => ({ ...one, isSimulated: n > 1 }));
  const { page } = await opened({ state: orders(4, { first: { ...first, rows } }), width: 480 }, 4);
  const marked = page.locator('[role=row]:has(.codicon-beaker)');
  await marked.first().waitFor();
  assert.equal(await page.locator('[data-order=order-0] [data-column=billing]').count(), 0);
  const ids = await marked.evaluateAll((lines) => lines.map((line) => line.dataset.order));
  assert.deepEqual(ids, ['order-2', 'order-3']);
  assert.match(
    (await page.locator('[data-order=order-2]').innerText()).replace(/\s+/g, ' '),
    /verified simulated/,
  );
  assert.equal(await marked.first().getByTitle('simulated').count(), 1);
  // However long the words before it are, it is not cut off.
  const cut = `[...document.querySelectorAll('.simulated-mark, .drift-mark')].filter((mark) =>
    mark.getBoundingClientRect().right > mark.parentElement.getBoundingClientRect().right).length`;
  await page.setViewportSize({ width: 320, height: 900 });
  await until(page, `innerWidth === 320 && ${cut} === 0`);
  await page.setViewportSize({ width: 1400, height: 900 });
  await marked.first().waitFor({ state: 'detached' });
  await page.close();
});

test('the orders page fits its budget of 41 KB', () => {
  assert.ok(built.script.length < 41_000, `${built.script.length} characters`);
});

test('the opened page has the focus in its table: its keys work at once', async () => {
  const { page, complaints } = await opened({ state: orders(20) }, 20);
  await page.locator('[data-order]').first().waitFor();
  await until(page, 'document.activeElement.id === "grid"');
  await page.keyboard.press('Control+A');
  await page
    .getByRole('group', { name: 'Actions on the selected orders' })
    .getByText('20 selected')
    .waitFor();
  await page.getByRole('searchbox', { name: 'Find' }).focus();
  await page.keyboard.type('XX');
  assert.equal(await page.evaluate('document.activeElement.id === "grid"'), false);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('all orders of a long list, told late, are not selected over what was chosen meanwhile', async () => {
  const { promise: late, resolve: tell } = Promise.withResolvers<{ ids: string[]; more: boolean }>();
  const found = await opened({ state: orders(20), handlers: { 'orders/all': () => late } }, 20);
  const { page } = found;
  await page.locator('#grid').press('Control+a');
  await asks(found, 'orders/all', { list: orders(20).list });
  await page.locator(`[data-order="${row(1).id}"]`).click();
  tell({ ids: [row(0).id, row(1).id, row(2).id], more: false });
  await late;
  await found.show({ ...orders(20), environments: ['Told after that'] });
  await page.locator('option', { hasText: 'Told after that' }).waitFor({ state: 'attached' });
  const selected = page.locator('[role=row][aria-selected=true]');
  assert.deepEqual(await selected.evaluateAll((rows) => rows.map((one) => one.dataset.order)), [row(1).id]);
  await page.close();
});
