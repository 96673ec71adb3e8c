import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerView, OrderDetailsView } from '../../../src/protocol/messages.ts';
import type { Opened } from './harness.ts';
import { details, openOrder, pasted, recordedOrder } from './orderSamples.ts';
import { asks, ownPages } from './ownPages.ts';
import { brokenOff, contradicted, negative, state } from './samples.ts';

const withPage = ownPages();

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
const press = ({ page }: Opened, name: string) => page.getByRole('button', { name, exact: true }).click();
const closed = state({ mode: 'order', answer: negative, details: details() });

test('the timeline is folded away; opened, it is a list in order that says no time twice', async () => {
  await withPage({ state: recordedOrder }, async ({ page }) => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    assert.equal(await timeline.getByRole('list').count(), 0);
    await timeline.getByRole('heading').click();
    const lines = await timeline.getByRole('list').getByRole('listitem').allTextContents();
    assert.deepEqual(lines.slice(0, 2).map(plain), [
      '21 Nov 2026, 09:26:12 GMT Begun written to the order history before anything left Sent',
      '21 Nov 2026, 09:26:42 GMT Settled written to the order history',
    ]);
    assert.equal(lines.length, 4);
  });
});

test('the answer stands first, then what is due; what the order is comes last, folded away', async () => {
  for (const width of [1280, 480]) {
    await withPage({ state: openOrder, width }, async ({ page }) => {
      const marks = ['.answer-head', '.open-order', '.note', '.order-do', '.about', '.timeline'];
      const order: readonly number[] = await page.evaluate(
        `((all) => ${JSON.stringify(marks)}.map((one) => all.indexOf(document.querySelector(one))))([...document.querySelectorAll('main *')])`,
      );
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
      assert.equal(await page.locator('details[open]').count(), 0);
      const head = await page.locator('.answer-head').boundingBox();
      assert.ok((head?.y ?? 1000) < 80, JSON.stringify(head));
    });
  }
});

test('an order page marks what came in part, and a free against the documents, as the form does', async () => {
  const order = (answer: AnswerView) => state({ mode: 'order', answer, details: details() });
  await withPage({ state: order(brokenOff) }, async ({ page }) => {
    assert.equal(await page.getByText('from the part that came', { exact: true }).count(), 2);
    assert.equal(await page.getByText('The service gave no order_id.').count(), 0);
  });
  await withPage({ state: order(contradicted) }, async ({ page }) => {
    const money = page.locator('[data-sign="money"]');
    assert.equal(await money.locator('.codicon-warning').count(), 1);
    assert.match((await money.textContent()) ?? '', /Stated free, against the documents/);
    assert.equal(await page.locator('[data-sign="money"].tone-good').count(), 0);
  });
});

test('an order’s page sends nothing, whoever asks, and tells VS Code’s menu that it shows an answer', async () => {
  await withPage({ state: closed }, async (opened) => {
    const { page } = opened;
    await page.keyboard.press('Control+Enter');
    await opened.send();
    await page.waitForTimeout(200);
    assert.deepEqual(asks(opened, 'call/submit'), []);
    const context = await page.locator('main').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), { verificationAnswer: true });
  });
  await withPage({ state: state() }, async ({ page }) => {
    const context = await page.locator('main').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), { verificationAnswer: false });
  });
});

