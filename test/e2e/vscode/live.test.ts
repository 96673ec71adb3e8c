import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { operationById } from '../../../src/contract/operations.ts';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  answerInput,
  answerModal,
  modal,
  notification,
  openContainer,
  openFile,
  pick,
  quickInput,
  readingMs,
  runCommand,
  screenshot,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, cancelButton, container, field, openForm, pageOf, read, sendButton } from './form.ts';
import { anOrder, orderRows, topOrder } from './history.ts';
import { browserStorage, findInFiles } from './leaks.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

/** Everything secret or personal that is typed or answered below; none of it can exist. */
const secret = {
  key: 'vx-QUIRKKEY-0f7e91c3-d2a8-9f3a',
  registration: 'XX00ZY9137',
  drafted: 'XX00ZX9137',
  again: 'XX00ZW9151',
  edited: 'XX00ZV9161',
  owner: 'QUIRKOWNER VON NIEMAND',
};
/** The sandbox's input for a verified answer after three seconds. */
const slow = 'XX00SL0001';

const service = await startLiveService([secret.key], secret.owner);
const session = await startSession({
  'verificationExplorer.environments': [{ name: 'second-sandbox', baseUrl: service.url, kind: 'sandbox' }],
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
const rcPath = operationById('rc-advanced').path;
const live = 'quirk-live';

/** Personal values that only an answer had, as they were revealed. */
const answered: string[] = [];
const bodies = () => service.received.map(({ body }) => JSON.parse(body));

async function fillAndSend(frame: FrameLocator, registration: string): Promise<void> {
  await field(frame, 'Registration number').fill(registration);
  // As a hand does it: what was said of the input before goes away meanwhile, and the button would go with it.
  await sendButton(frame).click({ delay: 200 });
}

scenario('a double click on Send and Ctrl+Enter while the call is out are one POST', async (page) => {
  await openContainer(page, container);
  await statusBarItem(page, /^\s*Sandbox\s*$/).click();
  await pick(page, 'second-sandbox');
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, 'API key for second-sandbox', secret.key);
  const frame = await openForm(page, rc);
  await frame.getByText('key …9f3a').waitFor();
  await field(frame, 'Registration number').fill(slow);
  await sendButton(frame).dblclick();
  await cancelButton(frame).waitFor();
  await field(frame, 'Registration number').press('Control+Enter');
  const shown = await read(await answerWith(frame, 'OK'));
  assert.deepEqual([shown.outcome, shown.billing], ['verified', 'billed']);
  assert.deepEqual(bodies(), [{ rc_number: slow }]);
  assert.equal((await orderRows(page)).length, 1);
});

scenario('a live environment is added with a key, and is said to be live', async (page) => {
  await runCommand(page, 'Verification: Add Environment…');
  await answerInput(page, 'Name of the live environment', live);
  await answerInput(page, 'Base URL', service.url);
  await page
    .locator('.quick-input-widget:visible')
    .filter({ hasText: `API key for ${live}` })
    .waitFor();
  assert.equal(await quickInput(page).getAttribute('type'), 'password');
  await answerInput(page, `API key for ${live}`, secret.key);
  const status = statusBarItem(page, `live: ${live}`);
  await status.waitFor();
  assert.match((await status.getAttribute('class')) ?? '', /\bwarning-kind\b/);
  const frame = await pageOf(page, rc);
  await frame.getByText('LIVE', { exact: true }).waitFor();
  await frame.getByText('key …9f3a').waitFor();
  const notice = frame.getByRole('region', { name: 'Billing notice' });
  assert.match(
    await notice.innerText(),
    /Billed if the provider runs the lookup, even when the result is negative\./,
  );
});

scenario('its budget is set without JSON, by the button of its line', async (page) => {
  await statusBarItem(page, `live: ${live}`).click();
  const line = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: live });
  await line.getByText('no budget · no price set').waitFor();
  await line.hover();
  console.log(await screenshot(page, join(outFolder, 'e2e', 'environments.png')));
  await line.getByRole('button', { name: 'Set Budget…' }).click();
  await pick(page, 'Calls this month');
  await answerInput(page, 'The most calls', '1,000');
  // What is wrong stands in the place of the prompt, and the text stays.
  await answerInput(page, 'in digits alone', '1000');
  await notification(page, `Saved for ${live}. Calls this month: 1,000.`).waitFor();
  await line.getByText('budget set · no price set').waitFor();
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  // The status bar has the focus: the form gets it as a person gives it, before anything is typed there.
  const frame = await pageOf(page, rc);
  await field(frame, 'Registration number').click();
  await frame.locator('#field-rc_number:focus').waitFor();
  const kept = readFileSync(join(session.home.userData, 'User/settings.json'), 'utf8');
  assert.match(kept.replaceAll(/\s/g, ''), /"budget":\{"month":\{"calls":1000\}\}/);
});

