import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import { until as soon } from '../../support/processes.ts';
import { type Built, buildPage, launch, type Opened, type OpenOptions, openPage } from './harness.ts';
import { orders, row } from './ordersSamples.ts';
import { inPage } from './ownPages.ts';
import { drifting, learnedOperation, negative, state } from './samples.ts';

let browser: Browser;
let built: Built;
let ordersBuilt: Built;
before(async () => {
  [browser, built, ordersBuilt] = await Promise.all([launch(), buildPage(), buildPage('webview/orders')]);
});
after(() => browser.close());

async function withPage(options: OpenOptions, body: (opened: Opened) => Promise<void>): Promise<void> {
  await inPage(await openPage(browser, built, options), body);
}

const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();

test('an answer that departs from what was learned has a fourth sign, and names each departure with its evidence', async () => {
  await withPage({ state: state({ mode: 'order', answer: drifting }) }, async ({ page }) => {
    const sign = page.locator('[data-sign="drift"]');
    assert.equal(plainText(await sign.innerText()), 'Learned departs: breaking');
    const region = page.getByRole('region', { name: 'Answer' });
    assert.equal(await region.getAttribute('data-drift'), 'breaking');
    await page.getByText('3 departures from what was learned').click();
    const items = await page.locator('.drifts li').allInnerTexts();
    assert.equal(items.length, 3);
    assert.equal(
      plainText(items[0] ?? ''),
      'data.result.response_metadata.masked_engine missing (always there in 23 inputs) breaking',
    );
    // What contradicts the documents is listed apart.
    await page.getByText('2 deviations from the documents').click();
    const deviations = await page.locator('.deviations:not(.drifts) li').allInnerTexts();
    assert.deepEqual(deviations.map(plainText), [
      'contradicts the documents: data.order_id is missing.',
      'not documented: Result field "serial" is not documented.',
    ]);
  });
});

test('an answer that departs in nothing has neither the sign nor a list', async () => {
  await withPage({ state: state({ answer: negative }) }, async ({ page }) => {
    await page.locator('[data-sign="money"]').waitFor();
    assert.equal(await page.locator('[data-sign="drift"], .drifts').count(), 0);
    assert.equal(await page.getByRole('region', { name: 'Answer' }).getAttribute('data-drift'), null);
  });
});

test('a screen reader is told of the departure with the answer', async () => {
  await withPage({ state: state() }, async ({ page, show }) => {
    await show(
      state({ call: { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false } }),
    );
    await show(state({ answer: drifting }));
    const live = page.locator('[role=status][aria-live]');
    await live
      .filter({ hasText: 'departs from what was learned: breaking' })
      .first()
      .waitFor({ state: 'attached' });
  });
});

test('a field says what calls showed of it, to a screen reader too; one press confirms what worked', async () => {
  const opened = await openPage(browser, built, { state: state({ operation: learnedOperation }) });
  const { page, asked, described, complaints } = opened;
  const said = await described('textbox');
  assert.match(said['Registration number'] ?? '', /worked for 12 inputs/);
  assert.match(said.Label ?? '', /rejected 3 times/);
  assert.match(said.Consent ?? '', /worked for 1 input, simulated/);
  // Assumed they all are until their user states them, also what worked: the service may pass over what it does not know.
  assert.equal(await page.locator('.assumed > summary').innerText(), 'Assumed field names');
  assert.match(
    (await page.locator('.assumed li').allTextContents()).join(),
    /assumed.*assumed.*assumed.*assumed/,
  );
  assert.equal(await page.getByRole('button', { name: /^Confirm/ }).count(), 1);
  await page.getByRole('button', { name: 'Confirm Registration number as a request field' }).click();
  const confirmed = (): true | undefined =>
    asked.some(
      ({ method, params }) => method === 'field/confirm' && JSON.stringify(params) === '{"name":"rc_number"}',
    )
      ? true
      : undefined;
  await soon(confirmed, () => JSON.stringify(asked.map(({ method }) => method)), 5000);
  await page.getByRole('button', { name: 'Add vehicle.consent to the form', exact: true }).click();
  const added = (): true | undefined =>
    asked.some(({ params }) => JSON.stringify(params) === '{"name":"vehicle.consent"}') ? true : undefined;
  await soon(added, () => JSON.stringify(asked.map(({ params }) => params)), 5000);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a row of the orders page has a mark with words where its answer departs', async () => {
  const found = await openPage(browser, ordersBuilt, { state: orders(8) as never });
  const { page } = found;
  const marked = page.locator('[role=row]:has(.drift-mark)');
  await marked.first().waitFor();
  assert.equal(await marked.count(), 1);
  assert.equal(await marked.getAttribute('data-order'), row(3).id);
  assert.match(plainText(await marked.innerText()), /departs from what was learned: notable/);
  await page.close();
});

test('a departure has one colour, in the list of orders and on its answer', async () => {
  const colour = ({ page }: { readonly page: Page }, selector: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector} .codicon')).color`);
  const { drift } = drifting;
  assert.ok(drift !== undefined);
  for (const grade of ['breaking', 'notable', 'new'] as const) {
    const tone = grade === 'breaking' ? 'caution' : 'neutral';
    const [first] = drift.departures;
    assert.ok(first !== undefined);
    const graded: AnswerView['drift'] = {
      ...drift,
      sign: { ...drift.sign, tone },
      departures: [{ ...first, grade }],
    };
    const answer: Opened = await openPage(browser, built, {
      state: state({ answer: { ...drifting, drift: graded } }),
    });
    await answer.page.locator('[data-sign="drift"]').waitFor();
    const all = orders(8);
    const rows = all.first.rows.map((one) => ({ ...one, tone: 'good', drift: { grade, words: grade } }));
    const list = await openPage(browser, ordersBuilt, {
      state: { ...all, first: { ...all.first, rows } } as never,
    });
    await list.page.locator('.drift-mark').first().waitFor();
    const wanted = await colour(answer, '[data-sign="drift"]');
    assert.equal(await colour(list, '.drift-mark'), wanted, grade);
    assert.equal(await colour(answer, '.drifts li'), wanted, grade);
    assert.notEqual(await colour(list, '[data-column="came"]'), wanted);
    await answer.page.close();
    await list.page.close();
  }
});
