import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/processes.ts';
import {
  answerInput,
  answerModal,
  modal,
  notification,
  openContainer,
  pick,
  quickInput,
  runCommand,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, container, pageOf, read } from './form.ts';
import { ordersAre } from './history.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

const live = 'lookup-live';
const key = 'vx-LOOKUPKEY-77d0-4c19';
const service = await startLiveService([key], 'LOOKUPOWNER VON NIEMAND');
const session = await startSession({
  'verificationExplorer.confirmLiveCalls': 'oncePerSession',
  'verificationExplorer.environments': [{ name: live, baseUrl: service.url, kind: 'live' }],
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
const verified = `${rc}, verified, OK, billed, XX••••••00`;
const negative = `${rc}, negative, NO_RECORD_FOUND, billed, XX••••••22`;

/** Waits until the palette, a pick or an input box shows these words. */
async function asked(page: Page, words: string): Promise<void> {
  await page.locator('.quick-input-widget:visible').filter({ hasText: words }).waitFor();
}

function focusInPage(page: Page): Promise<boolean> {
  return page.evaluate("document.activeElement?.tagName === 'IFRAME'");
}

/** Keys only: the palette by F1, then what is typed. */
async function commandByKeyboard(page: Page, title: string): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: title });
  const found = async (): Promise<true | undefined> => {
    await page.keyboard.press('F1');
    await quickInput(page).waitFor();
    await page.keyboard.type(title);
    return row.waitFor({ timeout: 3000 }).then(
      () => true,
      // A page that was just opened may take the focus, and the palette closes: a person would press again.
      async () => {
        await page.keyboard.press('Escape');
        return undefined;
      },
    );
  };
  await until(found, () => `The palette does not offer "${title}".`, 15_000);
  await page.keyboard.press('Enter');
}

scenario('by keyboard alone: palette, operation, input, answer, and the order opened', async (page) => {
  // Commands of an extension come a moment after the workbench.
  await page.locator('.part.activitybar').getByRole('tab', { name: container }).waitFor();
  await commandByKeyboard(page, 'Verification: Quick Lookup…');
  await asked(page, 'Quick Lookup (1/2)');
  await asked(page, 'not used yet');
  await page.keyboard.type('RC');
  await page.locator('.monaco-list-row.focused').filter({ hasText: rc }).waitFor();
  await page.keyboard.press('Enter');
  await asked(page, 'Enter sends.');
  await page.keyboard.type('ZZ');
  await asked(page, 'registration');
  for (let key = 0; key < 2; key += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('XX00NR0422');
  await page.keyboard.press('Enter');
  await notification(page, `${rc}: No record found`).waitFor();
  const frame = await pageOf(page, rc);
  const shown = await read(await answerWith(frame, 'NO_RECORD_FOUND'));
  assert.deepEqual([shown.outcome, shown.billing], ['negative', 'billed']);
  assert.equal(await focusInPage(page), false);
  // Its key works for screen readers only.
  await commandByKeyboard(page, 'Notifications: Accept Notification Primary Action');
  await until(
    async () => ((await focusInPage(page)) ? true : undefined),
    () => 'Open did not take the focus to the order.',
    10_000,
  );
});

scenario(
  'a selected registration number is looked up; what it says is shown before it is sent',
  async (page) => {
    writeFileSync(
      join(session.home.workspace, 'cars.txt'),
      'the car of nobody: xx 00 ok 0200, blue\nnothing to look up',
    );
    await commandByKeyboard(page, 'Go to File...');
    await page.keyboard.type('cars.txt');
    await page.locator('.monaco-list-row.focused').filter({ hasText: 'cars.txt' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.editor-instance .view-lines').filter({ hasText: 'blue' }).waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+End');
    await commandByKeyboard(page, 'Verification: Look Up Selection…');
    await asked(page, 'Enter sends.');
    assert.equal(await quickInput(page).inputValue(), 'XX00OK0200');
    await page.keyboard.press('Enter');
    await notification(page, `${rc}: Verified`).waitFor();
    // The one tab of the first lookup shows this answer, and what is typed still goes into the text.
    await answerWith(await pageOf(page, rc), 'OK');
    assert.equal(await page.getByRole('tab', { name: /^Order .* · / }).count(), 1);
    assert.equal(await focusInPage(page), false);
    assert.ok(await page.locator('.editor-instance .view-lines').filter({ hasText: 'blue' }).isVisible());

    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+Home');
    await commandByKeyboard(page, 'Verification: Look Up Selection…');
    await notification(page, 'The selection holds nothing that looks like').waitFor();
  },
);

scenario('the last lookup is repeated with its input, as an order of its own', async (page) => {
  await openContainer(page, container);
  await ordersAre(page, [verified, negative]);
  await commandByKeyboard(page, 'Verification: Repeat Last Lookup');
  await ordersAre(page, [verified, verified, negative]);
});

scenario('a lookup given up at its input sends nothing', async (page) => {
  await page.evaluate("navigator.clipboard.writeText('plate XX00VF0422')");
  await commandByKeyboard(page, 'Verification: Lookup From Clipboard…');
  await asked(page, 'Enter sends.');
  assert.equal(await quickInput(page).inputValue(), 'XX00VF0422');
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await ordersAre(page, [verified, verified, negative]);
});

scenario(
  'in a live environment a typed lookup is asked about each time, and so is one from the clipboard',
  async (page) => {
    await statusBarItem(page, /^\s*Sandbox\s*$/).click();
    await pick(page, live);
    await runCommand(page, 'Verification: Set API Key…');
    await answerInput(page, `API key for ${live}`, key);
    const came = (count: number): Promise<true> =>
      until(
        () => (service.received.length === count ? (true as const) : undefined),
        () => `${service.received.length} calls came, not ${count}.`,
        15_000,
      );
    const question = async (): Promise<string> =>
      (await (await modal(page)).innerText()).replaceAll('\u00a0', ' ');
    for (const [input, answer] of [
      ['XX00ZZ0101', 'Send'],
      ['XX00ZZ0102', 'Cancel'],
    ] as const) {
      await runCommand(page, 'Verification: Look Up RC Details Advanced…');
      await answerInput(page, 'Enter sends.', input);
      assert.match(
        await question(),
        new RegExp(`Environment: ${live} \\(live\\)[\\s\\S]*XX••••••${input.slice(-2)}`),
      );
      await answerModal(page, answer);
    }
    await came(1);
    await page.evaluate("navigator.clipboard.writeText('plate XX00ZZ0103')");
    await runCommand(page, 'Verification: Lookup From Clipboard…');
    await asked(page, 'Enter sends.');
    assert.equal(await quickInput(page).inputValue(), 'XX00ZZ0103');
    await page.keyboard.press('Enter');
    assert.match(await question(), /Input: XX••••••03/);
    await answerModal(page, 'Cancel');
    assert.equal(service.received.length, 1);
  },
);
