import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerView, DraftInput, FormState } from '../../../src/protocol/messages.ts';
import { reads } from '../../support/values.ts';
import { type Opened, until } from './harness.ts';
import { openOrder } from './orderSamples.ts';
import { asks, ownPages } from './ownPages.ts';
import { calmNotice, draft, emailOperation, live, negative, state, verified } from './samples.ts';

/** The loop: type, send, read, type again. What was asked, what came, and where the user is while it goes on. */
const withPage = ownPages();

const call = { orderId: 'o', environment: 'acme-prod', startedAt: Date.now(), cancelling: false };
const typed = draft({ fields: { rc_number: 'XX00AB1234' } });
const field = ({ page }: Opened) => page.getByRole('textbox', { name: 'Registration number', exact: true });
const answerRegion = ({ page }: Opened) => page.getByRole('region', { name: 'Answer', exact: true });
const focused = 'document.activeElement?.id';

/** As the host tells it: the call is out, then its answer is there. */
async function answerWith(opened: Opened, part: Partial<FormState>): Promise<void> {
  await opened.show(state({ draft: typed, ...part, answer: null, call }));
  await opened.show(state({ draft: typed, ...part }));
}

const long: AnswerView = {
  ...verified,
  groups: Array.from({ length: 12 }, (_, index) => ({
    title: `Group ${index}`,
    allEmpty: null,
    values: verified.groups.flatMap(({ values }) =>
      values.map((value) => ({ ...value, path: `${value.path}${index}` })),
    ),
  })),
};

test('an opened form has the focus in its first field, or where it was when it was left', async () => {
  await withPage({ state: state() }, async (opened) => {
    await until(opened.page, `${focused} === 'field-rc_number'`);
    await opened.page.keyboard.type('XX00');
    await reads(field(opened), 'XX00');
  });
  await withPage({ state: state({ draft: draft({ tab: 'json', json: '{}' }) }) }, async ({ page }) => {
    await until(page, `${focused} === 'json-body'`);
  });
  const kept = { draftId: 'draft-1', mode: 'form', orderId: '', focus: 'send' };
  await withPage({ state: state(), kept }, async ({ page }) => {
    await until(page, `${focused} === 'send'`);
  });
  await withPage({ state: openOrder }, async ({ page }) => {
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);
  });
});

test('after a dialog the focus and the caret are where they were', async () => {
  await withPage({ state: state({ draft: typed }) }, async (opened) => {
    const { page } = opened;
    await field(opened).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    // A browser takes the focus from a frame's element when another frame gets it, after telling the frame.
    await page.evaluate(
      "window.dispatchEvent(new Event('blur')); document.activeElement.control.blur(); window.dispatchEvent(new Event('focus'))",
    );
    assert.equal(await page.evaluate(focused), 'field-rc_number');
    await page.keyboard.type('_');
    await reads(field(opened), 'X_X00AB1234');
  });
});

test('a press on plain text takes the focus on purpose, and it stays taken', async () => {
  await withPage({ state: state({ answer: negative, draft: typed }) }, async ({ page }) => {
    await page.getByText('The lookup ran and found no matching record.').click();
    await page.evaluate("window.dispatchEvent(new Event('blur')); window.dispatchEvent(new Event('focus'))");
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);
  });
});

for (const width of [1280, 500]) {
  test(`tab, place and what was revealed stay for the next answer, ${width} px wide`, async () => {
    const asked: (string | null)[] = [];
    const next = { ...long, id: 'order-22' };
    const handlers = {
      'answer/reveal': async ({ orderId, path }: { orderId: string; path: string | null }) => {
        asked.push(path);
        const from = orderId === next.id ? next : long;
        const groups = from.groups.map((group) => ({
          ...group,
          values: group.values.map((value) =>
            value.path === path ? { ...value, masked: false, text: `clear of ${orderId}` } : value,
          ),
        }));
        return { ...from, groups };
      },
    };
    await withPage({ state: state({ draft: typed }), width, height: 800, handlers }, async (opened) => {
      const { page } = opened;
      await answerWith(opened, { answer: long });
      await page.getByRole('button', { name: 'Reveal rc_number' }).first().click();
      await page.getByText('clear of order-2', { exact: true }).waitFor();
      const place = width === 1280 ? "document.querySelector('.answer-side').scrollTop" : 'window.scrollY';
      const scroller = width === 1280 ? "document.querySelector('.answer-side')" : 'window';
      await page.evaluate(`${scroller}.scrollTo(0, 900)`);
      await answerWith(opened, { answer: next });
      await page.getByText('clear of order-22', { exact: true }).waitFor();
      assert.deepEqual(asked, ['data.result.rc_number0', 'data.result.rc_number0']);
      await until(page, `Math.abs(${place} - 900) < 24`);
      await page.getByRole('tab', { name: 'Raw', exact: true }).click();
      await answerWith(opened, { answer: { ...long, id: 'order-23' } });
      await page.locator('pre.raw').waitFor();
    });
  });
}

