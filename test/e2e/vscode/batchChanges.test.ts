import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import {
  answerInput,
  answerModal,
  pick,
  runCommand,
  screenshot,
  statusBarItem,
} from '../../support/workbench.ts';
import {
  alsoTheWrong,
  answerNotification,
  becomeLive,
  counter,
  environmentsSetting,
  limitedKey,
  live,
  liveEntry,
  planBatch,
  rc,
  review,
  scenario,
  service,
  session,
  startReviewed,
  told,
  unlimitedKey,
  words,
  workspaceFile,
} from './batchBench.ts';
import { envelope } from './service.ts';

const fieldsSetting = 'verificationExplorer.requestFields';
const corrected = {
  name: 'reg_no',
  in: ['vehicle'],
  label: 'Plate',
  required: true,
  check: 'registration',
  confirmed: true,
};

function picture(page: Page, name: string): Promise<string> {
  return screenshot(page, join(outFolder, 'batch', `${name}.png`));
}

function setEnvironments(entries: readonly unknown[]): Promise<void> {
  return session.changeSettings((settings) => ({ ...settings, [environmentsSetting]: entries }));
}

function writePlates(name: string, letters: string, count: number): readonly string[] {
  const plates = Array.from({ length: count }, (_, index) => `XX00${letters}${1000 + index}`);
  writeFileSync(workspaceFile(name), plates.map((plate) => `{"rc":"${plate}"}`).join('\n'));
  return plates;
}

async function setKey(page: Page, key: string): Promise<void> {
  // That of an earlier key may be listed still, and says the same.
  const kept = told(page, `The key for ${live} is kept`);
  if (await kept.isVisible()) {
    await kept.click();
    await page.keyboard.press('Delete');
    await kept.waitFor({ state: 'detached' });
  }
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, `API key for ${live}`, key);
  await kept.waitFor();
}

/** Names of the keys in the service's book, each run of one once. */
function keysUsed(before: number): readonly (string | null)[] {
  const labels = service
    .books()
    .entries.slice(before)
    .map(({ keyLabel }) => keyLabel);
  return labels.filter((label, index) => label !== labels[index - 1]);
}

/** From the notification that says why it stopped, over the question, on. */
async function resume(page: Page, why: RegExp, file: string): Promise<void> {
  await answerNotification(page, why, 'Resume');
  const question = await words(page);
  assert.ok(question.includes(`Resume the batch of ${file}?`), question);
  await answerModal(page, 'Resume');
}

scenario('the service is made a live environment with a key', becomeLive);

// A running batch follows what changes around it with its next call.

scenario('a running batch follows the budget and the key', async (page) => {
  const before = service.books().entries.length;
  const { sent, bodies, atLeast } = counter();
  writePlates('follow.jsonl', 'EE', 36);
  await planBatch(page, 'follow.jsonl', rc, true);
  await answerModal(page, 'Start Batch');
  await atLeast(2);
  await setEnvironments([{ ...liveEntry, budget: { day: { calls: 0 } } }]);
  const budget = /The batch of follow\.jsonl is paused: The budget of batch-live for today is used up/;
  await told(page, budget).waitFor();
  await picture(page, 'budget');
  const atBudget = sent();
  // Set from the notice, which comes again: that it goes on is said for itself.
  await answerNotification(page, budget, 'Set Budget…');
  await pick(page, 'Calls today');
  await answerInput(page, 'The most calls', '500');
  await told(page, budget).waitFor();
  assert.equal(sent(), atBudget);
  await resume(page, budget, 'follow.jsonl');
  await atLeast(atBudget + 1);

  await runCommand(page, 'Verification: Remove API Key…');
  await answerModal(page, 'Remove Key');
  const keyless = /The batch of follow\.jsonl is paused: No API key is set/;
  await told(page, keyless).waitFor();
  const withoutKey = sent();
  assert.ok(withoutKey < 36, `${withoutKey} calls had come`);
  await setKey(page, limitedKey);
  assert.equal(sent(), withoutKey);
  await resume(page, keyless, 'follow.jsonl');
  await atLeast(withoutKey + 1);

  // Replaced while it runs: the next call takes the new one, and nothing stops.
  await setKey(page, unlimitedKey);
  await told(page, 'Batch of follow.jsonl ended · answered: 36').waitFor({ timeout: 60_000 });
  assert.deepEqual(keysUsed(before), ['unlimited', 'valid', 'unlimited']);
  assert.equal(sent(), 36);
  assert.equal(new Set(bodies()).size, 36);
});

