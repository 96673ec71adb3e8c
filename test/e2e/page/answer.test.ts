import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import type { Opened } from './harness.ts';
import { recordedOrder } from './orderSamples.ts';
import { asks, ownPages } from './ownPages.ts';
import { brokenOff, contradicted, cut, huge, negative, refused, state, verified } from './samples.ts';

const withPage = ownPages();

const region = ({ page }: Opened) => page.getByRole('region', { name: 'Answer' });
const row = ({ page }: Opened, name: string) => page.locator(`[data-path="data.result.${name}"]`);

const clear: AnswerView = {
  ...negative,
  groups: negative.groups.map((group) => ({
    ...group,
    values: group.values.map((value) =>
      value.masked ? { ...value, masked: false, text: 'XX00AB1234' } : value,
    ),
  })),
};

test('the answer carries its outcome, billing, code and order_id, and three signs in words', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    const attributes = ['data-outcome', 'data-billing', 'data-message-code', 'data-order-id'];
    const values = await Promise.all(attributes.map((name) => region(opened).getAttribute(name)));
    assert.deepEqual(values, ['negative', 'billed', 'NO_RECORD_FOUND', 'ORD-20261121-0042']);
    assert.equal(await opened.page.getByRole('heading', { name: 'No record found' }).count(), 1);
    const signs = await opened.page.locator('.sign').allTextContents();
    assert.deepEqual(
      signs.map((text) => text.replace(/\s+/g, ' ').trim()),
      ['Lookup negative', 'Money BILLED (stated)', 'Transport answered, 422, 812 ms'],
    );
    await opened.page.getByRole('button', { name: 'Copy order_id', exact: true }).click();
    assert.deepEqual(asks(opened, 'answer/copyOrderId'), [{ orderId: 'order-1' }]);
    // The status bar, where the host says so, is not read aloud.
    await opened.page
      .getByRole('status')
      .filter({ hasText: /^Copied$/ })
      .waitFor({ timeout: 5000 });
    await opened.page.getByText('2 deviations from the documents').waitFor();
  });
});

test('an answer in a form leads to its order by one key after its order_id; on the order’s page nothing leads there', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Copy order_id', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(asks(opened, 'notice/openOrder'), [{ orderId: negative.id }]);
    const open = page.getByRole('button', { name: 'Open order', exact: true });
    await opened.show(state({ answer: { ...negative, orderId: '' } }));
    await page.getByText('The service gave no order_id.').waitFor();
    assert.equal(await open.count(), 1);
    await opened.show(state({ answer: { ...negative, underWay: true } }));
    await open.waitFor({ state: 'detached' });
  });
  await withPage({ state: recordedOrder }, async ({ page }) => {
    await page.getByRole('button', { name: 'Copy order_id', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Open order', exact: true }).count(), 0);
  });
});

test('a billed negative has the colour of neither an error nor a success', async () => {
  const accent = '() => getComputedStyle(document.querySelector(".headline-row")).borderLeftColor';
  const seen: string[] = [];
  for (const answer of [negative, verified, { ...negative, outcome: 'failed' as const }]) {
    await withPage({ state: state({ answer }) }, async ({ page }) => {
      seen.push(await page.evaluate(`(${accent})()`));
    });
  }
  assert.equal(new Set(seen).size, 3);
});

test('a free against the documents has neither the colour nor the shape of a free', async () => {
  const good: AnswerView = {
    ...refused,
    signs: { ...refused.signs, money: { ...refused.signs.money, tone: 'good' } },
  };
  const seen: (readonly unknown[])[] = [];
  for (const answer of [good, contradicted]) {
    await withPage({ state: state({ answer }) }, async (opened) => {
      const money = opened.page.locator('[data-sign="money"]');
      const colour = await opened.page.evaluate(
        '(() => getComputedStyle(document.querySelector("[data-sign=money] .codicon")).color)()',
      );
      seen.push([colour, await money.locator('.codicon').getAttribute('class')]);
      assert.equal(
        await region(opened).getAttribute('data-contradicts-charge'),
        String(answer === contradicted),
      );
    });
  }
  assert.notEqual(seen[0]?.[0], seen[1]?.[0]);
  assert.notEqual(seen[0]?.[1], seen[1]?.[1]);
});

test('a failed request that was charged is not shown by the arrow of a refund', async () => {
  const icons: (string | null)[] = [];
  for (const billing of ['refunded', 'billed'] as const) {
    await withPage(
      { state: state({ answer: { ...refused, outcome: 'refunded', billing } }) },
      async ({ page }) => {
        icons.push(await page.locator('.headline .codicon').getAttribute('class'));
      },
    );
  }
  assert.match(icons[0] ?? '', /codicon-discard/);
  assert.doesNotMatch(icons[1] ?? '', /codicon-discard/);
});