test('what was revealed of the sandbox’s answer is not revealed of a live one', async () => {
  const handlers = { 'answer/reveal': async () => negative };
  await withPage({ state: state({ draft: typed, answer: negative }), handlers }, async (opened) => {
    await opened.page.getByRole('button', { name: 'Reveal rc_number' }).click();
    const real = { ...negative, id: 'order-30', environment: live.name, kind: 'live' as const };
    await answerWith(opened, { answer: real, environment: live });
    await answerRegion(opened).locator('[data-path]').first().waitFor();
    assert.equal(asks(opened, 'answer/reveal').length, 1);
  });
});

test('the answer is headed by its input and time, and greyed once the form says something else', async () => {
  const check = { hints: [], json: '{}', fields: {}, misfit: null, broken: null, notice: calmNotice };
  const handlers = {
    'draft/check': async ({ json }: DraftInput) => ({ ...check, sameAsSent: json.includes('XX00AB1234') }),
  };
  await withPage({ state: state({ draft: typed }), handlers }, async (opened) => {
    const { page } = opened;
    await answerWith(opened, { answer: { ...negative, at: Date.now() } });
    const head = page.locator('.answer-head');
    await head.getByText('XX••••••34').waitFor();
    assert.match(await head.locator('time').innerText(), /^\d\d:\d\d$/);
    const said = page.getByText('Answer to an earlier input');
    assert.equal(await said.count(), 0);
    await field(opened).press('End');
    await page.keyboard.type('5');
    assert.equal(await said.count(), 1);
    const filters =
      "['.headline-row', '.answer-body'].map((one) => getComputedStyle(document.querySelector(one)).filter)";
    assert.deepEqual(await page.evaluate(filters), ['grayscale(1)', 'grayscale(1)']);
    await page.keyboard.press('Backspace');
    assert.equal(await said.count(), 0);
    assert.deepEqual(await page.evaluate(filters), ['none', 'none']);
    await opened.show(state({ draft: typed, answer: negative, environment: live }));
    await page.getByText('Answer from another environment: Sandbox').waitFor();
  });
});

test('the same request written otherwise is no other input, once the host has compared', async () => {
  const check = { hints: [], json: '{}', fields: {}, misfit: null, broken: null, notice: calmNotice };
  const handlers = {
    'draft/check': async ({ json }: DraftInput) => ({ ...check, sameAsSent: json.includes('XX00AB1234') }),
  };
  const json = draft({ tab: 'json', json: '{"rc_number":"XX00AB1234"}' });
  await withPage({ state: state({ draft: json, answer: negative }), handlers }, async ({ page }) => {
    const said = page.getByText('Answer to an earlier input');
    await page.getByRole('textbox', { name: 'JSON body' }).fill('{ "rc_number": "XX00AB1234" }');
    await said.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'JSON body' }).fill('{ "rc_number": "XX00AB9999" }');
    await said.waitFor();
  });
});

test('an answer for another identifier says so before “verified”, to the eye and to a screen reader', async () => {
  const other = 'Answered for another input: asked MH••••••02, answered MH••••••34.';
  await withPage({ state: state({ draft: typed }) }, async (opened) => {
    await answerWith(opened, { answer: { ...verified, otherIdentifier: other } });
    const words = await answerRegion(opened).innerText();
    assert.ok(words.indexOf(other) !== -1 && words.indexOf(other) < words.indexOf('Verified'), words);
    assert.equal(await answerRegion(opened).getAttribute('data-other-identifier'), 'true');
    assert.match(
      (await opened.page.locator('#announcer').textContent()) ?? '',
      /^Answered for another input.*Verified/,
    );
  });
});

