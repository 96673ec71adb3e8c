import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Built, buildPage, launch, type Opened, type OpenOptions, openPage, until } from './harness.ts';
import { bulkResult, listed } from './listSamples.ts';
import { draft, emailOperation, live, negative, state } from './samples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage()]);
});
after(() => browser.close());

const around = "document.getElementById('around')";
const scrolledAround = `${around}.scrollTop`;

/** The page's lower end sticks out of what it is shown in, as of VS Code's own box by five pixels; that box must stay where it is. */
async function inFrame(
  sticksOut: number,
  options: OpenOptions,
  body: (opened: Opened) => Promise<void>,
): Promise<void> {
  const opened = await openPage(browser, built, {
    width: 500,
    height: 600,
    sticksOut,
    ...options,
  });
  const { page, frame } = opened;
  try {
    assert.notEqual(frame, page.mainFrame());
    // What is to stay at 0 could be moved.
    await page.evaluate(`${around}.scrollTo(0, 9999)`);
    assert.equal(await page.evaluate(scrolledAround), sticksOut);
    await page.evaluate(`${around}.scrollTo(0, 0)`);
    await body(opened);
    assert.equal(await page.evaluate(scrolledAround), 0);
    assert.deepEqual(opened.complaints, []);
  } finally {
    await page.close();
  }
}

test('a new answer scrolls the page, and nothing around it', async () => {
  const shown = {
    environment: live,
    magic: [],
    draft: draft({ fields: { rc_number: 'XX00AB1234' } }),
  };
  const long = {
    ...negative,
    groups: Array.from({ length: 40 }, () => negative.groups).flat(),
  };
  await inFrame(5, { state: state(shown) }, async (opened) => {
    const call = { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false };
    await opened.show(state({ ...shown, answer: null, call }));
    await opened.show(state({ ...shown, answer: long }));
    await until(opened.frame, 'scrollY > 100');
    const line = `document.querySelector('.live-line').getBoundingClientRect()`;
    const start = `document.querySelector('.answer-start').getBoundingClientRect()`;
    const apart = Number(await opened.frame.evaluate(`Math.abs(${start}.top - ${line}.bottom)`));
    assert.ok(apart <= 2, `The answer begins ${apart} px off the line.`);
  });
});

test('the arrows in a table bring its cells into view, and move nothing around the page', async () => {
  const { answer, handlers } = listed('email-bulk', { result: bulkResult(900) });
  const shown = state({ operation: emailOperation, answer });
  await inFrame(300, { state: shown, handlers }, async ({ page, frame }) => {
    await frame.locator('.grid-row[data-row="0"]').first().waitFor();
    await frame.locator('[role="grid"] [tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.evaluate(`${around}.scrollTo(0, 0)`);
    const cell = `document.activeElement.closest('[data-place]')`;
    const isInView = `(({ top, bottom, left, right }) => top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth)`;
    for (const [key, place] of [
      ['Control+End', '899/6'],
      ['Home', '899/0'],
      ['Control+Home', '0/0'],
      ['End', '0/6'],
    ]) {
      await frame.evaluate('scrollTo(0, 0)');
      await page.keyboard.press(String(key));
      await until(
        frame,
        `${cell}?.dataset.place === '${place}' && ${isInView}(${cell}.getBoundingClientRect())`,
      );
      assert.equal(await page.evaluate(scrolledAround), 0, key);
    }
  });
});
