import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  answerInput,
  modal,
  openContainer,
  pick,
  quickInput,
  runCommand,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, container, field, openForm, pageOf } from './form.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

/** The loop by keyboard alone, counted: what is not a key pressed here is not needed. */
const key = 'vx-LOOPKEY-5b1d77e0-c4f2-9f3a';
const service = await startLiveService([key], 'NOBODY OF NOWHERE');
const session = await startSession().catch(async (error: unknown) => {
  await service.close();
  throw error;
});
after(async () => {
  await session.close();
  await service.close();
});
const { scenario } = session;
const rc = 'RC Details Advanced';
const label = 'Registration number';
/** The live service has no documented limit for this operation; its sandbox books every call. */
const rounds = 10;

/** Presses keys and counts them. */
function counted(page: Page) {
  let keys = 0;
  return {
    keys: () => keys,
    press: async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name);
      keys += names.length;
    },
  };
}

scenario('an opened form has the focus in its first field; a sandbox resend is one key', async (page) => {
  const frame = await openForm(page, rc);
  await frame.locator('#field-rc_number:focus').waitFor();
  await page.keyboard.type('XX00ZZ9101');
  await reads(field(frame, label), 'XX00ZZ9101');
  await page.keyboard.press('Control+Enter');
  let orderId = (await (await answerWith(frame, 'OK')).getAttribute('data-order-id')) ?? '';
  for (let round = 0; round < 2; round += 1) {
    const { press, keys } = counted(page);
    await press('Control+Enter');
    const answer = await answerWith(frame, 'OK', orderId);
    assert.equal(keys(), 1);
    orderId = (await answer.getAttribute('data-order-id')) ?? '';
  }
});

scenario('the page can be searched', async (page) => {
  await page.keyboard.press('Control+f');
  const find = page.locator('.simple-find-part.visible input');
  await find.waitFor();
  await find.fill('vehicle_category_description');
  await page.keyboard.press('Enter');
  await page.locator('.simple-find-part.visible:not(.no-results)').waitFor();
  // Once the place is shown: VS Code gives the focus back to nothing when its box is closed while it searches.
  const frame = await pageOf(page, rc);
  await until(
    async () =>
      (await frame.locator('body').evaluate('getSelection().toString()')) === 'vehicle_category_description'
        ? true
        : undefined,
    () => 'What was looked for is not shown.',
    10_000,
  );
  await page.keyboard.press('Escape');
  // The caret is back where it was.
  await frame.locator('#field-rc_number:focus').waitFor();
  await page.keyboard.type('Q');
  await page.keyboard.press('Backspace');
  await reads(field(frame, label), 'XX00ZZ9101');
});

scenario(
  'ten live calls in a row leave, each by Ctrl+Enter and Enter, the caret staying put',
  async (page) => {
    await openContainer(page, container);
    await runCommand(page, 'Verification: Add Environment…');
    await answerInput(page, 'Name of the live environment', 'loop-live');
    await answerInput(page, 'Base URL', service.url);
    await answerInput(page, 'API key for loop-live', key);
    await statusBarItem(page, 'live: loop-live').waitFor();
    const frame = await pageOf(page, rc);
    await frame.getByText('Answer from another environment: Sandbox').waitFor();
    await field(frame, label).fill('XX00ZZ920-');
    let orderId = (await (await answerWith(frame, 'OK')).getAttribute('data-order-id')) ?? '';
    for (let round = 0; round < rounds; round += 1) {
      // Another input each time: what was paid for already is asked about, with its answer offered first.
      await page.keyboard.press('Backspace');
      await page.keyboard.type(String(round));
      const { press, keys } = counted(page);
      await press('Control+Enter');
      await modal(page);
      // What comes at once counts for a second press of the first one (src/ui/asking/pressedUnread.ts).
      await page.waitForTimeout(300);
      await press('Enter');
      const answer = await answerWith(frame, 'OK', orderId);
      assert.equal(keys(), 2);
      orderId = (await answer.getAttribute('data-order-id')) ?? '';
    }
    assert.deepEqual(
      service.received.map(({ body }) => JSON.parse(body).rc_number),
      Array.from({ length: rounds }, (_, round) => `XX00ZZ920${round}`),
    );
  },
);

scenario('a question that is given up gives the focus back as well', async (page) => {
  const frame = await pageOf(page, rc);
  const before = await field(frame, label).inputValue();
  await page.keyboard.type('X');
  await page.keyboard.press('Control+Enter');
  await modal(page);
  await page.keyboard.press('Escape');
  await page.locator('.monaco-dialog-box').waitFor({ state: 'hidden' });
  await frame.locator('#field-rc_number:focus').waitFor();
  await page.keyboard.press('Backspace');
  await reads(field(frame, label), before);
  // The palette opened once the field has the focus again keeps it, and what is typed.
  await page.keyboard.type('Z');
  await page.keyboard.press('Control+Enter');
  await modal(page);
  await page.keyboard.press('Escape');
  await page.locator('.monaco-dialog-box').waitFor({ state: 'hidden' });
  // VS Code gives the focus to the frame first, and the page takes it from there: a key pressed in between is lost, whoever presses it.
  await frame.locator('#field-rc_number:focus').waitFor();
  await page.keyboard.press('F1');
  // What is typed before VS Code shows it goes where the focus still is.
  await quickInput(page).waitFor();
  await page.keyboard.type('abcdefghijklmnopqrstuvwxyz', { delay: 20 });
  await reads(quickInput(page), '>abcdefghijklmnopqrstuvwxyz');
  await page.keyboard.press('Escape');
  await frame.locator('#field-rc_number:focus').waitFor();
  await page.keyboard.press('Backspace');
  await reads(field(frame, label), before);
  await runCommand(page, 'Verification: Select Environment…');
  await pick(page, 'Sandbox');
  await frame.locator('#field-rc_number:focus').waitFor();
  await page.keyboard.type('Y');
  await reads(field(frame, label), `${before}Y`);
});

scenario(
  'what was typed in a form whose tab is closed is in the next one, also after a restart',
  async (page) => {
    const typed = 'XX00ZZ9177';
    const frame = await openForm(page, rc);
    await field(frame, label).fill(typed);
    await runCommand(page, 'View: Close Editor');
    await page.locator('.tab').filter({ hasText: rc }).waitFor({ state: 'detached' });
    await reads(field(await openForm(page, rc), label), typed);
    await runCommand(page, 'View: Close Editor');
    // A window that ends a second after its tab was closed tells nobody that it was.
    await page.waitForTimeout(2000);
    await session.restart();
    const back = await openForm(session.page(), rc);
    await reads(field(back, label), typed);
    await back.getByText('What was typed in a closed form is back.').waitFor();
    await back.getByRole('button', { name: 'Start empty' }).click();
    await reads(field(back, label), '');
  },
);