for (const [width, height] of [
  [1280, 800],
  [500, 800],
] as const) {
  test(`the first row of the result stands in the upper half of the first screen, ${width} by ${height}`, async () => {
    for (const answer of [verified, negative]) {
      await withPage({ state: state({ draft: typed }), width, height }, async (opened) => {
        await answerWith(opened, { answer: { ...long, ...answer, groups: long.groups } });
        const row = await opened.page.locator('[data-path]').first().boundingBox();
        assert.ok(row !== null && row.y >= 0 && row.y + row.height <= height / 2, JSON.stringify(row));
      });
    }
  });

  test(`outcome, money and code stay in view while the result scrolls, ${width} by ${height}`, async () => {
    await withPage({ state: state({ draft: typed }), width, height }, async (opened) => {
      const { page } = opened;
      await answerWith(opened, { answer: long });
      const scroller = width > 800 ? "document.querySelector('.answer-side')" : 'window';
      const inView = async (): Promise<void> => {
        for (const part of ['.headline', '[data-sign="money"]', '.message-code']) {
          const box = await page.locator(part).boundingBox();
          assert.ok(
            box !== null && box.y >= 0 && box.y + box.height <= height,
            `${part} ${JSON.stringify(box)}`,
          );
        }
      };
      for (const top of [10_000, 700, 0]) {
        await page.evaluate(`${scroller}.scrollTo(0, ${top})`);
        await inView();
      }
      const head = await page.locator('.answer-head').boundingBox();
      assert.ok((head?.height ?? 1000) < 90, JSON.stringify(head));
    });
  });
}

test('wide, request and answer stand beside each other and scroll each for itself', async () => {
  await withPage(
    { state: state({ answer: long, draft: typed }), width: 1280, height: 800 },
    async (opened) => {
      const { page } = opened;
      const before = await field(opened).boundingBox();
      await page.evaluate("document.querySelector('.answer-side').scrollTo(0, 500)");
      assert.deepEqual(await field(opened).boundingBox(), before);
      assert.equal(await page.evaluate('document.documentElement.scrollHeight > innerHeight'), false);
      const answer = await page.locator('.answer-side').boundingBox();
      assert.ok(before !== null && answer !== null && before.x + before.width <= answer.x);
    },
  );
});

test('the head takes two lines at most beside an open side bar, however long title and path are', async () => {
  for (const environment of [state().environment, live]) {
    await withPage(
      { state: state({ operation: emailOperation, environment }), width: 924 },
      async ({ page }) => {
        const head = await page.locator('.head').boundingBox();
        assert.ok((head?.height ?? 100) <= 55, JSON.stringify(head));
      },
    );
  }
});

test('the billing notice is one line, its details on demand', async () => {
  for (const width of [1280, 900]) {
    await withPage({ state: state(), width }, async ({ page }) => {
      const notice = page.getByRole('region', { name: 'Billing notice' });
      assert.ok(((await notice.boundingBox())?.height ?? 100) <= 30);
      const price = notice.getByRole('listitem').filter({ hasText: 'Invented price ₹4.00' });
      assert.equal(await price.count(), 0);
      await notice.getByText('Details').click();
      await price.waitFor();
    });
  }
});