scenario('a live call is asked about with all that matters; Cancel sends nothing', async (page) => {
  const before = service.received.length;
  const frame = await pageOf(page, rc);
  await fillAndSend(frame, secret.registration);
  const question = await modal(page);
  const words = (await question.innerText()).replaceAll('\u00a0', ' ');
  assert.ok(words.includes(`Send XX••••••37 to ${live} (LIVE)?`), words);
  assert.ok(words.includes(service.url), words);
  assert.match(words, /RC Details Advanced · .* billed today/);
  assert.match(words, /Billed if the provider runs the lookup, even when the result is negative\./);
  assert.equal(words.includes(secret.registration), false);
  await answerModal(page, 'Cancel');
  await sendButton(frame).and(frame.locator('[aria-disabled="false"], :not([aria-disabled])')).waitFor();
  assert.equal(service.received.length, before);
  assert.equal((await orderRows(page)).length, 1);
});

scenario('confirmed, it is sent exactly once, with the key, and its envelope is shown', async (page) => {
  const before = service.received.length;
  const frame = await pageOf(page, rc);
  await sendButton(frame).click();
  await answerModal(page, 'Send');
  await topOrder(page, /^RC Details Advanced, verified, OK, billed, XX••••••37/);
  const shown = await read(await answerWith(frame, 'OK'));
  assert.deepEqual([shown.outcome, shown.billing, shown.money], ['verified', 'billed', 'BILLED (stated)']);
  assert.match(shown.orderId, /^sandbox-order-live-/);
  assert.deepEqual(service.received.slice(before), [
    {
      path: rcPath,
      authorization: `Bearer ${secret.key}`,
      body: JSON.stringify({ rc_number: secret.registration }, null, 2),
    },
  ]);
  const answer = frame.getByRole('region', { name: 'Answer', exact: true });
  assert.equal(await answer.getByText(secret.owner).count(), 0);
  await answer.getByRole('button', { name: 'Reveal owner_name' }).click();
  await answer.getByText(secret.owner).waitFor();
  await answer.getByRole('button', { name: 'Reveal vehicle_chasi_number' }).click();
  const chassis = answer.getByText(/^INVENTEDCHASSIS\d{4}$/);
  answered.push(await chassis.innerText());
});

scenario(
  'after a reload of the window draft, tab, answer, environment, key and orders are there again',
  async (page) => {
    const frame = await pageOf(page, rc);
    const { orderId } = await read(await answerWith(frame, 'OK'));
    const orders = await orderRows(page);
    await field(frame, 'Registration number').fill(secret.drafted);
    await frame.getByRole('tab', { name: 'JSON', exact: true }).click();
    const draft = await field(frame, 'JSON body').inputValue();
    assert.ok(draft.includes(secret.drafted), draft);
    // What the host says of a text comes after it has kept it.
    await frame.getByText('Answer to an earlier input').waitFor();
    await session.reload([new RegExp(rc)]);

    await statusBarItem(page, `live: ${live}`).waitFor();
    const again = await pageOf(page, rc);
    await reads(field(again, 'JSON body'), draft);
    assert.equal((await read(await answerWith(again, 'OK'))).orderId, orderId);
    await again.getByText('key …9f3a').waitFor();
    await anOrder(page, /^RC Details Advanced, verified/);
    assert.deepEqual(await orderRows(page), orders);

    const before = service.received.length;
    await field(again, 'JSON body').fill(JSON.stringify({ rc_number: secret.again }));
    await sendButton(again).click();
    await answerModal(page, 'Send');
    await answerWith(again, 'OK', orderId);
    await topOrder(page, /^RC Details Advanced, verified, OK, billed, XX••••••51$/);
    assert.deepEqual(service.received.slice(before), [
      {
        path: rcPath,
        authorization: `Bearer ${secret.key}`,
        body: JSON.stringify({ rc_number: secret.again }),
      },
    ]);
  },
);

