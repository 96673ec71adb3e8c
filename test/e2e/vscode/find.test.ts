import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { openFile, runCommand, screenshot } from '../../support/workbench.ts';
import { answerWith, chooseMagic, openForm, pageOf, sendButton } from './form.ts';
import { startSession } from './session.ts';

const session = await startSession();
after(() => session.close());
const { scenario } = session;

const findBox = (page: Page): Locator => page.locator('.simple-find-part.visible:visible').last();

/** By the key, with the focus in the page: what is typed next is searched for, and reaches no control of the page. */
async function finds(page: Page, control: Locator, wanted: string): Promise<void> {
  await control.focus();
  await page.keyboard.press('Control+f');
  await findBox(page).waitFor();
  await page.keyboard.type(wanted);
  const typed = findBox(page).locator('input, textarea').first();
  assert.equal(await typed.inputValue(), wanted);
  console.log(await screenshot(page, join(outFolder, 'e2e', `find-${wanted}.png`)));
  await page.keyboard.press('Escape');
  await findBox(page).waitFor({ state: 'detached' });
}

scenario('Ctrl+F searches a form', async (page) => {
  const frame = await openForm(page, 'RC Details Advanced');
  await finds(page, sendButton(frame), 'registration');
  // Usage is offered once there is something to count.
  await chooseMagic(frame, 'Verified');
  await sendButton(frame).click();
  await answerWith(frame, 'OK');
});

scenario('Ctrl+F searches the review of a batch, and leaves its controls alone', async (page) => {
  const cars = join(session.home.workspace, 'cars.csv');
  writeFileSync(cars, 'rc_number\nXX00AA2001\nXX00AA2002\n');
  await openFile(page, 'cars.csv');
  await runCommand(page, 'Verification: Run Batch…');
  const frame = await pageOf(page, 'Batch of cars.csv');
  await frame.getByRole('heading', { level: 2, name: 'Rows' }).waitFor();
  const operation = frame.locator('#operation');
  const chosen = await operation.inputValue();
  await finds(page, operation, 'credit');
  assert.equal(await operation.inputValue(), chosen);
});

scenario('Ctrl+F searches Usage, also after a reload of the window', async (page) => {
  await runCommand(page, 'Verification: Open Usage');
  const period = async (): Promise<Locator> =>
    (await pageOf(session.page(), 'Usage')).locator('select').last();
  await finds(page, await period(), 'today');
  await session.reload([/verificationExplorer\.usage/]);
  await finds(session.page(), await period(), 'money');
});