test('documents that are kept are listed, and each is saved by its own button', async () => {
  const documents = [
    {
      document: 7,
      name: 'pdf_url',
      facts: 'PDF · 12.4 kB · from files.example.invalid · kept 21 Nov 2026, 14:31',
      sha256: '0123456789abcdef0123456789abcdef',
    },
    { document: 8, name: '', facts: '[sealed: the key that opens this is gone]', sha256: '' },
  ];
  const kept = state({ mode: 'order', answer: negative, details: details({ documents }) });
  await withPage({ state: kept }, async (opened) => {
    const section = opened.page.getByRole('region', { name: 'Kept documents' });
    const items = await section.getByRole('listitem').allTextContents();
    assert.match(plain(items[0] ?? ''), /^pdf_url PDF · 12\.4 kB · from files\.example\.invalid/);
    assert.match(plain(items[0] ?? ''), /SHA-256 0123456789abcdef…/);
    assert.match(plain(items[1] ?? ''), /^\[sealed/);
    assert.equal(await section.getByRole('button').count(), 1);
    await section.getByRole('button', { name: 'Save as… pdf_url' }).press('Enter');
    assert.deepEqual(asks(opened, 'order/saveDocument'), [{ orderId: 'order-1', document: 7 }]);
    const fetches = opened.page.getByRole('button', { name: /^Keep / });
    assert.deepEqual((await fetches.allTextContents()).map(plain), ['Keep again…']);
  });
  await withPage({ state: closed }, async ({ page }) => {
    assert.equal(await page.getByRole('region', { name: 'Kept documents' }).count(), 0);
  });
});

test('an open order says what is known, word by word, with the quote to be copied', async () => {
  await withPage({ state: openOrder }, async (opened) => {
    const { page } = opened;
    const box = page.getByRole('region', { name: 'Held for manual review' });
    const { open } = openOrder.details ?? { open: null };
    for (const sentence of open?.sentences ?? []) await box.getByText(sentence, { exact: true }).waitFor();
    assert.equal(await box.locator('pre').textContent(), open?.quote);
    assert.equal(await page.getByRole('textbox').count(), 0);
    await press(opened, 'Copy support quote');
    await press(opened, 'Record outcome…');
    assert.deepEqual(asks(opened, 'order/act'), [
      { orderId: 'order-6', action: 'copyQuote' },
      { orderId: 'order-6', action: 'recordOutcome' },
    ]);
    await page.getByText('sending it again is a new call and may be billed again').waitFor();
  });
});

test('an order that is closed has no such box and no such warning', async () => {
  await withPage({ state: closed }, async (opened) => {
    const { page } = opened;
    assert.equal(await page.locator('.open-order, .recorded').count(), 0);
    for (const name of ['Copy support quote', 'Record outcome…'])
      assert.equal(await page.getByRole('button', { name }).count(), 0);
    await page.getByText('Opens a form with the same input. Nothing is sent yet.').waitFor();
    await opened.show(openOrder);
    await page.getByRole('button', { name: 'Copy support quote' }).waitFor();
    await opened.show(closed);
    assert.equal(await page.getByRole('button', { name: 'Copy support quote' }).count(), 0);
  });
});

test('each action of the row asks the host for that order and that action', async () => {
  await withPage({ state: closed }, async (opened) => {
    for (const name of ['Open as JSON', 'Compare with…', 'Export…', 'Erase…', 'Add note…'])
      await press(opened, name);
    assert.deepEqual(
      asks(opened, 'order/act'),
      ['openJson', 'compare', 'export', 'erase', 'note'].map((action) => ({ orderId: 'order-1', action })),
    );
    await press(opened, 'Send again…');
    assert.deepEqual(asks(opened, 'order/sendAgain'), [{ orderId: 'order-1' }]);
  });
});

test('an action that failed says why on the page', async () => {
  const handlers = {
    'order/act': async () => {
      throw new Error('The folder is read-only.');
    },
  };
  await withPage({ state: closed, handlers }, async (opened) => {
    await press(opened, 'Export…');
    await opened.page.getByRole('alert').getByText('The folder is read-only.').waitFor();
  });
});

test('an order whose number was reduced says so above its answer and below its request, and on its timeline', async () => {
  const reduced = 'Only the last four digits of the Aadhaar number are kept.';
  const line = {
    when: '21 Nov 2026, 09:27:00 GMT',
    what: 'Aadhaar number reduced',
    detail: 'to four digits',
  };
  const request = {
    method: 'POST',
    url: 'https://a.invalid',
    headers: [],
    body: '{}',
    masked: false,
    bytes: 2,
    notes: [reduced],
  };
  const answer: AnswerView = { ...negative, reduced, request };
  const known = details();
  const shown = { ...known, timeline: [...known.timeline, line] };
  await withPage({ state: state({ mode: 'order', answer, details: shown }) }, async ({ page }) => {
    assert.equal(plain(await page.locator('.answer-body > .reduced').textContent()), reduced);
    await page.getByRole('tab', { name: 'Request' }).click();
    assert.equal(await page.getByText(reduced).count(), 2);
    await page.getByRole('region', { name: 'Timeline' }).getByRole('heading').click();
    assert.equal(await page.getByText('Aadhaar number reduced').count(), 1);
  });
  await withPage({ state: closed }, async ({ page }) => {
    assert.equal(await page.locator('.reduced').count(), 0);
  });
});

test('a note is shown as it was written, its markup as text, and can be edited', async () => {
  const note = 'Ticket 0042\n  <b>asked</b>';
  const noted = state({ mode: 'order', answer: negative, details: details({ note }) });
  await withPage({ state: noted }, async (opened) => {
    const { page } = opened;
    assert.equal(await page.locator('.note .own-words').textContent(), note);
    assert.equal(await page.locator('.note b').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Add note…' }).count(), 0);
    await press(opened, 'Edit note…');
    assert.deepEqual(asks(opened, 'order/act'), [{ orderId: 'order-1', action: 'note' }]);
  });
});

test('what was recorded stands apart from what the service answered, and may be recorded anew', async () => {
  await withPage({ state: recordedOrder }, async (opened) => {
    const { page } = opened;
    const answer = page.getByRole('region', { name: 'Answer', exact: true });
    const recorded = page.getByRole('region', { name: 'Recorded: verified (you, 21 Nov)' });
    assert.equal(await answer.getAttribute('data-outcome'), 'negative');
    await recorded.getByText('E-mail from support.').waitFor();
    await recorded.getByText('Verified', { exact: true }).waitFor();
    assert.deepEqual((await recorded.locator('.sign').allTextContents()).map(plain), [
      'Lookup positive',
      'Money BILLED (stated)',
    ]);
    await recorded.getByRole('tab', { name: 'Raw', exact: true }).click();
    assert.equal(await recorded.locator('pre.raw').textContent(), pasted.raw.text);
    assert.equal(await recorded.getByRole('button', { name: 'Open in editor' }).count(), 0);
    assert.equal(
      await answer.getByRole('tab', { name: 'Result', exact: true }).getAttribute('aria-selected'),
      'true',
    );
    await recorded.getByRole('button', { name: 'Record outcome…' }).click();
    assert.deepEqual(asks(opened, 'order/act'), [{ orderId: 'order-1', action: 'recordOutcome' }]);
  });
});

test('an outcome without an answer says so; while the order stays open there is one button to record', async () => {
  const still = { headline: 'Recorded: still open (you, 21 Nov)', note: '', answer: null };
  const shown = { ...openOrder, details: details({ ...openOrder.details, recorded: still }) };
  await withPage({ state: shown }, async ({ page }) => {
    await page.getByText('No answer was recorded with it.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Record outcome…' }).count(), 1);
  });
});