test('what came of an answer that broke off is shown and marked; its order_id can be copied', async () => {
  await withPage({ state: state({ answer: brokenOff }) }, async (opened) => {
    const { page } = opened;
    assert.equal(
      await page.locator('.came-to').getByText('from the part that came', { exact: true }).count(),
      1,
    );
    assert.match(
      (await page.locator('.order').textContent()) ?? '',
      /ORD-20261121-0048\s+from the part that came/,
    );
    assert.equal(await page.getByText('The service gave no order_id.').count(), 0);
    await page.getByRole('button', { name: 'Copy order_id', exact: true }).click();
    assert.deepEqual(asks(opened, 'answer/copyOrderId'), [{ orderId: 'order-8' }]);
    await page.getByRole('tab', { name: 'Timing', exact: true }).click();
    await page.getByRole('button', { name: 'Copy order_id', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Copied$/ })
      .waitFor({ timeout: 5000 });
  });
});

test('that the service gave no order_id is said of whole answers alone', async () => {
  for (const [answer, words] of [
    [refused, 'The service gave no order_id.'],
    [cut, 'No order_id came.'],
  ] as const) {
    await withPage({ state: state({ answer }) }, async ({ page }) => {
      assert.equal(((await page.locator('.order .quiet').textContent()) ?? '').trim(), words);
      assert.equal(await page.getByText('from the part that came').count(), 0);
    });
  }
});

test('empty, null and missing are told apart; numbers stay as sent; an all-empty group is folded', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    const texts = await Promise.all(
      ['registration_date', 'permit_issue_date', 'rc_status', 'financed', 'serial'].map((name) =>
        row(opened, name).locator('dd').textContent(),
      ),
    );
    assert.deepEqual(
      texts.map((text) => (text ?? '').replace(/\s+/g, ' ').trim()),
      ['(empty)', 'null', 'missing: documented, but not in this answer', 'false', '12345678901234567890.10'],
    );
    assert.equal(await row(opened, 'owner_name').isVisible(), false);
    await opened.page.getByText('5 fields, all empty').click();
    assert.equal(await row(opened, 'owner_name').isVisible(), true);
  });
});

test('markup in a value is text; only an https link can be opened, by the host', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    assert.match(
      (await row(opened, 'challan_details').textContent()) ?? '',
      /<img src=x onerror=alert\(1\)>/,
    );
    assert.equal(await opened.page.locator('main img, main a').count(), 0);
    assert.equal(await row(opened, 'noc_details').getByRole('button', { name: /link/ }).count(), 0);
    await opened.page.getByRole('button', { name: 'Open link in pdf_url' }).click();
    assert.deepEqual(asks(opened, 'answer/openLink'), [{ url: 'https://files.example.invalid/rc/0042.pdf' }]);
  });
});

test('the document behind a link can be kept, also while the link is masked, and nothing else can', async () => {
  const masked = negative.groups.map((group) => ({
    ...group,
    values: group.values.map((one) =>
      one.name === 'pdf_url' ? { ...one, text: '••••', masked: true, sensitive: true, link: null } : one,
    ),
  }));
  for (const answer of [negative, { ...negative, groups: masked }]) {
    await withPage({ state: state({ answer }) }, async (opened) => {
      const keep = opened.page.getByRole('button', { name: /Keep document/ });
      assert.equal(await keep.count(), 1);
      await opened.page.getByRole('button', { name: 'Keep document… pdf_url' }).press('Enter');
      assert.deepEqual(asks(opened, 'answer/keepDocument'), [
        { orderId: 'order-1', path: 'data.result.pdf_url' },
      ]);
    });
  }
});

test('a personal value is masked until asked for, and a later snapshot does not mask it again', async () => {
  const handlers = { 'answer/reveal': async () => clear };
  await withPage({ state: state({ answer: negative }), handlers }, async (opened) => {
    const value = row(opened, 'rc_number');
    assert.match((await value.textContent()) ?? '', /XX••••••34/);
    await opened.page.getByRole('button', { name: 'Reveal rc_number' }).click();
    await value.getByText('XX00AB1234').waitFor();
    assert.deepEqual(asks(opened, 'answer/reveal'), [{ orderId: 'order-1', path: 'data.result.rc_number' }]);
    await opened.show(state({ answer: { ...negative, warning: 'later' } }));
    await value.getByText('XX00AB1234').waitFor();
    await opened.page.getByRole('button', { name: 'Hide rc_number' }).click();
    assert.match((await value.textContent()) ?? '', /XX••••••34/);
    await opened.page.getByRole('button', { name: 'Reveal all' }).click();
    await value.getByText('XX00AB1234').waitFor();
    await opened.show(state({ answer: { ...negative, id: 'order-7' } }));
    assert.match((await value.textContent()) ?? '', /XX••••••34/);
  });
});

