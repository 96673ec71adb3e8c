import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { reads } from '../../support/values.ts';
import {
  answerInput,
  answerModal,
  modal,
  notification,
  openContainer,
  quickInput,
  quickInputShowing,
  runCommand,
  statusBarItem,
  webview,
} from '../../support/workbench.ts';
import { answerWith, chooseMagic, container, field, openForm, pageOf, sendButton } from './form.ts';
import { anOrder } from './history.ts';
import { startSession } from './session.ts';
import { openWalkthrough, steps } from './walkthrough.ts';

const session = await startSession();
const service = await startSandbox({ now: Date.now, newId: randomUUID });
after(async () => {
  await session.close();
  await service.close();
});

const operation = 'RC Details Advanced';

session.scenario('the walkthrough opens, and nothing is ticked off before it was done', async (page) => {
  await openContainer(page, container);
  await openWalkthrough(page);
  assert.deepEqual(await steps(page), [
    'Try it in the sandbox',
    'Read an answer',
    'Make the sandbox answer what you need',
    'Add your environment and key',
    'Know what is kept, and how it is protected',
  ]);
});

session.scenario(
  'the documentation opens as a preview with all codes and everything not shown',
  async (page) => {
    await runCommand(page, 'Verification: Open Documentation');
    const preview = await webview(page);
    await preview
      .getByRole('heading', { level: 1, name: 'Verification API: what the documents say' })
      .waitFor();
    assert.equal(await preview.getByRole('row').filter({ hasText: 'INSUFFICIENT_BALANCE' }).count(), 2);
    await preview.getByRole('heading', { name: 'Not shown by the documents' }).waitFor();
  },
);

session.scenario('following the steps ticks all of them off', async (page) => {
  const form = await openForm(page, operation);
  await field(form, 'Registration number').fill('XX00AB1234');
  await sendButton(form).click();
  await answerWith(form, 'OK');
  await chooseMagic(form, 'No record found');
  await sendButton(form).click();
  await answerWith(form, 'NO_RECORD_FOUND');
  await (await anOrder(page, /NO_RECORD_FOUND/)).click();
  const order = await pageOf(page, operation);
  await order.getByRole('heading', { name: 'About this order' }).waitFor();
  await runCommand(page, 'Verification: Add Environment…');
  await answerInput(page, 'Name of the live environment', 'acme-prod');
  await answerInput(page, 'Base URL', service.url);
  await quickInputShowing(page, 'API key for acme-prod').waitFor();
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await statusBarItem(page, /^\s*Sandbox\s*$/).waitFor();
  assert.doesNotMatch(readFileSync(join(session.home.userData, 'User/settings.json'), 'utf8'), /acme-prod/);

  await runCommand(page, 'Verification: Add Environment…');
  await answerInput(page, 'Name of the live environment', 'acme-prod');
  await answerInput(page, 'Base URL', `${service.url}/api/v1`);
  await quickInputShowing(page, '/api/v1 was removed').waitFor();
  await reads(quickInput(page), service.url);
  await page.keyboard.press('Enter');
  await answerInput(page, 'API key for acme-prod', service.keys[0]?.key ?? '');
  await statusBarItem(page, 'live: acme-prod').waitFor();
  await openWalkthrough(page);
  assert.deepEqual(
    (await steps(page)).filter((title) => !title.startsWith('✓')),
    [],
  );
});

session.scenario(
  'a step that bills nothing leads into the sandbox, also from a live window',
  async (page) => {
    await page.locator('.getting-started-step').first().click();
    await page.getByRole('button', { name: 'Open RC Details Advanced' }).click();
    assert.match(await (await modal(page)).innerText(), /This window uses acme-prod, which is live/);
    await answerModal(page, 'Use the Sandbox');
    await statusBarItem(page, /^\s*Sandbox\s*$/).waitFor();
  },
);

session.scenario('the diagnostics name neither the environment nor its address or key', async (page) => {
  await runCommand(page, 'Verification: Copy Diagnostics');
  await notification(page, 'Copied the diagnostics').waitFor();
  const text = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.match(text, /1 × live, http, loopback, may bill, key kept/);
  assert.match(text, /orders: 2, 0 need attention/);
  for (const secret of ['acme-prod', '127.0.0.1', service.keys[0]?.key ?? '', 'AB1234']) {
    assert.ok(secret !== '' && !text.includes(secret), secret);
  }
});