scenario(
  'an environment that is removed stops its batch; fields corrected meanwhile are told',
  async (page) => {
    const { sent, bodies, atLeast } = counter();
    const plates = writePlates('gone.jsonl', 'FF', 24);
    await planBatch(page, 'gone.jsonl', rc, true);
    await answerModal(page, 'Start Batch');
    await atLeast(2);
    await setEnvironments([]);
    const gone =
      /The batch of gone\.jsonl is paused: Not sent: the environment this was planned for is no longer/;
    await told(page, gone).waitFor();
    await statusBarItem(page, /^\s*Sandbox\s*$/).waitFor();
    const atEnd = sent();
    assert.ok(atEnd < plates.length, `${atEnd} calls had come`);
    await session.changeSettings((settings) => ({
      ...settings,
      [environmentsSetting]: [liveEntry],
      [fieldsSetting]: { 'rc-advanced': [corrected] },
    }));
    await statusBarItem(page, `live: ${live}`).waitFor();
    await answerNotification(page, gone, 'Resume');
    assert.match(await words(page), /The request fields changed after this batch was planned\./);
    await picture(page, 'corrected');
    await answerModal(page, 'Cancel');
    await statusBarItem(page, /Batch \d+\/24/).click();
    await pick(page, 'Cancel Batch');
    await told(page, /Batch of gone\.jsonl cancelled · answered: \d+ · not sent yet: \d+/).waitFor();
    assert.equal(sent(), atEnd);
    assert.ok(
      bodies().every((body) => /^\{\s*"rc_number": "XX00FF\d{4}"\s*\}$/.test(body)),
      bodies().join(),
    );
  },
);

scenario('its rows are planned anew with the corrected fields, none empty and none twice', async (page) => {
  service.scripts.set('"reg_no"', { body: envelope({}, 'ORD-ANEW') });
  const { sent, bodies } = counter();
  const earlier = service.received.filter(({ body }) => body.includes('XX00FF')).length;
  // Its first part may have had as many rows as are left: that notice must not be taken for the one to come.
  await runCommand(page, 'Notifications: Clear All Notifications');
  await runCommand(page, 'Verification: Resume Batch…');
  await pick(page, `${rc} · gone.jsonl`);
  const question = await words(page);
  assert.match(question, /The request fields were corrected after the batch of gone\.jsonl was planned\./);
  assert.match(question, /with the fields rc_number/);
  await picture(page, 'plan-anew');
  await answerModal(page, 'Plan Anew…');
  await startReviewed(page, await alsoTheWrong(await review(page, 'gone.jsonl')));
  assert.match(await words(page), new RegExp(`Send ${24 - earlier} rows of gone\\.jsonl to ${rc}\\?`));
  assert.equal(sent(), 0);
  await answerModal(page, 'Start Batch');
  await told(page, `Batch of gone.jsonl ended · answered: ${24 - earlier}`).waitFor({
    timeout: 60_000,
  });
  const sentNow = bodies().map((body) => JSON.parse(body).vehicle.reg_no);
  assert.equal(sentNow.length, 24 - earlier);
  assert.ok(
    sentNow.every((plate) => /^XX00FF\d{4}$/.test(plate)),
    sentNow.join(),
  );
  const all = service.received.flatMap(({ body }) => body.match(/XX00FF\d{4}/g) ?? []);
  assert.deepEqual([all.length, new Set(all).size], [24, 24]);
  await session.changeSettings(({ [fieldsSetting]: _, ...kept }) => kept);
  service.scripts.delete('"reg_no"');
});

await import('./batchOddAnswers.ts');
