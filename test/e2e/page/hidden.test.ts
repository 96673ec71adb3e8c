import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { buildPage, launch, openPage } from './harness.ts';
import { tenRows } from './listSamples.ts';
import { recordedOrder } from './orderSamples.ts';
import { orders } from './ordersSamples.ts';
import { threeRows, troubled, unmappedReview } from './reviewSamples.ts';
import { contradicted, magic, negative, state } from './samples.ts';
import { usage } from './usageSamples.ts';

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const override = '\u202e';

/** The same with a right-to-left override at the end of whatever may be read; names that the page tells things by stay. */
function planted<T>(given: T): T {
  if (typeof given === 'string') return (isWord(given) ? given : given + override) as T;
  if (Array.isArray(given)) return given.map(planted) as T;
  if (typeof given !== 'object' || given === null || Symbol.iterator in given) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, planted(value)])) as T;
}

function isWord(text: string): boolean {
  return text === '' || /^(?:[a-z][\w.-]*(?:#\w+)?|[{[].*)$/s.test(text);
}

/** Everything a person reads, texts and names, shadow trees included; what an input holds is its user's own. */
const readable = `(() => {
  const names = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'label'];
  const texts = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (['SCRIPT', 'STYLE', 'TEXTAREA', 'INPUT'].includes(node.tagName)) return;
      for (const name of names) if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
      if (node.shadowRoot !== null) walk(node.shadowRoot);
    }
    for (const child of node.childNodes) walk(child);
  };
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  walk(document.body);
  return texts;
})()`;

const pages = {
  webview: {
    form: state({ answer: negative, magic }),
    contradicted: state({ answer: contradicted }),
    list: state({ answer: tenRows.answer }),
    order: recordedOrder,
  },
  'webview/orders': { orders: orders(20) },
  'webview/usage': { usage: usage() },
  'webview/review': { threeRows, troubled, unmappedReview },
} as const;

for (const folder of ['webview', 'webview/orders', 'webview/usage', 'webview/review'] as const) {
  test(`no text or name on the pages of ${folder} holds a character that cannot be seen`, async () => {
    const built = await buildPage(folder);
    for (const [name, sample] of Object.entries<object>(pages[folder])) {
      const { page, complaints } = await openPage<object>(browser, built, { state: planted(sample) });
      const texts = (await page.evaluate(readable)) as string[];
      const bad = texts.filter((text) => text.includes(override));
      assert.deepEqual(bad, [], name);
      const boxes = await page.locator('.hidden-character').count();
      assert.ok(boxes > 3, `${name}: ${boxes} boxes`);
      assert.deepEqual(complaints, []);
      await page.close();
    }
  });
}

test('a hidden character is a box that says its name, and Copy asks for the value as it is', async () => {
  const answer = planted(negative);
  const { page, asked } = await openPage(browser, await buildPage(), { state: state({ answer }) });
  const box = page.getByRole('img', { name: 'hidden character U+202E' }).first();
  assert.equal(await box.textContent(), 'U+202E');
  await page
    .getByRole('button', { name: /^Copy order_id/ })
    .first()
    .click();
  assert.deepEqual(
    asked.filter(({ method }) => method === 'answer/copyOrderId').map(({ params }) => params),
    [{ orderId: 'order-1' }],
  );
  await page.close();
});
