import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { CopyParams, LinesParams } from '../../../src/protocol/contents.ts';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import {
  type Built,
  buildPage,
  filled,
  launch,
  type Opened,
  type OpenOptions,
  openPage,
  until,
} from './harness.ts';
import { bulkResult, listed, nested } from './listSamples.ts';
import { negative, state } from './samples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage()]);
});
after(() => browser.close());

async function onTab(
  tab: string,
  answer: AnswerView,
  handlers: OpenOptions['handlers'],
  body: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await openPage(browser, built, { state: state({ answer }), handlers: handlers ?? {} });
  try {
    await opened.page.getByRole('tab', { name: tab, exact: true }).click();
    await body(opened);
    assert.deepEqual(opened.complaints, []);
  } finally {
    await opened.page.close();
  }
}

const shown = ({ page }: Opened): Promise<string | null> => page.locator('pre.raw').textContent();
const firstNumber = 'document.querySelector(".raw-number")?.dataset.line';

test('raw text has line numbers and colours, and its objects fold', async () => {
  await onTab('Raw', nested.answer, nested.handlers, async (opened) => {
    const { page } = opened;
    const whole = nested.answer.raw.text;
    assert.equal(await shown(opened), whole);
    const numbers = await page
      .locator('.raw-number')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-line')));
    assert.deepEqual(
      numbers,
      whole.split('\n').map((_, index) => String(index + 1)),
    );
    assert.ok((await page.locator('.json-key').count()) > 5);
    const line = whole.split('\n').findIndex((text) => text.includes('"court"')) + 1;
    await page.getByRole('button', { name: `Fold line ${line}`, exact: true }).click();
    await until(page, '!document.querySelector("pre.raw").textContent.includes("INVENTED")');
    assert.ok(!(await shown(opened))?.includes('"room"'));
    const fold = page.getByRole('button', { name: `Unfold line ${line}`, exact: true });
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await page.getByText('… 2 lines').waitFor();
    await fold.focus();
    await page.keyboard.press('Enter');
    await until(page, 'document.querySelector("pre.raw").textContent.includes("room")');
    await page.getByRole('button', { name: 'Fold all' }).click();
    await until(page, 'document.querySelectorAll(".raw-line").length === 6');
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await until(page, `document.querySelectorAll(".raw-line").length === ${whole.split('\n').length}`);
  });
});

test('of a large text the lines in view are asked for, and all of it is there', async () => {
  const large = listed('email-bulk', { result: bulkResult(50_000) });
  assert.ok(large.answer.raw.shownBytes < large.answer.raw.totalBytes);
  const wanted: LinesParams[] = [];
  const lines = large.handlers['answer/lines'];
  assert.ok(lines !== undefined);
  const handlers = {
    ...large.handlers,
    'answer/lines': (params: LinesParams) => {
      wanted.push(params);
      return lines(params);
    },
  };
  await onTab('Raw', large.answer, handlers, async ({ page }) => {
    // Six lines an item, and what stands around them.
    await until(page, 'document.querySelector(".raw-all").offsetHeight > 300_000 * 10');
    assert.ok((await page.locator('.raw-line').count()) < 120);
    // The end moves while the height of a line is measured.
    const toEnd = '(document.querySelector("pre.raw").scrollTop = 1e9)';
    await until(page, `${toEnd} > 0 && Number(${firstNumber}) > 299_000`);
    await until(
      page,
      `${toEnd} > 0 && [...document.querySelectorAll(".raw-text")].at(-1)?.textContent.trim() === "}"`,
    );
    assert.equal(await page.getByText(/^Showing/).count(), 0);
    assert.ok(wanted.every(({ count }) => count <= 1000));
    assert.ok(wanted.length < 10, `${wanted.length} requests`);
  });
});