test('the tabs go by the arrow keys; raw text is exact and opens in the editor masked as it is shown', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    const { page } = opened;
    await page.getByRole('tab', { name: 'Result', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(
      await page.getByRole('tab', { name: 'Raw', exact: true }).getAttribute('aria-selected'),
      'true',
    );
    assert.equal(await page.locator('pre.raw').textContent(), negative.raw.text);
    await page.getByRole('button', { name: 'Open in editor' }).click();
    assert.deepEqual(asks(opened, 'answer/openRaw'), [{ orderId: 'order-1', masked: true }]);
    await page.getByRole('tab', { name: 'Raw', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('rowheader', { name: 'content-type' }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('term').filter({ hasText: 'Time to first byte' }).waitFor();
  });
});

test('the five tabs stand side by side in the width of a phone', async () => {
  await withPage({ state: state({ answer: negative }), width: 330 }, async ({ page }) => {
    const tabs = page.getByRole('region', { name: 'Answer', exact: true }).getByRole('tab');
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    assert.equal(tops.length, 5);
    assert.equal(new Set(tops).size, 1, JSON.stringify(tops));
  });
});

test('an earlier answer steps aside while a call is out', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    await opened.show(
      state({
        answer: negative,
        call: { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false },
      }),
    );
    assert.equal(await region(opened).getAttribute('data-outcome'), null);
    assert.equal(await region(opened).getAttribute('aria-busy'), 'true');
    assert.equal(await opened.page.locator('#announcer').textContent(), 'Sending');
    await opened.page.keyboard.press('Control+Enter');
    const out = 'Sending to acme-prod. Waiting for the answer…';
    await opened.page.locator('#announcer').getByText(out).waitFor({ state: 'attached' });
    await opened.show(state({ answer: verified }));
    assert.equal(await opened.page.locator('#announcer').textContent(), 'Verified. Money: BILLED (stated)');
  });
});

test('an unknown outcome without a body, headers or order_id says so in each place', async () => {
  await withPage({ state: state({ answer: cut }) }, async (opened) => {
    const { page } = opened;
    await page.getByText('No order_id came.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy order_id' }).count(), 0);
    for (const [tab, words] of [
      ['Raw', 'The answer has no body.'],
      ['Headers', 'No headers were received.'],
      ['Timing', 'No times were measured.'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByText(words).waitFor();
    }
  });
});

test('what was measured stands with its name, sizes among times', async () => {
  await withPage({ state: state({ answer: negative }) }, async ({ page }) => {
    await page.getByRole('tab', { name: 'Timing', exact: true }).click();
    const panel = page.getByRole('tabpanel', { name: 'Timing' });
    assert.equal(await panel.getByRole('columnheader').count(), 0);
    assert.deepEqual(
      await panel.getByRole('term').allTextContents(),
      negative.timing.map(([name]) => name),
    );
    const values = negative.timing.map(([, value]) => value);
    assert.deepEqual(await panel.getByRole('definition').allTextContents(), values);
  });
});

test('five thousand values show the first hundred and the rest on demand', async () => {
  await withPage({ state: state({ answer: huge }) }, async ({ page }) => {
    assert.equal(await page.locator('.value').count(), 100);
    await page.getByRole('button', { name: 'Show 4900 more' }).click();
    assert.equal(await page.locator('.value').count(), 5000);
    await page.getByRole('tab', { name: 'Raw', exact: true }).click();
    await page.getByText('Showing 200 KB of 10.4 MB.').waitFor();
  });
});

test('an order’s page is read-only and offers to send again', async () => {
  await withPage({ state: state({ mode: 'order', answer: negative }) }, async (opened) => {
    const { page } = opened;
    assert.equal(await page.getByRole('textbox').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0);
    await page.getByRole('heading', { name: 'About this order' }).click();
    await page.getByText('build-host').waitFor();
    await page.getByRole('button', { name: 'Send again…' }).click();
    assert.deepEqual(asks(opened, 'order/sendAgain'), [{ orderId: 'order-1' }]);
  });
});

test('the page speaks the language of the host’s table', async () => {
  const l10n = { Send: 'Senden', Form: 'Formular', 'Billing notice': 'Hinweis zur Abrechnung' };
  await withPage({ state: state({ l10n }) }, async ({ page }) => {
    assert.equal(await page.getByRole('button', { name: 'Senden', exact: true }).count(), 1);
    assert.equal(await page.getByRole('tab', { name: 'Formular', exact: true }).count(), 1);
    assert.equal(await page.getByRole('region', { name: 'Hinweis zur Abrechnung' }).count(), 1);
  });
});

test('while a call is out it is we who wait, not the environment', async () => {
  const call = { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false };
  await withPage({ state: state({ call }) }, async ({ page }) => {
    // Another environment may have been chosen since.
    assert.notEqual(state().environment.name, 'acme-prod');
    assert.equal(await page.locator('.sending').innerText(), 'Sending to acme-prod. Waiting for the answer…');
  });
});

test('the button that copies, hidden until it is wanted, never stands alone on a line', async () => {
  await withPage({ state: state({ answer: clear }) }, async (opened) => {
    await alongWidths(opened);
  });
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    await alongWidths(opened);
  });
});

/** Rows of all widths: the last thing before the button stands on the button's line. */
async function alongWidths({ page }: Opened): Promise<void> {
  const alone = `[...document.querySelectorAll('.value > dd > .on-demand')]
    .filter((one) => one.getBoundingClientRect().top >= one.previousElementSibling.getBoundingClientRect().bottom)
    .map((one) => one.getAttribute('aria-label'))`;
  assert.notEqual(await page.locator('.on-demand').count(), 0);
  for (let width = 1280; width > 320; width -= 13) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await page.evaluate(alone), [], `${width} px`);
  }
}