scenario(
  'a form whose tab was not shown since a reload is brought up by its row, not opened twice',
  async (page) => {
    const typed = JSON.stringify({ rc_number: secret.again });
    await openForm(page, 'Credit Report');
    await session.reload([/title\W+Credit Report/, /operation\W+credit-report/]);
    await pageOf(page, 'Credit Report');
    const frame = await openForm(page, rc);
    await reads(field(frame, 'JSON body'), typed);
    assert.equal(await page.locator('.tabs-container .tab').filter({ hasText: rc }).count(), 1);
  },
);

scenario('after a restart of VS Code the orders and the key are there again', async () => {
  const orders = await orderRows(session.page());
  await session.restart();
  const page = session.page();
  await openContainer(page, container);
  await topOrder(page, /^RC Details Advanced, verified, OK, billed, XX••••••51$/);
  assert.deepEqual(await orderRows(page), orders);
  await statusBarItem(page, `live: ${live}`).waitFor();
  const frame = await openForm(page, rc);
  await frame.getByText('key …9f3a').waitFor();
  const row = await anOrder(page, /^RC Details Advanced, verified, OK, billed, XX••••••37/);
  await row.click();
  const order = await pageOf(page, rc);
  await order.getByRole('heading', { name: 'About this order' }).waitFor();
  await order.getByRole('button', { name: 'Reveal owner_name' }).click();
  await order.getByText(secret.owner).waitFor();
});

scenario('a request of a file is sent live with two keys, and its answer opens beside it', async (page) => {
  const file = 'live.verify.json';
  const rcNumber = 'XX00OK0200';
  writeFileSync(
    join(session.home.workspace, file),
    JSON.stringify({ requests: [{ operation: 'rc-advanced', body: { rc_number: rcNumber } }] }),
  );
  await openFile(page, file);
  const text = page.locator('.editor-instance .view-line').filter({ hasText: rcNumber });
  await text.click();
  const before = service.received.length;
  await page.keyboard.press('Control+Enter');
  await modal(page);
  await page.waitForTimeout(readingMs);
  await page.keyboard.press('Enter');
  await answerWith(await pageOf(page, rc), 'OK');
  assert.deepEqual(
    service.received.slice(before).map(({ body }) => JSON.parse(body)),
    [{ rc_number: rcNumber }],
  );
  const focused = `document.activeElement.closest('.editor-instance')?.getAttribute('aria-label') ?? ''`;
  assert.match(await page.evaluate<string>(focused), /live\.verify\.json/);
});

scenario('what is typed into the editor of a body is in no backup of VS Code', async (page) => {
  await runCommand(page, 'View: Close All Editors');
  const frame = await openForm(page, rc);
  await frame.getByRole('tab', { name: 'JSON' }).click();
  await frame.getByRole('button', { name: 'Edit in Editor' }).click();
  const text = page.locator('.editor-instance .view-lines');
  await text.getByText('rc_number').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(`{ "rc_number": "${secret.edited}`);
  await text.getByText(secret.edited).waitFor();
  const inForm = async () =>
    (await field(frame, 'JSON body').inputValue()).includes(secret.edited) ? true : undefined;
  await until(inForm, () => 'The form does not follow its editor.', 15_000);
  // VS Code backs up what stays unsaved for a second, or two where it saves by itself: by the time it has done so with what
  // was typed later, it would have with this.
  const later = 'typed into a file of its own later';
  await runCommand(page, 'File: New Untitled Text File');
  await page.keyboard.type(later);
  await until(
    () => (findInFiles(session.home.userData, [later]).length > 0 ? true : undefined),
    () => 'VS Code backs nothing up.',
    15_000,
  );
});

scenario('neither the key nor anything typed or answered lies in clear in any file', async (page) => {
  const texts = [...Object.values(secret), ...answered];
  assert.equal(answered.length, 1);
  const stored = await browserStorage(page);
  assert.ok(stored.includes('verificationExplorer'), 'nothing of the extension was found in the browser');
  assert.deepEqual(
    texts.filter((text) => stored.includes(text)),
    [],
  );
  await session.end();
  assert.notDeepEqual(findInFiles(session.home.folder, [live], session.before), []);
  assert.deepEqual(findInFiles(session.home.folder, texts, session.before), []);
});
