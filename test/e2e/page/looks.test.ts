import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { HandlersOf } from '../../../src/protocol/frames.ts';
import type { PageState, Requests } from '../../../src/protocol/messages.ts';
import { testLooks } from './axe.ts';
import { type Built, buildPage, launch, type Opened, type OpenOptions, openPage } from './harness.ts';
import { nested, tenRows } from './listSamples.ts';
import { details, openOrder, recordedOrder } from './orderSamples.ts';
import {
  cut,
  draft,
  drifting,
  emailOperation,
  huge,
  learnedOperation,
  live,
  negative,
  refused,
  state,
  verified,
} from './samples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage()]);
});
after(() => browser.close());

const call = { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false };
const withoutKey = { ...live, keyMissing: true, key: 'no key' };

const states: Readonly<Record<string, PageState>> = {
  empty: state(),
  negative: state({ answer: negative }),
  live: state({
    environment: withoutKey,
    magic: [],
    answer: refused,
    notice: {
      headline: 'Billed if the provider runs the lookup, even when the result is negative.',
      details: ['No price set', 'Nothing sent in this session', 'No limit per minute is documented'],
      warning: 'The proxy is not checked.',
      obstacles: [
        {
          kind: 'paid-twin',
          text: 'The same input was paid for at 2026-11-03 14:05: NO_RECORD_FOUND, order ORD-1.',
          until: null,
          orderId: 'o-1',
        },
        { kind: 'meter', text: 'The limit is reached.', until: Date.now() + 3_600_000, orderId: null },
        { kind: 'refusal', text: 'No key is set.', until: null, orderId: null },
      ],
    },
  }),
  pending: state({ call, answer: verified }),
  unknown: state({ answer: cut, problem: 'Not sent: the sandbox could not be started.' }),
  json: state({ draft: draft({ tab: 'json', json: '{' }) }),
  list: state({ operation: emailOperation, answer: huge }),
  table: state({ operation: emailOperation, answer: tenRows.answer }),
  nested: state({ answer: nested.answer }),
  drifting: state({ mode: 'order', answer: drifting }),
  learned: state({ operation: learnedOperation, answer: drifting }),
  order: state({ mode: 'order', answer: negative, details: details() }),
  open: openOrder,
  recorded: recordedOrder,
};

/** Who hands out the rows of the lists. */
const handlers: Readonly<Record<string, Partial<HandlersOf<Requests>>>> = {
  table: tenRows.handlers,
  nested: nested.handlers,
};

function openState(name: string, options: Omit<OpenOptions, 'handlers'>): Promise<Opened> {
  return openPage(browser, built, { ...options, handlers: handlers[name] ?? {} });
}

testLooks(
  states,
  async (name, shown) => {
    const found = await openState(name, { state: shown });
    if (name in handlers) await found.page.locator('.grid-row').first().waitFor();
    return found;
  },
  ['serious', 'critical'],
);

/**
 * Width, height and size of text: from narrow to wide, then zoomed. An editor of 1280 by 900 pixels at 200 % has half of them
 * each way, a narrow one a quarter of the width.
 */
const windows = [
  [522, 800, 13],
  [320, 900, 13],
  [500, 900, 13],
  [1400, 900, 13],
  [640, 450, 13],
  [320, 450, 13],
  [1280, 900, 26],
  [640, 900, 26],
  [320, 300, 13],
] as const;

