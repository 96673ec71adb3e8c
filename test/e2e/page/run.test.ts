import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { RunRowView, RunState } from '../../../src/protocol/batchRun.ts';
import { until as soon } from '../../support/processes.ts';
import { testLooks } from './axe.ts';
import { type Built, buildPage, launch, type Opened, openPage } from './harness.ts';
import { threeRows } from './reviewSamples.ts';

/** Snapshots of the page of a started batch as the host makes them; all invented. */

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage('webview/review')]);
});
after(() => browser.close());

function aRow(row: number, more: Partial<RunRowView> = {}): RunRowView {
  const masked = `XX••••••${String(row % 100).padStart(2, '0')}`;
  return {
    row,
    line: row + 2,
    masked,
    words: 'verified · billed · OK',
    orderId: 'ORD-INVENTED-1',
    hasOrder: true,
    ...more,
  };
}

const running: RunState = {
  batch: 'batch-1',
  source: 'cars.csv',
  operation: 'RC Details Advanced',
  environment: { name: 'acme-prod', kind: 'live' },
  made: '21 Nov, 12:00:00',
  ...{ runs: 'here', status: 'sending', ended: 3, total: 40, calls: '3 of 40 calls' },
  cost: '3 calls · ≈ ₹13.50 (estimated)',
  pace: '3 in the last minute · about 8 min left',
  counts: [
    { words: 'verified · billed', rows: 3 },
    { words: 'waiting', rows: 37 },
  ],
  shown: { offset: null, group: null, hasLast: true, size: 100, of: 40, rows: [aRow(2), aRow(1), aRow(0)] },
  results: 'work/cars-results.csv',
  hasFailed: false,
  spoken: '0 of 40 calls, sending',
  l10n: {},
};

const waiting = { words: 'waiting', orderId: '', hasOrder: false };
const states: Readonly<Record<string, RunState>> = {
  running,
  begun: { ...running, ended: 0, shown: { ...running.shown, rows: [] }, results: '', pace: '' },
  paused: { ...running, runs: 'paused', status: 'paused: The service refuses calls (INSUFFICIENT_BALANCE).' },
  long: {
    ...running,
    ...{
      runs: 'rests',
      status: 'not running, unfinished',
      total: 250,
      calls: '3 of 250 calls',
    },
    shown: {
      ...{ offset: 100, group: 'waiting', hasLast: false, size: 100, of: 250 },
      rows: Array.from({ length: 100 }, (_, at) => aRow(100 + at, waiting)),
    },
  },
  over: {
    ...running,
    ...{ runs: 'over', status: 'ended', ended: 0, total: 0, calls: '0 of 0 calls' },
    environment: { name: 'sandbox', kind: 'sandbox' },
    hasFailed: true,
    shown: {
      ...running.shown,
      offset: 0,
      rows: [
        aRow(0),
        aRow(1, { masked: '', words: 'not sent · left out by you', orderId: '', hasOrder: false }),
      ],
    },
  },
};

async function opened(state: RunState): Promise<Opened<RunState>> {
  const found = await openPage<RunState>(browser, built, { state });
  await found.page.getByRole('heading', { level: 1, name: `Batch of ${state.source}` }).waitFor();
  return found;
}

testLooks(states, (_, state) => opened(state));

test('nothing scrolls sideways but the table, narrow, wide, and with text twice its size', async () => {
  for (const [name, state] of Object.entries(states)) {
    const { page } = await opened(state);
    for (const [width, size] of [
      [320, 13],
      [500, 13],
      [1400, 13],
      [640, 26],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(
        `document.documentElement.style.fontSize = document.body.style.fontSize = '${size}px'`,
      );
      const sticksOut = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(sticksOut, false, `${name} at ${width} px, text of ${size} px`);
    }
    await page.close();
  }
});

test('each button asks for what it says', async () => {
  const { page, asked, show } = await opened(running);
  const presses = async (name: string, method: string, params: unknown): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click();
    await soon(
      () => asked.at(-1)?.method === method || undefined,
      () => `asked last: ${asked.at(-1)?.method}, and not ${method}`,
      10_000,
    );
    assert.deepEqual(asked.at(-1)?.params, params);
  };
  await presses('Open the order of line 3', 'run/openOrder', { row: 1 });
  await presses('All rows', 'run/show', { group: null, offset: 0 });
  await presses('37 waiting', 'run/show', { group: 'waiting', offset: 0 });
  await presses('Last answers', 'run/show', null);
  await presses('Pause or cancel…', 'run/control', null);
  await presses(running.results, 'run/openResults', null);
  await show(states.long ?? running);
  await presses('Next page', 'run/show', { group: 'waiting', offset: 200 });
  await presses('Resume batch…', 'run/resume', null);
  await presses('Write results…', 'run/writeResults', null);
  await page.getByRole('button', { name: '37 waiting', pressed: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'All rows', pressed: true }).count(), 0);
  await page.getByRole('table', { name: 'waiting: rows 101 to 200 of 250' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Last answers' }).count(), 0);
  await show(states.paused ?? running);
  await presses('Resume or cancel…', 'run/control', null);
  await page.getByText('Billed so far', { exact: true }).waitFor();
  await show({ ...running, shown: { ...running.shown, offset: 0, group: 'held', of: 0, rows: [] } });
  await page.getByText('No row is “held” any more.', { exact: true }).waitFor();
  await show(states.over ?? running);
  await page.getByText('Billed', { exact: true }).waitFor();
  await presses('Re-run failed rows…', 'run/again', null);
  await page.close();
});

test('what has the focus keeps it as answers come, and only the summary is spoken', async () => {
  const { page, show } = await opened(running);
  const order = page.getByRole('button', { name: 'Open the order of line 3' });
  await order.focus();
  const spoken = page.locator('[aria-live]');
  assert.equal(await spoken.count(), 1);
  assert.equal(await spoken.innerText(), running.spoken);
  await show({ ...running, ended: 4, shown: { ...running.shown, rows: [aRow(3), aRow(2), aRow(1)] } });
  await page.getByText('4 of 40').or(page.getByText('3 of 40 calls')).first().waitFor();
  assert.equal(await order.evaluate((element) => element.matches(':focus')), true);
  assert.equal(await spoken.innerText(), running.spoken);
  const lines = () => page.locator('tbody .number').allInnerTexts();
  // A press would open another order than the one that was aimed at.
  assert.deepEqual(await lines(), ['4', '3', '2']);
  await page.getByRole('button', { name: 'Last answers' }).focus();
  await show({ ...running, ended: 5, shown: { ...running.shown, rows: [aRow(4), aRow(3)] } });
  assert.deepEqual(await lines(), ['6', '5']);
  await order.waitFor({ state: 'detached' });
  await page.close();
});

test('the page is brought back by the id of its batch, also where it was a review before', async () => {
  const found = await openPage<RunState>(browser, built, { state: threeRows as never });
  await found.page.getByRole('button', { name: 'Start batch…' }).waitFor();
  await found.show(running);
  await found.page.getByRole('progressbar', { name: '3 of 40 calls' }).waitFor();
  assert.equal(await found.page.getByRole('button', { name: 'Start batch…' }).count(), 0);
  assert.deepEqual(await found.kept(), { batch: 'batch-1' });
  await found.page.close();
});
