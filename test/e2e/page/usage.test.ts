import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { UsageState } from '../../../src/protocol/usage.ts';
import { until } from '../../support/processes.ts';
import { testLooks } from './axe.ts';
import { type Built, buildPage, edgeOf, launch, type Opened, openPage } from './harness.ts';
import { customUsage, emptyUsage, hugeUsage, usage } from './usageSamples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage('webview/usage')]);
});
after(() => browser.close());

const states: Readonly<Record<string, UsageState>> = {
  empty: emptyUsage,
  usage: usage(),
  custom: customUsage,
  huge: hugeUsage,
};

interface Options {
  readonly state: UsageState;
  readonly width?: number;
  readonly height?: number;
}

async function opened(options: Options): Promise<Opened<UsageState>> {
  const found = await openPage<UsageState>(browser, built, options);
  await found.page.getByText(options.state.span, { exact: true }).first().waitFor();
  return found;
}

testLooks(states, (_, state) => opened({ state }));

/** Width, height and size of text; an editor of 1280 by 900 pixels at 200 % has half of them each way. */
const windows = [
  [320, 900, 13],
  [500, 900, 13],
  [1400, 900, 13],
  [640, 450, 13],
  [640, 900, 26],
] as const;

test('wide, it keeps its edge and is one column that scrolls as a whole', async () => {
  const { page } = await opened({ state: usage() });
  await page.setViewportSize({ width: 1400, height: 900 });
  const { left, asHighAsWindow } = await edgeOf(page);
  assert.ok(left >= 10, `${left} px`);
  assert.equal(asHighAsWindow, false);
  await page.close();
});

test('nothing scrolls sideways, narrow, wide, at 200 %, and with text twice its size', async () => {
  for (const [name, state] of Object.entries(states)) {
    const { page } = await opened({ state });
    for (const [width, height, size] of windows) {
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

/** Whether a canvas shows anything but its background. */
async function isDrawn(page: Page, id: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('[data-chart="${id}"] canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value, index) => index % 4 === 3 && value > 0);
  })()`);
}

/** The colours of a canvas, as a sum that changes with any of them. */
function inked(page: Page): Promise<string> {
  return page.evaluate(`document.querySelector('[data-chart="days"] canvas').toDataURL()`);
}

test('each chart is drawn, has a name, and its numbers stand in a table with a caption', async () => {
  const state = usage();
  const { page } = await opened({ state });
  for (const { id, title, table } of state.charts) {
    assert.ok(await isDrawn(page, id), id);
    await page.getByRole('img', { name: `${title}: a chart of the table below` }).waitFor();
    const section = page.getByRole('region', { name: title, exact: true }).first();
    await section.locator('details').evaluate((element) => element.setAttribute('open', ''));
    const shown = page.getByRole('table', { name: title });
    assert.equal(await shown.getByRole('row').count(), table.rows.length + 1);
    assert.equal(await shown.getByRole('columnheader').count(), table.columns.length);
    assert.equal(await shown.getByRole('rowheader').count(), table.rows.length);
  }
});

test('a table row opens its orders by keyboard, a bar by mouse', async () => {
  const { page, asked } = await opened({ state: customUsage });
  await page.getByRole('button', { name: 'Show orders: 2 Nov', exact: true }).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(asked.at(-1)?.params, { filter: customUsage.charts[0]?.table.rows[1]?.filter });
  const canvas = page.locator('[data-chart="codes"] canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  assert.ok(box !== null);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  await until(
    async () => (asked.length === 3 ? true : undefined),
    () => JSON.stringify(asked),
    5000,
  );
  assert.equal(asked.at(-1)?.method, 'usage/showOrders');
  assert.deepEqual(asked.at(-1)?.params, { filter: customUsage.charts[1]?.series[0]?.filters[0] });
});

test('environment, period and days are chosen one at a time; the rest stays', async () => {
  const { page, asked, kept, show } = await opened({ state: customUsage });
  const chosen = async (choice: Partial<UsageState['choice']>): Promise<void> => {
    assert.deepEqual(asked.at(-1)?.params, { ...customUsage.choice, ...choice });
    await show({ ...customUsage, choice: { ...customUsage.choice, ...choice } });
  };
  assert.deepEqual(await kept(), customUsage.choice);
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('acme-prod');
  await chosen({ environment: 'acme-prod' });
  await page.getByLabel('From').fill('2026-10-01');
  await page.getByLabel('From').press('Tab');
  await chosen({ environment: 'acme-prod', from: '2026-10-01' });
  await page.getByRole('combobox', { name: 'Period' }).selectOption('today');
  await chosen({ environment: 'acme-prod', from: '2026-10-01', period: 'today' });
});

test('two choices in a row both count, though the host has not answered the first', async () => {
  const { page, asked } = await opened({ state: usage() });
  await page.evaluate(`for (const [id, value] of [['period', 'today'], ['environment', '']]) {
    const select = document.getElementById(id);
    select.value = value;
    select.dispatchEvent(new Event('change'));
  }`);
  const chosen = () => asked.filter(({ method }) => method === 'usage/choose');
  await until(
    () => (chosen().length === 2 ? true : undefined),
    () => 'Not both were asked for.',
    5000,
  );
  assert.deepEqual(chosen().at(-1)?.params, { ...usage().choice, period: 'today', environment: null });
});

test('what fails is said, and goes with the next thing that works', async () => {
  const { page, show } = await openPage<UsageState>(browser, built, {
    state: usage(),
    handlers: {
      ...({
        'usage/exportCsv': async () => {
          throw new Error('the disk is full');
        },
      } as object),
    },
  });
  await page.getByRole('button', { name: 'Export CSV…' }).click();
  await page.getByRole('alert').filter({ hasText: 'Failed: the disk is full' }).waitFor();
  await show(usage());
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('charts take the colours of a theme that changes while they are shown', async () => {
  const { page } = await opened({ state: usage() });
  const before = await inked(page);
  await page.evaluate("document.documentElement.style.setProperty('--vscode-charts-blue', '#ff0000')");
  await until(
    async () => ((await inked(page)) === before ? undefined : true),
    () => 'The chart keeps its colours.',
    5000,
  );
});

test('a snapshot without charts takes the old ones away, and one with charts brings them back', async () => {
  const { page, show } = await opened({ state: usage() });
  await show(emptyUsage);
  assert.equal(await page.locator('canvas').count(), 0);
  await show(usage());
  assert.ok(await isDrawn(page, 'waste'));
});

test('the usage page fits its budget of 200 KB', () => {
  assert.ok(built.script.length < 200_000, `${built.script.length} characters`);
});