test('a value of the recorded answer is revealed by the recorded answer’s id, and there only', async () => {
  const clear: AnswerView = {
    ...pasted,
    groups: pasted.groups.map((group) => ({
      ...group,
      values: group.values.map((value) =>
        value.masked ? { ...value, masked: false, text: 'XX00AB1234' } : value,
      ),
    })),
  };
  const handlers = { 'answer/reveal': async () => clear };
  await withPage({ state: recordedOrder, handlers }, async (opened) => {
    const { page } = opened;
    const value = (region: string) =>
      page.getByRole('region', { name: region }).locator('[data-path="data.result.rc_number"]');
    const recorded = value('Recorded');
    await recorded.getByRole('button', { name: 'Reveal rc_number' }).click();
    await recorded.getByText('XX00AB1234').waitFor();
    assert.deepEqual(asks(opened, 'answer/reveal'), [
      { orderId: 'order-1#recorded', path: 'data.result.rc_number' },
    ]);
    assert.match(plain(await value('Answer').textContent()), /XX••••••34/);
    await recorded.getByRole('button', { name: 'Hide rc_number' }).click();
    assert.match(plain(await recorded.textContent()), /XX••••••34/);
  });
});

test('an outcome recorded while the page is open is told to a screen reader, and nothing scrolls', async () => {
  await withPage({ state: { ...recordedOrder, details: details() }, height: 300 }, async (opened) => {
    await opened.show(recordedOrder);
    assert.equal(await opened.page.locator('#announcer').textContent(), 'Recorded: verified (you, 21 Nov).');
    assert.equal(await opened.page.evaluate('window.scrollY'), 0);
  });
});