test('raw text, headers and the request are copied: masked unless they are revealed', async () => {
  const copied: CopyParams[] = [];
  const request = {
    method: 'POST',
    url: 'https://api.example.invalid/api/v1/rc/advanced',
    headers: [['Authorization', 'Bearer ••••••9f3a']] as const,
    body: '{\n  "rc_number": "XX••••••34"\n}',
    masked: true,
    bytes: 28,
    notes: ['Not kept: Host.'],
  };
  const answer = { ...negative, request };
  const clear = {
    ...answer,
    request: { ...request, body: '{\n  "rc_number": "XX00AB1234"\n}', masked: false },
    raw: { ...answer.raw, masked: false },
  };
  const handlers: OpenOptions['handlers'] = {
    'answer/reveal': async () => clear,
    'answer/copy': async (params) => {
      copied.push(params);
      return null;
    },
  };
  await onTab('Request', answer, handlers, async ({ page }) => {
    assert.match(
      (await page.locator('.sent-line').textContent()) ?? '',
      /POST https:\/\/api\.example\.invalid/,
    );
    await page.getByRole('rowheader', { name: 'Authorization' }).waitFor();
    await page.getByText('Not kept: Host.').waitFor();
    assert.equal(await page.locator('pre.raw').textContent(), request.body);
    await page.getByRole('button', { name: 'Copy request' }).click();
    await page.getByText('Copied').waitFor();
    await page.getByRole('button', { name: 'Reveal all' }).click();
    await page.getByText('XX00AB1234').waitFor();
    await page.getByRole('button', { name: 'Copy request' }).click();
    await page.getByRole('tab', { name: 'Raw', exact: true }).click();
    await page.getByRole('button', { name: 'Copy Raw' }).click();
    await page.getByRole('button', { name: 'Hide all' }).click();
    await page.getByRole('button', { name: 'Copy Raw' }).click();
    await page.getByRole('tab', { name: 'Headers', exact: true }).click();
    await page.getByRole('button', { name: 'Copy headers' }).click();
    await filled(copied, 5);
    const orderId = 'order-1';
    assert.deepEqual(copied, [
      { orderId, what: 'request', revealed: false },
      { orderId, what: 'request', revealed: true },
      { orderId, what: 'raw', revealed: true },
      { orderId, what: 'raw', revealed: false },
      { orderId, what: 'headers', revealed: false },
    ]);
  });
});

test('an order of which no request is kept says so', async () => {
  await onTab('Request', negative, {}, async ({ page }) => {
    await page.getByText('The request is not kept.').waitFor();
  });
});

test('covered headers are revealed on their tab, and nothing is said of the words of the service', async () => {
  const answer = {
    ...negative,
    ...{ headers: [['x-customer', '••••••']] as const, saidCovered: true, wordsCovered: false },
  };
  const exact = { headers: [['x-customer', 'anybody']] as const, saidCovered: false };
  const groups = answer.groups.map((group) => ({
    ...group,
    values: group.values.map((one) => ({ ...one, text: 'IN CLEAR', masked: false })),
  }));
  const handlers = { 'answer/reveal': async () => ({ ...answer, ...exact, groups }) };
  await onTab('Headers', answer, handlers, async ({ page }) => {
    assert.equal(await page.getByText('What looks personal in the service’s words is masked.').count(), 0);
    const reveal = page.getByRole('button', { name: 'Reveal headers' });
    await reveal.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'anybody', exact: true }).waitFor();
    assert.equal(await reveal.count(), 0);
    await page.getByRole('tab', { name: 'Result', exact: true }).click();
    assert.equal(await page.getByText('IN CLEAR').count(), 0);
  });
});

test('what is covered in the words of the service is revealed by its own button, headers and their copy with it', async () => {
  const copied: CopyParams[] = [];
  const said = {
    message: 'For ••••••.',
    headers: [['x-customer', '••••••']] as const,
    saidCovered: true,
    wordsCovered: true,
  };
  const exact = {
    message: 'For anybody.',
    headers: [['x-customer', 'anybody']] as const,
    saidCovered: false,
    wordsCovered: false,
  };
  const answer = { ...negative, ...said };
  const handlers: OpenOptions['handlers'] = {
    'answer/reveal': async () => ({ ...answer, ...exact }),
    'answer/copy': async (params) => {
      copied.push(params);
      return null;
    },
  };
  await onTab('Headers', answer, handlers, async ({ page }) => {
    await page.getByText('The service says: For ••••••.').waitFor();
    const copy = page.getByRole('button', { name: 'Copy headers' });
    await copy.click();
    const reveal = page.getByRole('button', { name: 'Reveal its words' });
    await reveal.focus();
    await page.keyboard.press('Enter');
    await page.getByText('The service says: For anybody.').waitFor();
    await page.getByRole('cell', { name: 'anybody', exact: true }).waitFor();
    assert.equal(await reveal.count(), 0);
    await copy.click();
    await filled(copied, 2);
    assert.deepEqual(
      copied.map((one) => 'revealed' in one && one.revealed),
      [false, true],
    );
    await page.getByRole('tab', { name: 'Result', exact: true }).click();
    await page.getByRole('button', { name: 'Hide all' }).click();
    await page.getByText('The service says: For ••••••.').waitFor();
  });
});
