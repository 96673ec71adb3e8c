import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { RequestMessage } from '../../../src/protocol/frames.ts';
import { until as soon } from '../../support/processes.ts';
import { type Built, buildPage, launch, type Opened, type OpenOptions, openPage } from './harness.ts';
import { details } from './orderSamples.ts';
import { orders, windowOf } from './ordersSamples.ts';
import { threeRows } from './reviewSamples.ts';
import { negative, state } from './samples.ts';
import { usage } from './usageSamples.ts';

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const sending = 'The reply to this was lost: Order History shows whether a call left.';
const doing = 'The reply was lost: check whether this was done before you try again.';

/** A host whose replies to `methods` are lost: the first one to each, or all. */
function losing(methods: readonly string[], all = false): (request: RequestMessage) => boolean {
  const lost = new Set<string>();
  return ({ method }) => {
    const isLost = methods.includes(method) && (all || !lost.has(method));
    lost.add(method);
    return isLost;
  };
}

async function withPage<State>(
  built: Promise<Built>,
  options: OpenOptions<State>,
  body: (opened: Opened<State>) => Promise<void>,
): Promise<void> {
  const opened = await openPage<State>(browser, await built, { ...options, ownTime: true });
  try {
    await body(opened);
    assert.deepEqual(opened.complaints, []);
  } finally {
    await opened.page.close();
  }
}

const asked = <State>(opened: Opened<State>, method: string): readonly RequestMessage[] =>
  opened.asked.filter((one) => one.method === method);

async function askedTimes<State>(opened: Opened<State>, method: string, times: number): Promise<void> {
  const enough = (): true | undefined => (asked(opened, method).length >= times ? true : undefined);
  await soon(enough, () => `${method} not ${times} times: ${JSON.stringify(opened.asked)}`, 5000);
}

/** Until the page has asked the host what became of its requests. */
const pass = <State>({ page }: Opened<State>): Promise<void> => page.clock.runFor(5000);

test('a form whose replies are lost reads again, saves its newest draft, and sends nothing twice', async () => {
  const loses = losing(['page/ready', 'draft/save', 'draft/check', 'call/submit']);
  await withPage(buildPage(), { state: state(), loses }, async (opened) => {
    const { page } = opened;
    const field = page.getByRole('textbox', { name: 'Registration number', exact: true });
    await field.fill('XX00AB1234');
    await page.clock.runFor(300);
    await pass(opened);
    await askedTimes(opened, 'draft/save', 2);
    const saves = asked(opened, 'draft/save');
    assert.deepEqual(saves[1]?.params, saves[0]?.params);
    assert.notEqual(saves[1]?.id, saves[0]?.id);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    assert.equal(await page.getByText(sending).count(), 0);
    await pass(opened);
    await page.getByText(sending).waitFor();
    await pass(opened);
    assert.equal(asked(opened, 'call/submit').length, 1);
    assert.equal(asked(opened, 'page/ready').length, 2);
    assert.equal(asked(opened, 'draft/save').length, 2);
  });
});

test('a page whose host is gone says so and keeps what was typed, until the host is heard again', async () => {
  await withPage(buildPage(), { state: state() }, async (opened) => {
    const { page } = opened;
    const line = page.getByRole('alert').filter({ hasText: 'lost its connection to the extension' });
    opened.silence(true);
    const field = page.getByRole('textbox', { name: 'Registration number', exact: true });
    await field.fill('XX00AB1234');
    await page.clock.runFor(300);
    for (let time = 0; time < 3; time += 1) await pass(opened);
    await line.waitFor();
    assert.equal(await line.count(), 1);
    assert.equal(await field.inputValue(), 'XX00AB1234');
    opened.silence(false);
    await pass(opened);
    await line.waitFor({ state: 'detached' });
  });
});

test('a call that takes a minute, and a question that is open as long, stay silent', async () => {
  let settle = (_: { readonly sent: boolean }): void => {};
  const handlers = {
    'call/submit': () =>
      new Promise<{ readonly sent: boolean }>((resolve) => {
        settle = resolve;
      }),
  };
  await withPage(buildPage(), { state: state(), handlers }, async (opened) => {
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Registration number', exact: true }).fill('XX00AB1234');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    for (let times = 0; times < 12; times += 1) await pass(opened);
    assert.equal(await page.getByText('was lost').count(), 0);
    assert.equal(asked(opened, 'call/submit').length, 1);
    settle({ sent: true });
    await page.clock.runFor(100);
    assert.equal(await page.getByText('was lost').count(), 0);
  });
});

test('an order is erased once, however the reply goes', async () => {
  const loses = losing(['order/act']);
  const closed = state({ mode: 'order', answer: negative, details: details() });
  await withPage(buildPage(), { state: closed, loses }, async (opened) => {
    await opened.page.getByRole('button', { name: 'Erase…', exact: true }).click();
    await pass(opened);
    await opened.page.getByText(doing).waitFor();
    assert.equal(asked(opened, 'order/act').length, 1);
  });
});

test('the list of orders reads its rows again where their reply is lost', async () => {
  const loses = losing(['page/ready', 'orders/all', 'orders/open']);
  const handlers: object = {
    'orders/rows': async ({ after: place }: { after: string | null }) => windowOf(20, place),
    'orders/all': async () => ({ ids: ['order-1', 'order-2'], more: false }),
  };
  await withPage(buildPage('webview/orders'), { state: orders(20), loses, handlers }, async (opened) => {
    const { page } = opened;
    await askedTimes(opened, 'page/ready', 1);
    await pass(opened);
    await page.locator('#grid').focus();
    await page.keyboard.press('Control+a');
    await pass(opened);
    await page.getByText('2 selected').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pass(opened);
    await page.getByText(doing).waitFor();
    assert.equal(asked(opened, 'orders/all').length, 2);
    assert.equal(asked(opened, 'orders/open').length, 1);
  });
});

test('a batch is started once, however its reply goes, and its rows are revealed', async () => {
  const loses = losing(['page/ready', 'review/reveal', 'review/start']);
  const handlers: object = { 'review/reveal': async () => ({ rc_number: 'XX00AB1234' }) };
  const built = buildPage('webview/review');
  await withPage(built, { state: threeRows, loses, handlers }, async (opened) => {
    const { page } = opened;
    await askedTimes(opened, 'page/ready', 1);
    await pass(opened);
    await page.getByRole('button', { name: 'Reveal line 2', exact: true }).click();
    await pass(opened);
    await page.getByText('XX00AB1234').first().waitFor();
    await page.getByRole('button', { name: 'Start batch…', exact: true }).click();
    await pass(opened);
    await page.getByText(sending).waitFor();
    await pass(opened);
    assert.equal(asked(opened, 'review/start').length, 1);
  });
});

test('usage says when replies do not come at all', async () => {
  const loses = losing(['usage/choose'], true);
  await withPage(buildPage('webview/usage'), { state: usage(), loses }, async (opened) => {
    const { page } = opened;
    await page.getByRole('combobox').first().selectOption({ index: 1 });
    for (let times = 1; times <= 3; times += 1) {
      await askedTimes(opened, 'usage/choose', times);
      await pass(opened);
    }
    await page
      .getByText('Failed: VS Code does not reply to this page. Close the tab and open it again.')
      .waitFor();
    assert.equal(asked(opened, 'usage/choose').length, 3);
  });
});