test('an open order shows when to ask again, takes what support sent, and reveals its input', async () => {
  const open = openOrder.details;
  const due = {
    followUp: 'due 24 Nov',
    input: { text: 'XX••••••34', shown: false },
    support: [
      {
        at: 5,
        canEdit: true,
        when: '22 Nov 2026, 10:00',
        text: '{ "message_code": "OK" }',
        reading: 'Reads as: verified · OK',
        masked: true,
        shown: false,
      },
    ],
  };
  const state = { ...openOrder, details: details({ open: open?.open ?? null, ...due }) };
  await withPage({ state }, async (opened) => {
    const { page } = opened;
    await page.getByRole('region', { name: 'Follow-up' }).getByText('due 24 Nov').waitFor();
    await page.getByRole('button', { name: 'Follow up on…' }).click();
    await page.getByRole('button', { name: 'Add what support sent…' }).click();
    await page.getByRole('button', { name: 'Reveal Input' }).click();
    const support = page.getByRole('region', { name: 'What support sent' });
    await support.getByText('Reads as: verified · OK').waitFor();
    await support.getByRole('button', { name: 'Reveal What support sent' }).click();
    const asked = ['followUp', 'addSupport', 'revealInput', 'revealSupport'];
    assert.deepEqual(
      asks(opened, 'order/act'),
      asked.map((action) => ({ orderId: 'order-6', action })),
    );
    await opened.show({
      ...state,
      details: details({
        open: open?.open ?? null,
        ...due,
        input: { text: '{"rc_number":"XX00AB1234"}', shown: true },
      }),
    });
    await page.getByText('{"rc_number":"XX00AB1234"}').waitFor();
    await page.getByRole('button', { name: 'Hide Input' }).waitFor();
  });
});

test('what support sent is written in lines, corrected and removed; the host is told of what is typed', async () => {
  const sent = {
    ...{ at: 5, canEdit: true, when: '22 Nov 2026, 10:00', text: 'They wrote •••', reading: '' },
    ...{ masked: true, shown: false },
  };
  const unread = { ...sent, at: 9, canEdit: false, when: '23 Nov 2026, 10:00' };
  const open = openOrder.details.open;
  const stateOf = (writing: OrderDetailsView['writing']) => ({
    ...openOrder,
    details: details({ open, support: [sent, unread], writing }),
  });
  await withPage({ state: stateOf(null) }, async (opened) => {
    const { page } = opened;
    const support = page.getByRole('region', { name: 'What support sent' });
    assert.equal(await support.getByRole('button', { name: /^Correct / }).count(), 1);
    await support.getByRole('button', { name: 'Correct what support sent: 22 Nov 2026, 10:00' }).click();
    await support.getByRole('button', { name: 'Remove what support sent: 23 Nov 2026, 10:00' }).click();
    assert.deepEqual(asks(opened, 'support/write'), [{ orderId: 'order-6', at: 5 }]);
    assert.deepEqual(asks(opened, 'support/remove'), [{ orderId: 'order-6', at: 9 }]);
    await opened.show(stateOf({ turn: 1, at: 5, text: 'They wrote all\n' }));
    const box = support.getByRole('textbox');
    await page.waitForFunction("document.activeElement?.id === 'support-text'");
    assert.equal(await box.inputValue(), 'They wrote all\n');
    assert.equal(await support.getByText('They wrote •••').count(), 1, 'in the place of the one that it is');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('it');
    await page.keyboard.press('Enter');
    // A state that comes meanwhile takes nothing away.
    await opened.show(stateOf({ turn: 1, at: 5, text: 'They wrote all\n' }));
    await page.keyboard.type('went through');
    const typed = 'They wrote all\nit\nwent through';
    assert.equal(await box.inputValue(), typed);
    assert.deepEqual(asks(opened, 'support/typed').at(-1), { orderId: 'order-6', text: typed });
    await support.getByRole('button', { name: 'Keep' }).click();
    assert.deepEqual(asks(opened, 'support/keep'), [{ orderId: 'order-6', text: typed }]);
    await support.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(asks(opened, 'support/leave'), [{ orderId: 'order-6' }]);
    await opened.show(stateOf(null));
    await box.waitFor({ state: 'detached' });
  });
});