/** How far the page reaches over its sides, once it is laid out anew. */
const sideways = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  .then(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)`;

/** Elements that stay in view while the page scrolls, and how much of its height they take together. */
const stuck = `[...document.querySelectorAll('body *')]
  .filter((one) => getComputedStyle(one).position === 'sticky')
  .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0) / innerHeight`;

test('narrow, wide, zoomed to 200 %, or with text twice its size, nothing scrolls sideways and nothing covers the page', async () => {
  for (const [name, shown] of Object.entries(states)) {
    const { page } = await openState(name, { state: shown });
    for (const [width, height, size] of windows) {
      await page.setViewportSize({ width, height });
      await page.evaluate(`document.documentElement.style.setProperty('--vscode-font-size', '${size}px')`);
      const how = `${name} at ${width} by ${height}, text of ${size} px`;
      assert.equal(await page.evaluate(sideways), 0, how);
      const covered: number = await page.evaluate(stuck);
      assert.ok(covered < 0.5, `${how}: ${covered} of the height is covered`);
    }
    await page.close();
  }
});

test('the focus goes in reading order', async () => {
  // Side by side, reading order is that of the sides.
  const { page } = await openPage(browser, built, {
    state: state({ answer: negative }),
    width: 700,
    height: 2000,
  });
  const tops: number[] = [];
  await page.getByRole('button', { name: 'Switch' }).focus();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    tops.push(await page.evaluate('document.activeElement.getBoundingClientRect().top'));
  }
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  );
});

/** Null once the focus has left the page. */
const focused = `document.activeElement === document.body ? null : {
  top: document.activeElement.getBoundingClientRect().top,
  name: document.activeElement.textContent.trim(),
}`;

for (const [name, shown] of [
  ['open', openOrder],
  ['recorded', recordedOrder],
] as const) {
  test(`the focus goes in reading order on the page of an order: ${name}`, async () => {
    const { page } = await openPage(browser, built, { state: shown, width: 480, height: 4000 });
    const seen: { readonly top: number; readonly name: string }[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const at: { readonly top: number; readonly name: string } | null = await page.evaluate(focused);
      if (at === null) break;
      seen.push(at);
    }
    const names = seen.map(({ name }) => name);
    const all = ['Open as JSON', 'Compare with…', 'Send again…', 'Export…', 'Erase…'];
    assert.deepEqual(
      names.filter((name) => all.includes(name)),
      all,
    );
    const tops = seen.map(({ top }) => top);
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    );
    await page.close();
  });
}

test('one key skips the buttons of the values to what can be done with an order', async () => {
  const { page } = await openPage(browser, built, { state: recordedOrder, width: 480, height: 800 });
  const skip = page.getByRole('button', { name: 'Skip to note and actions' });
  const clip = (): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('.skip')).clipPath`);
  assert.equal(await clip(), 'inset(50%)', 'it is there for those who come by keyboard alone');
  let steps = 0;
  while (!(await skip.evaluate((one) => one.matches(':focus')))) {
    assert.ok(++steps < 9, 'it stands before the answer');
    await page.keyboard.press('Tab');
  }
  assert.equal(await clip(), 'none');
  const onTop = `(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.skip'))(
    document.querySelector('.skip').getBoundingClientRect()) !== null`;
  assert.equal(await page.evaluate(onTop), true, 'the head of the answer, which stays in view, is below it');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(`document.activeElement.closest('.order-side') !== null`), true);
  const note = page.getByRole('button', { name: /(Add|Edit) note…/ });
  for (steps = 0; !(await note.evaluate((one) => one.matches(':focus'))); steps += 1) {
    assert.ok(steps < 12);
    await page.keyboard.press('Tab');
  }
  await page.close();
});

/** What has the colour of a link and no line below. */
const barelyLinks = `(() => {
  const link = getComputedStyle(document.querySelector('button.link')).color;
  const isLink = (one) => getComputedStyle(one).color === link && one.textContent.trim() !== '';
  return [...document.querySelectorAll('body *')]
    .filter((one) => isLink(one) && !isLink(one.parentElement))
    .filter((one) => !getComputedStyle(one).textDecorationLine.includes('underline'))
    .map((one) => one.textContent.trim());
})()`;

test('in high contrast whatever leads somewhere is underlined, buttons and not', async () => {
  for (const theme of ['high-contrast', 'high-contrast-light'] as const) {
    const { page } = await openPage(browser, built, { state: state({ answer: negative }), theme });
    assert.deepEqual(await page.evaluate(barelyLinks), [], theme);
    await page.close();
  }
});

test('a button looks focused only when it is, and a field is seen before it is', async () => {
  const { page } = await openPage(browser, built, { state: state(), theme: 'dark' });
  // As VS Code's newest themes have it.
  await page.evaluate(`for (const [name, colour] of [['button-border', '#297aa0'], ['button-secondaryBorder', '#333536']])
    document.documentElement.style.setProperty('--vscode-' + name, colour)`);
  const border = (element: string): Promise<string> =>
    page.evaluate(`getComputedStyle(${element}).borderTopColor`);
  assert.equal(await border(`document.querySelector('button.plain')`), 'rgb(51, 53, 54)');
  await page.getByRole('button', { name: 'Send', exact: true }).focus();
  const field = await border(
    `document.querySelector('vscode-text-field').shadowRoot.querySelector('[part="root"]')`,
  );
  const [red = 0] = (/[\d.]+(?= )/.exec(field) ?? ['0']).map(Number);
  // color(srgb …) gives parts of one; three times as bright as the page behind it (WCAG 1.4.11).
  assert.ok(red > 0.4, field);
  await page.close();
});

test('the browser takes the font of icons, and draws an icon of it', async () => {
  const { page, complaints } = await openPage(browser, built, { state: state() });
  const taken = `document.fonts.load('16px codicon', '\\uea60')
    .then((fonts) => fonts.map(({ status }) => status).join())`;
  assert.equal(await page.evaluate(taken), 'loaded');
  const width = `(() => {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = '32px codicon';
    return [pen.measureText('\\uea60').width, pen.measureText('\\uea60').actualBoundingBoxAscent > 4].join();
  })()`;
  assert.equal(await page.evaluate(width), '32,true');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('what moves stands still for those who asked for it', async () => {
  const { page } = await openPage(browser, built, { state: state({ call }) });
  const animation = "getComputedStyle(document.querySelector('.codicon-loading')).animationName";
  assert.notEqual(await page.evaluate(animation), 'none');
  await page.evaluate("document.body.classList.add('vscode-reduce-motion')");
  assert.equal(await page.evaluate(animation), 'none');
  await page.evaluate("document.body.classList.remove('vscode-reduce-motion')");
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await page.evaluate(animation), 'none');
});

test('the page fits its budget of 250 KB', () => {
  assert.ok(built.script.length < 250_000, `${built.script.length} characters`);
});
