import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureFolder } from '../../support/paths.ts';
import { runCommand, workbenchReady } from '../../support/workbench.ts';
import {
  answerWith,
  cancelButton,
  container,
  field,
  openForm,
  orderPage,
  pageOf,
  read,
  sendButton,
} from './form.ts';
import { anOrder, orderGroups, orderRows, topOrder } from './history.ts';
import { extensionKnown, startSession } from './session.ts';

// Well within the five seconds that VS Code gives the extensions of a window that is closed.
const session = await startSession({ 'verificationExplorer.deadlineSeconds': 3 });
after(() => session.close());
const { scenario } = session;

const rc = 'RC Details Advanced';
/** The sandbox never answers this one. */
const unanswered = 'XX00NO0002';
let other: Page;
/** By the first call of this window's form. */
let firstOrderId: string;

/** Sends from a window's own form. */
async function sendFrom(window: Page, input: string): Promise<string> {
  const frame = await openForm(window, rc);
  await field(frame, 'Registration number').fill(input);
  await sendButton(frame).click();
  return (await read(await answerWith(frame, 'OK'))).orderId;
}

// Comes first: once a window has a key, all have it.
scenario(
  'two folders opened at once for the first time, a call in each: after a reload each window reads both answers',
  async (page) => {
    other = await session.openWindow(ensureFolder(join(session.home.folder, 'second')));
    const inputs = ['XX00ZZ4411', 'XX00ZZ4422'];
    const orderIds = await Promise.all([page, other].map((window, n) => sendFrom(window, inputs[n] ?? '')));
    firstOrderId = orderIds[0] ?? '';
    for (const window of [page, other]) {
      await window.reload({ waitUntil: 'domcontentloaded' });
      await workbenchReady(window, 'dark');
      await extensionKnown(window);
      for (const [n, end] of ['11', '22'].entries()) {
        await (await anOrder(window, new RegExp(`^${rc}, verified, OK, billed, XX••••••${end}`))).click();
        const order = await orderPage(window, orderIds[n] ?? '');
        await order.getByText('Identity and registration').first().waitFor();
        assert.equal(await order.getByText('sealed with a key').count(), 0);
      }
    }
  },
);

scenario('what one window sends the other shows, without being asked', async (page) => {
  const frame = await openForm(page, rc);
  await field(frame, 'Registration number').fill('XX00ZZ9137');
  await sendButton(frame).click();
  // VS Code may have lost the form as it was loaded anew; where it did not, the first answer still stands there.
  const { orderId } = await read(await answerWith(frame, 'OK', firstOrderId));
  const row = other.getByRole('treeitem', { name: new RegExp(`^${rc}, verified, OK, billed, XX••••••37`) });
  await row.waitFor({ timeout: 3000 });
  await row.click();
  const order = other.locator('iframe.webview.ready:visible').contentFrame().locator('iframe#active-frame');
  await order.contentFrame().locator(`[data-order-id="${orderId}"]`).waitFor();
});

scenario('both write to one history: neither loses what the other wrote', async (page) => {
  for (const [window, input, code] of [
    [other, 'XX00NR0422', 'NO_RECORD_FOUND'],
    [page, 'XX00VF0422', 'VERIFICATION_FAILED'],
  ] as const) {
    const frame = await openForm(window, rc);
    await field(frame, 'Registration number').fill(input);
    await sendButton(frame).click();
    await answerWith(frame, code);
  }
  for (const window of [page, other]) {
    await topOrder(window, /VERIFICATION_FAILED/);
    assert.deepEqual(
      (await orderRows(window)).slice(0, 3).map((row) => row.split(', ')[2]),
      ['VERIFICATION_FAILED', 'NO_RECORD_FOUND', 'OK'],
    );
  }
});

/** Sends what is never answered from a window, and waits until the other shows it under way. */
async function sendUnanswered(from: Page, seenBy: Page): Promise<void> {
  const frame = await openForm(from, rc);
  await field(frame, 'Registration number').fill(unanswered);
  await sendButton(frame).click();
  await cancelButton(frame).waitFor();
  await anOrder(seenBy, new RegExp(`^${rc}, waiting for the answer`));
}

scenario(
  'a call whose window is closed in flight still comes to its end, seen by the other',
  async (page) => {
    await sendUnanswered(other, page);
    await other.close();
    await topOrder(page, new RegExp(`^${rc}, unknown, no answer in time, may be billed, XX••••••02`));
    assert.deepEqual(await orderGroups(page), ['Needs attention (simulated)', 'Today']);
  },
);

scenario(
  'a call whose window dies in flight is found by the other: it may have been billed',
  async (page) => {
    const before = new Set(session.extensionHosts());
    other = await session.openWindow();
    await runCommand(other, `View: Show ${container}`);
    await sendUnanswered(other, page);
    const [host, ...none] = session.extensionHosts().filter((one) => !before.has(one));
    assert.ok(host !== undefined && none.length === 0);
    process.kill(host, 'SIGKILL');
    await other.close();
    // Three seconds of deadline, ten of grace, and up to fifteen until the next look.
    const lost = new RegExp(`^${rc}, unknown, no answer kept, may be billed, XX••••••02`);
    await page.getByRole('treeitem', { name: lost }).waitFor({ timeout: 45_000 });
    assert.equal((await orderRows(page)).length, 7);
    const badge = page.locator('.part.activitybar .action-item').filter({ hasText: '2' });
    await badge.locator('.badge-content').waitFor();
    await page.getByRole('treeitem', { name: lost }).click();
    const order = await pageOf(page, rc);
    await order
      .getByRole('region', { name: 'Outcome unknown' })
      .getByText('Whether it was billed is not known')
      .waitFor();
    await order.locator('summary').filter({ hasText: 'Timeline' }).click();
    await order.getByText('Left without an answer').waitFor();
  },
);
