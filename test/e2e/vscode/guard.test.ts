import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import {
  answerInput,
  answerModal,
  modal,
  notification,
  openContainer,
  pick,
  runCommand,
  screenshot,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, container, field, openForm, orderPage, read, sendButton } from './form.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

const key = 'vx-GUARDKEY-4c1e77aa-b0d9-7e21';
const service = await startLiveService(key, 'GUARDOWNER VON NIEMAND');
const [roomy, tight] = ['guard-live', 'guard-tight'];
const session = await startSession({
  'verificationExplorer.confirmLiveCalls': 'oncePerSession',
  'verificationExplorer.environments': [
    {
      name: roomy,
      baseUrl: service.url,
      kind: 'live',
      prices: { 'rc-advanced': '4.00', 'aadhaar-pan-link': '1.25' },
    },
    {
      name: tight,
      baseUrl: service.url,
      kind: 'live',
      prices: { 'rc-advanced': '4.00' },
      budget: { day: { calls: 2 }, warnAt: 1 },
    },
  ],
}).catch(async (error: unknown) => {
  await service.close();
  throw error;
});
after(async () => {
  await session.close();
  await service.close();
});
const { scenario } = session;
const rc = 'RC Details Advanced';
const aadhaarPan = 'Aadhaar PAN Link Check';
let other: Page;

const notice = (frame: FrameLocator) => frame.getByRole('region', { name: /^(Billing notice|In the way)$/ });
const words = async (page: Page): Promise<string> =>
  (await (await modal(page)).innerText()).replaceAll('\u00a0', ' ');
const buttons = async (page: Page): Promise<string[]> =>
  (await (await modal(page)).getByRole('button').allInnerTexts())
    .map((text) => text.trim())
    .filter(Boolean)
    .sort();
const picture = (page: Page, name: string) => screenshot(page, join(outFolder, 'e2e', `guard-${name}.png`));

async function choose(page: Page, from: RegExp, environment: string): Promise<void> {
  await openContainer(page, container);
  await statusBarItem(page, from).click();
  await pick(page, environment);
  await statusBarItem(page, `live: ${environment}`).waitFor();
}

async function fillPair(frame: FrameLocator, last: number): Promise<void> {
  await field(frame, 'Aadhaar number').fill(`0000 0000 000${last}`);
  await field(frame, 'PAN').fill('ZZZXZ9999Z');
}

async function sendRc(frame: FrameLocator, registration: string): Promise<void> {
  await field(frame, 'Registration number').fill(registration);
  await sendButton(frame).click();
}

const received = (count: number): Promise<true> =>
  until(
    async () => (service.received.length >= count ? (true as const) : undefined),
    () => `The service got ${service.received.length} calls, not ${count}.`,
    75_000,
  );

scenario('the sixth Aadhaar-PAN call within a minute waits, and then succeeds', async (page) => {
  await choose(page, /^\s*Sandbox\s*$/, roomy);
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, `API key for ${roomy}`, key);
  const frame = await openForm(page, aadhaarPan);
  await frame.getByText('key …7e21').waitFor();
  let earlier: string | undefined;
  for (const last of [1, 2, 3, 4, 5]) {
    await fillPair(frame, last);
    await sendButton(frame).click();
    if (last === 1) await answerModal(page, 'Send');
    earlier = (await read(await answerWith(frame, 'OK', earlier))).orderId;
  }
  await fillPair(frame, 6);
  await notice(frame).getByText('The documented limit of a minute is reached: 5 of 5 calls.').waitFor();
  await notice(frame).getByText('Spent today, all operations: ₹6.25 (estimated)').waitFor();
  await sendButton(frame).click();
  assert.match(await words(page), /Its limit is reached\.[\s\S]*One more fits at/);
  assert.deepEqual(await buttons(page), ['Cancel', 'Send Now (Lengthens the Wait)', 'Wait and Send']);
  await picture(page, 'limit');
  await answerModal(page, 'Wait and Send');
  await notification(page, 'then it is checked again').waitFor();
  assert.equal(service.received.length, 5);
  const answer = await frame
    .getByRole('region', { name: 'Answer', exact: true })
    .and(frame.locator(`[data-message-code="OK"]:not([data-order-id="${earlier}"])`));
  await answer.waitFor({ timeout: 90_000 });
  assert.equal(service.received.length, 6);
});

