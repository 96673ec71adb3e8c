import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { operationById } from '../../../src/contract/operations.ts';
import { until } from '../../support/processes.ts';
import {
  answerInput,
  answerModal,
  notification,
  pick,
  quickInput,
  quickInputShowing,
  runCommand,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, container, field, openForm, orderPage, read, sendButton } from './form.ts';
import {
  aadhaarPan,
  buttons,
  calls,
  choose,
  facts,
  inTheWay,
  keys,
  notice,
  picture,
  rc,
  roomy,
  scenario,
  sendRc,
  service,
  session,
  setKey,
  tight,
  words,
} from './guardBench.ts';

async function fillPair(frame: FrameLocator, last: number): Promise<void> {
  await field(frame, 'Aadhaar number').fill(`0000 0000 000${last}`);
  await field(frame, 'PAN').fill('ZZZXZ9999Z');
}

const pairs = (): number =>
  service.received.filter(({ path }) => path === operationById('aadhaar-pan-link').path).length;

scenario('the sixth Aadhaar-PAN call within a minute is asked about, and waits', async (page) => {
  await choose(page, /^\s*Sandbox\s*$/, roomy);
  await setKey(page, roomy, keys.roomy);
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
  await facts(frame)
    .getByText('Spent today including what may be billed, all operations: ₹6.25 (estimated)')
    .waitFor();
  await sendButton(frame).click();
  assert.match(await words(page), /Its limit is reached\.[\s\S]*One more fits at/);
  assert.deepEqual(await buttons(page), ['Cancel', 'Send Now (Lengthens the Wait)', 'Wait and Send']);
  await picture(page, 'limit');
  await answerModal(page, 'Wait and Send');
  await notification(page, 'then checked again').waitFor();
  assert.equal(service.received.length, 5);
});

scenario('a paid twin opens the old order without a call', async (page) => {
  const frame = await openForm(page, rc);
  const before = calls();
  await sendRc(frame, 'XX00NR0422');
  await answerModal(page, 'Send');
  const { orderId } = await read(await answerWith(frame, 'NO_RECORD_FOUND'));
  // Nothing is said of the call just made, until Send is pressed once more.
  assert.equal(await notice(frame).locator('[data-obstacle="paid-twin"]').count(), 0);
  await sendButton(frame).click();
  assert.match(await words(page), /The same input was already paid for\./);
  assert.match(await words(page), /NO_RECORD_FOUND, order sandbox-order/);
  assert.deepEqual(await buttons(page), ['Cancel', 'Open the Paid Answer', 'Send Anyway']);
  await picture(page, 'paid');
  await answerModal(page, 'Open the Paid Answer');
  await orderPage(page, orderId);
  assert.equal(calls(), before + 1);
  await runCommand(page, 'View: Close Editor');
});

scenario('a pending twin is asked about although the operation was confirmed', async (page) => {
  const frame = await openForm(page, rc);
  const before = calls();
  await sendRc(frame, 'XX00AC0202');
  await answerWith(frame, 'ACCEPTED');
  await sendButton(frame).click();
  assert.match(await words(page), /The same input is still open\./);
  assert.deepEqual(await buttons(page), ['Cancel', 'Open the Order', 'Send Anyway']);
  await answerModal(page, 'Cancel');
  assert.equal(calls(), before + 1);
});

// The sixth call waits meanwhile: nothing of these may send it, and it must not be in their way.
await import('./guardOddAnswers.ts');

scenario('a 429 in one window cools the other', async (page) => {
  const other = await session.openWindow();
  await runCommand(other, `View: Show ${container}`);
  // The second window remembers the choice of the first one's folder.
  await statusBarItem(other, `live: ${roomy}`).waitFor();
  // It brought the first window's form back, with the first window's draft.
  await runCommand(other, 'View: Close All Editors');
  const otherForm = await openForm(other, rc);
  await field(otherForm, 'Registration number').fill('XX00ZZ4711');
  const frame = await openForm(page, rc);
  const before = calls();
  const sent = (): number => calls() - before;
  await sendRc(frame, 'XX00RL0429');
  await answerWith(frame, 'RATE_LIMITED');
  const cooling = await inTheWay(otherForm, 'cool-down');
  assert.match(await cooling.innerText(), /asked to wait until/);
  await picture(other, 'cooling');
  await sendButton(otherForm).click();
  assert.match(await words(other), /The service asked to wait\./);
  assert.equal(sent(), 1);
  await answerModal(other, 'Cancel');
  assert.equal(sent(), 1);
  await other.close();
});

scenario('the sixth Aadhaar-PAN call left by itself once there was room, and succeeded', async (page) => {
  await until(
    () => (pairs() === 6 ? true : undefined),
    () => `${pairs()} Aadhaar-PAN calls came.`,
    75_000,
  );
  const frame = await openForm(page, aadhaarPan);
  const answer = await read(await answerWith(frame, 'OK'));
  assert.equal(answer.billing, 'billed');
  assert.equal(pairs(), 6);
});

scenario('a budget stops the third call, and nothing on the question sends', async (page) => {
  await choose(page, /live: guard-live/, tight);
  await setKey(page, tight, keys.tight);
  const frame = await openForm(page, rc);
  const before = calls();
  await frame.getByText('key …3b84').waitFor();
  await sendRc(frame, 'XX00ZZ0001');
  await answerModal(page, 'Send');
  const { orderId } = await read(await answerWith(frame, 'OK', ''));
  await sendRc(frame, 'XX00ZZ0002');
  await answerModal(page, 'Send');
  const second = await read(await answerWith(frame, 'OK', orderId));
  await field(frame, 'Registration number').fill('XX00ZZ0003');
  await inTheWay(frame, 'budget-stop');
  await sendButton(frame).click();
  assert.match(await words(page), /The budget stops it[\s\S]*may have been: 2, allowed: 2\./);
  assert.deepEqual(await buttons(page), ['Cancel', 'Set Budget…']);
  await picture(page, 'budget');
  await answerModal(page, 'Set Budget…');
  await quickInputShowing(page, tight).waitFor();
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await sendButton(frame).click();
  await answerModal(page, 'Set Budget…');
  await pick(page, 'Calls today');
  await answerInput(page, 'The most calls', '3');
  // What was set is followed by the question, and never by the call.
  assert.deepEqual(await buttons(page), ['Cancel', 'Send']);
  assert.equal(calls(), before + 2);
  await answerModal(page, 'Send');
  await answerWith(frame, 'OK', second.orderId);
  assert.equal(calls(), before + 3);
});

await import('./guardOtherNames.ts');