test('the key that sends a form keeps what support sent, where the focus is in its box', async () => {
  const open = openOrder.details.open;
  const writing = { turn: 1, at: null, text: 'It went through.' };
  await withPage({ state: { ...openOrder, details: details({ open, writing }) } }, async (opened) => {
    const { page } = opened;
    await page.waitForFunction("document.activeElement?.id === 'support-text'");
    await page.keyboard.press('Control+Enter');
    const kept = [{ orderId: 'order-6', text: writing.text }];
    assert.deepEqual(asks(opened, 'support/keep'), kept);
    await page.getByRole('button', { name: 'Copy support quote' }).focus();
    await page.keyboard.press('Control+Enter');
    await opened.send();
    assert.deepEqual(asks(opened, 'support/keep'), kept);
  });
});

test('a recorded outcome stands before the answer, and the old advice is gone', async () => {
  const answer = {
    ...recordedOrder.answer,
    outcome: 'pending',
    groups: [],
    meaning: '',
    advice: '',
  } as const;
  await withPage({ state: { ...recordedOrder, answer } }, async ({ page }) => {
    const top = async (name: string): Promise<number> =>
      (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? 0;
    assert.ok((await top('Recorded: verified (you, 21 Nov)')) < (await top('Answer')));
    assert.equal(await page.locator('.answer > .advice, .advice:empty, .meaning:empty').count(), 0);
    await page.locator('.answer').getByText('No result.', { exact: true }).waitFor();
  });
});

test('an answer whose key may not last is offered to be saved, calmly; any other says nothing of it', async () => {
  const unproven = 'This answer may be unreadable after a restart.';
  const shown = state({ mode: 'order', answer: negative, details: details({ unproven }) });
  await withPage({ state: shown }, async (opened) => {
    const section = opened.page.getByRole('region', { name: 'Keeping this answer' });
    assert.equal(plain(await section.locator('p').textContent()), unproven);
    assert.equal(await section.locator('.caution, [role=alert]').count(), 0);
    await press(opened, 'Save the answer…');
    assert.deepEqual(asks(opened, 'order/act'), [{ orderId: negative.id, action: 'export' }]);
  });
  await withPage({ state: closed }, async ({ page }) => {
    assert.equal(await page.getByRole('region', { name: 'Keeping this answer' }).count(), 0);
  });
});

test('an order under way waits and says for how long, aloud once; when it settles the page follows', async () => {
  const at = Date.now();
  const waiting: AnswerView = {
    ...negative,
    underWay: true,
    whole: false,
    at,
    outcome: 'unknown',
    billing: 'unknown',
    messageCode: '',
    orderId: '',
    groups: [],
    headline: 'Waiting for the answer',
  };
  const out = state({ mode: 'order', answer: waiting, details: details() });
  await withPage({ state: out, ownTime: true }, async (opened) => {
    const { page } = opened;
    const elapsed = page.getByRole('timer');
    const seconds = async (): Promise<number> => Number((await elapsed.textContent())?.replace(/ s$/, ''));
    const heading = page.getByRole('region', { name: 'Answer', exact: true }).getByRole('heading');
    assert.equal(await heading.first().textContent(), 'Waiting for the answer');
    // Its clock stands still but for what the test lets pass.
    await page.clock.pauseAt(Date.now() + 5000);
    const before = await seconds();
    await page.clock.runFor(3000);
    assert.equal(await seconds(), before + 3);
    // Neither the heading nor what is spoken changes with it: a timer is silent by its role.
    assert.equal(await heading.first().textContent(), 'Waiting for the answer');
    assert.equal(await page.locator('#announcer').textContent(), '');
    const loud = page.locator('[aria-live], [role=status], [role=alert]');
    assert.equal(await loud.filter({ has: elapsed }).count(), 0);
    await page.getByText('No result yet.').waitFor();
    assert.equal(await page.getByText('No order_id came.').count(), 0);
    await page.getByText('sending it again is a new call and may be billed again').waitFor();
    await page.clock.resume();
    await opened.show(closed);
    assert.equal(await elapsed.count(), 0);
    assert.match((await page.locator('#announcer').textContent()) ?? '', /^No record found\./);
  });
});

test('an order that was given up counts nothing', async () => {
  const lost: AnswerView = {
    ...negative,
    outcome: 'unknown',
    billing: 'unknown',
    headline: 'Outcome unknown',
  };
  await withPage({ state: state({ mode: 'order', answer: lost, details: details() }) }, async ({ page }) => {
    await page.getByRole('heading', { name: 'Outcome unknown' }).waitFor();
    assert.equal(await page.getByRole('timer').count(), 0);
  });
});