scenario('a paid twin opens the old order without a call', async (page) => {
  const frame = await openForm(page, rc);
  const before = service.received.length;
  await sendRc(frame, 'XX00NR0422');
  await answerModal(page, 'Send');
  const { orderId } = await read(await answerWith(frame, 'NO_RECORD_FOUND'));
  await notice(frame).getByText('The same input was paid for at').waitFor();
  await sendButton(frame).click();
  assert.match(await words(page), /The same input was already paid for\./);
  assert.match(await words(page), /NO_RECORD_FOUND, order sandbox-order/);
  assert.deepEqual(await buttons(page), ['Cancel', 'Open the Paid Answer', 'Send Anyway']);
  await picture(page, 'paid');
  await answerModal(page, 'Open the Paid Answer');
  await orderPage(page, orderId);
  assert.equal(service.received.length, before + 1);
  await runCommand(page, 'View: Close Editor');
});

scenario('a pending twin is asked about although the operation was confirmed', async (page) => {
  const frame = await openForm(page, rc);
  const before = service.received.length;
  await sendRc(frame, 'XX00AC0202');
  await answerWith(frame, 'ACCEPTED');
  await sendButton(frame).click();
  assert.match(await words(page), /The same input is still open\./);
  assert.deepEqual(await buttons(page), ['Cancel', 'Open the Order', 'Send Anyway']);
  await answerModal(page, 'Cancel');
  assert.equal(service.received.length, before + 1);
});

scenario('a 429 in one window cools the other', async (page) => {
  other = await session.openWindow();
  await runCommand(other, `View: Show ${container}`);
  await choose(other, /^\s*Sandbox\s*$/, roomy).catch(async () => {
    // The second window remembers the choice of the first one's folder.
    await statusBarItem(other, `live: ${roomy}`).waitFor();
  });
  // It brought the first window's form back, with the first window's draft.
  await runCommand(other, 'View: Close All Editors');
  const otherForm = await openForm(other, rc);
  await field(otherForm, 'Registration number').fill('XX00ZZ4711');
  const frame = await openForm(page, rc);
  await sendRc(frame, 'XX00RL0429');
  await answerWith(frame, 'RATE_LIMITED');
  const cooling = notice(otherForm).locator('[data-obstacle="cool-down"]');
  await cooling.waitFor({ timeout: 10_000 });
  assert.match(await cooling.innerText(), /asked to wait until/);
  await picture(other, 'cooling');
  const before = service.received.length;
  await sendButton(otherForm).click();
  assert.match(await words(other), /The service asked to wait\./);
  await answerModal(other, 'Wait and Send');
  const waiting = notification(other, 'then it is checked again');
  await waiting.waitFor();
  assert.equal(service.received.length, before);
  await received(before + 1).catch(async (error: unknown) => {
    await picture(other, 'other-window');
    throw error;
  });
  await answerWith(otherForm, 'OK');
  await other.close();
});

scenario('a budget stops the third call, and nothing on the question sends', async (page) => {
  await choose(page, /live: guard-live/, tight);
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, `API key for ${tight}`, key);
  const frame = await openForm(page, rc);
  const before = service.received.length;
  await frame.getByText('key …7e21').waitFor();
  await sendRc(frame, 'XX00ZZ0001');
  await answerModal(page, 'Send');
  const { orderId } = await read(await answerWith(frame, 'OK', ''));
  await sendRc(frame, 'XX00ZZ0002');
  await answerModal(page, 'Send');
  await answerWith(frame, 'OK', orderId);
  await field(frame, 'Registration number').fill('XX00ZZ0003');
  await notice(frame).locator('[data-obstacle="budget-stop"]').waitFor();
  await sendButton(frame).click();
  assert.match(await words(page), /the budget stops it[\s\S]*2 of 2 calls billed/);
  assert.deepEqual(await buttons(page), ['Cancel', 'Open Settings']);
  await picture(page, 'budget');
  await answerModal(page, 'Cancel');
  assert.equal(service.received.length, before + 2);
});
