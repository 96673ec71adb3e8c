import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { until } from './harness.ts';
import { ownPages } from './ownPages.ts';
import { draft, live, negative, state } from './samples.ts';

const withPage = ownPages();

for (const [width, height] of [
  [500, 800],
  [320, 900],
] as const) {
  test(`where the page is one column the live environment stays in sight and covers neither answer nor focus, ${width} by ${height}`, async () => {
    const long = { ...negative, groups: Array.from({ length: 40 }, () => negative.groups).flat() };
    await withPage(
      { state: state({ environment: live, magic: [], answer: long }), width, height },
      async ({ page }) => {
        const line = page.getByText(`LIVE: ${live.name}`, { exact: true });
        const boxOf = async (one: Locator) => {
          const box = await one.boundingBox();
          assert.ok(box !== null);
          return { top: box.y, bottom: box.y + box.height };
        };
        for (const top of [0, 300, 10_000]) {
          await page.evaluate(`window.scrollTo(0, ${top})`);
          const at = await boxOf(line);
          assert.ok(at.top >= 0 && at.bottom <= 40, `${top}: ${JSON.stringify(at)}`);
          const head = await boxOf(page.locator('.answer-head'));
          assert.ok(head.top >= at.bottom - 1, `${top}: the answer's line begins at ${head.top}`);
        }
        const { bottom } = await boxOf(line);
        // Back from the end: the way on which the focus comes from below what stays at the top.
        await page.locator('vscode-button, button, select, summary').last().focus();
        for (let step = 0; step < 40; step += 1) {
          await page.keyboard.press('Shift+Tab');
          const top: number | null = await page.evaluate(
            'document.activeElement === document.body ? null : document.activeElement.getBoundingClientRect().top',
          );
          if (top === null) break;
          assert.ok(top >= bottom - 1, `step ${step}: the focus is at ${top}, under what ends at ${bottom}`);
        }
      },
    );
  });
}

test('a new answer begins below the line', async () => {
  const shown = { environment: live, magic: [], draft: draft({ fields: { rc_number: 'XX00AB1234' } }) };
  const long = { ...negative, groups: Array.from({ length: 40 }, () => negative.groups).flat() };
  await withPage({ state: state(shown), width: 500, height: 600 }, async (opened) => {
    const call = { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false };
    await opened.show(state({ ...shown, answer: null, call }));
    await opened.show(state({ ...shown, answer: long }));
    await until(opened.page, 'scrollY > 100');
    const line = await opened.page.locator('.live-line').boundingBox();
    const start = await opened.page.locator('.answer-start').boundingBox();
    assert.ok(line !== null && start !== null);
    assert.ok(Math.abs(start.y - (line.y + line.height)) <= 2, JSON.stringify([line, start]));
  });
});

test('beside each other, and in a very low window, the head says it alone', async () => {
  for (const [width, height] of [
    [1280, 800],
    [500, 340],
  ] as const) {
    await withPage({ state: state({ environment: live, magic: [] }), width, height }, async ({ page }) => {
      await page.evaluate('window.scrollTo(0, 10000)');
      await page.locator('.environment').waitFor({ state: 'attached' });
      const sticky = `getComputedStyle(document.querySelector('.live-line'))`;
      assert.equal(
        await page.evaluate(`${sticky}.display === 'none' || ${sticky}.position === 'static'`),
        true,
      );
    });
  }
});

test('LIVE is said once on a page, and the sandbox has no such line', async () => {
  for (const width of [1280, 500]) {
    await withPage({ state: state({ environment: live, magic: [] }), width }, async ({ page }) => {
      const words = await page.locator('main').innerText();
      assert.equal(words.match(/LIVE/g)?.length, 1, words);
      assert.equal(words.split(live.name).length, 2, words);
    });
  }
  await withPage({ state: state(), width: 500 }, async ({ page }) => {
    assert.equal(await page.locator('.live-line').count(), 0);
  });
});