test('what a call costs is read without a press, however narrow the form is', async () => {
  const price = '≈ ₹1,234.56 (estimated)';
  const headline = 'Billed if the provider runs the lookup, even when the result is negative.';
  const details = [price, '3 billed today', 'Budget for today including what may be billed: 3 of 10 calls'];
  const notice = { ...calmNotice, headline, details };
  for (const width of [320, 420, 560, 700, 799, 879, 880, 900]) {
    await withPage({ state: state({ environment: live, notice }), width }, async ({ page }) => {
      // What of it is in view, and not cut by the ellipsis.
      const left = await page.evaluate(`(() => {
        const facts = document.querySelector('.notice-facts');
        const range = document.createRange();
        const text = [...facts.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
        range.setStart(text, 0);
        range.setEnd(text, ${price.length});
        const { right, width } = range.getBoundingClientRect();
        return width === 0 ? -1 : facts.getBoundingClientRect().right - right;
      })()`);
      assert.ok(Number(left) >= 0, `${width}: ${left}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    });
  }
});

test('where no result was promised nothing is called missing; the quote stands there', async () => {
  const { answer } = openOrder;
  assert.ok(answer);
  await withPage({ state: state({ draft: typed, answer }) }, async (opened) => {
    const { page } = opened;
    await page.getByText('No result yet.').waitFor();
    assert.equal(await page.getByText('missing').count(), 0);
    await page.getByRole('button', { name: 'Copy support quote' }).click();
    await page.getByRole('button', { name: 'Record outcome…' }).click();
    assert.deepEqual(asks(opened, 'order/act'), [
      { orderId: 'order-6', action: 'copyQuote' },
      { orderId: 'order-6', action: 'recordOutcome' },
    ]);
    await opened.show(state({ draft: typed, answer: { ...answer, outcome: 'rejected' } }));
    await page.getByText('No result.', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy support quote' }).count(), 0);
  });
});

test('what is recorded of an open order stands with its answer in the form, and is told', async () => {
  const { answer } = openOrder;
  assert.ok(answer);
  await withPage({ state: state({ draft: typed, answer }) }, async (opened) => {
    const { page } = opened;
    const quote = page.getByRole('button', { name: 'Copy support quote' });
    const recorded = { headline: 'Recorded: still open (you, 21 Nov)', isClosed: false };
    await opened.show(state({ draft: typed, answer: { ...answer, recorded } }));
    await page.locator('.answer-head').getByText(recorded.headline, { exact: true }).waitFor();
    await page.getByText(`${recorded.headline}.`, { exact: true }).waitFor();
    assert.equal(await quote.count(), 1);
    const closed = { headline: 'Recorded: verified (you, 21 Nov)', isClosed: true };
    await opened.show(state({ draft: typed, answer: { ...answer, recorded: closed } }));
    await page.locator('.answer-head').getByText(closed.headline, { exact: true }).waitFor();
    await page.getByText('No result.', { exact: true }).waitFor();
    assert.equal(await quote.count(), 0);
  });
});

test('an open order that came with something like a result is quoted and recorded from its form, too', async () => {
  const answer: AnswerView = { ...negative, outcome: 'pending', messageCode: 'ACCEPTED' };
  await withPage({ state: state({ draft: typed, answer }) }, async (opened) => {
    const quote = opened.page.getByRole('button', { name: 'Copy support quote' });
    const record = opened.page.getByRole('button', { name: 'Record outcome…' });
    await quote.click();
    await record.click();
    assert.deepEqual(asks(opened, 'order/act'), [
      { orderId: 'order-1', action: 'copyQuote' },
      { orderId: 'order-1', action: 'recordOutcome' },
    ]);
    await opened.show(state({ draft: typed, answer: negative }));
    await quote.waitFor({ state: 'detached' });
    assert.equal(await record.count(), 0);
    // Of what nobody knows whether it was billed, there is something to record, too; not while the call is out.
    await opened.show(state({ draft: typed, answer: { ...negative, billing: 'unknown' } }));
    await record.waitFor();
    await opened.show(state({ draft: typed, answer: { ...answer, outcome: 'unknown', underWay: true } }));
    await record.waitFor({ state: 'detached' });
  });
});

test('the name of the built-in sandbox is not said beside its badge, another name is', async () => {
  await withPage({ state: state() }, async (opened) => {
    const facts = opened.page.locator('.facts strong');
    assert.equal(await facts.count(), 0);
    await opened.show(state({ environment: { ...state().environment, name: 'second-sandbox' } }));
    await facts.filter({ hasText: 'second-sandbox' }).waitFor();
  });
});

test('what is to be known before sending looks like no fault; a fault does', async () => {
  await withPage({ state: state({ problem: 'It was billed.', isCaution: true }) }, async (opened) => {
    const said = opened.page.getByRole('alert').filter({ hasText: 'It was billed.' });
    await said.locator('.codicon-warning').waitFor();
    await opened.show(state({ problem: 'It was billed.' }));
    await said.locator('.codicon-error').waitFor();
  });
});

test('SANDBOX is said once on a page', async () => {
  for (const shown of [state({ answer: negative, draft: typed }), { ...openOrder }]) {
    await withPage({ state: shown }, async ({ page }) => {
      const words = await page.locator('main').innerText();
      assert.equal(words.match(/SANDBOX/g)?.length, 1, words);
    });
  }
});
