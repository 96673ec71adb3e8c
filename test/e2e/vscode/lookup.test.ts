import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  answerInput,
  answerModal,
  modal,
  notification,
  openContainer,
  pagesLoaded,
  pick,
  quickInput,
  readingMs,
  runCommand,
  screenshot,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, container, pageOf, read } from './form.ts';
import { ordersAre, titleOfView } from './history.ts';
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
  await pagesLoaded(page);
  await page.keyboard.press('F1');
  await quickInput(page).waitFor();
  await page.keyboard.type(title);
  await row.waitFor();
  await page.keyboard.press('Enter');
}

/** Presses of keys, counted: a chord or Enter is one; what is typed or chosen as the value is not. */
class Keys {
  pressed = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.pressed += 1;
    for (const stroke of key.split(' ')) await this.#page.keyboard.press(stroke);
  }
}

/** Waits until the box offers this first, with what is known of it. */
async function offered(page: Page, words: string | RegExp): Promise<void> {
  await page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: words }).waitFor();
}

const quickChord = 'Control+K Control+g';
const selectionChord = 'Control+K Control+Shift+g';

/** Puts the cursor into the open file, and selects the line with these words. */
async function selectLine(page: Page, words: string): Promise<void> {
  await page.locator('.editor-instance .view-line').filter({ hasText: words }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
}

async function noNotifications(page: Page): Promise<void> {
  await runCommand(page, 'Notifications: Clear All Notifications');
}

scenario('a button of a view works in a new window, before any row of it has the focus', async (page) => {
  await openContainer(page, container);
  await (await titleOfView(page, 'Operations')).getByRole('button', { name: 'Look Up…' }).click();
  await asked(page, 'Look Up · Sandbox');
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  // Also where a heading has it.
  await page.locator('.part.sidebar').getByRole('treeitem', { name: 'Business' }).click();
  await (await titleOfView(page, 'Operations')).getByRole('button', { name: 'Look Up…' }).click();
  await asked(page, 'Look Up · Sandbox');
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await page.locator('.part.sidebar').getByRole('treeitem', { name: 'Business' }).click();
  assert.equal(await page.locator('.notifications-toasts .notification-list-item').count(), 0);
});

scenario('chord, value, Enter: the answer is in one line, and opens when wanted', async (page) => {
  await commandByKeyboard(page, 'Verification: Look Up…');
  await asked(page, 'Look Up · Sandbox');
  await asked(page, 'not used yet');
  await page.keyboard.press('Escape');
  const keys = new Keys(page);
  await keys.press(quickChord);
  await asked(page, 'Look Up · Sandbox');
  await page.keyboard.type('xx 00 nr 0422');
  await offered(page, /RC Details Advanced[\s\S]*XX00NR0422/);
  await keys.press('Enter');
  await notification(page, 'XX••••••22 · No record found · billed').waitFor();
  assert.equal(keys.pressed, 2);
  assert.equal(await page.getByRole('tab', { name: /^Order / }).count(), 0);
  // Its key works for screen readers only.
  await commandByKeyboard(page, 'Notifications: Accept Notification Primary Action');
  const shown = await read(await answerWith(await pageOf(page, rc), 'NO_RECORD_FOUND'));
  assert.deepEqual([shown.outcome, shown.billing], ['negative', 'billed']);
});

scenario(
  'what is typed without a pause is sent whole, also where VS Code is slow to show it',
  async (page) => {
    await noNotifications(page);
    await page.keyboard.press(quickChord.split(' ')[0] ?? '');
    await page.keyboard.press(quickChord.split(' ')[1] ?? '');
    await asked(page, 'Look Up · Sandbox');
    await page.keyboard.type('XX00NR042');
    await offered(page, /RC Details Advanced[\s\S]*XX00NR042/);
    const [host] = session.extensionHosts();
    assert.ok(host !== undefined);
    process.kill(host, 'SIGSTOP');
    try {
      await page.keyboard.type('2');
      await page.keyboard.press('Enter');
    } finally {
      process.kill(host, 'SIGCONT');
    }
    await notification(page, 'XX••••••22 · No record found · billed').waitFor();
  },
);

scenario(
  'a selection is looked up with two presses, the cursor stays, and a value is copied',
  async (page) => {
    writeFileSync(
      join(session.home.workspace, 'cars.txt'),
      ['the car of nobody: xx 00 ok 0200, blue', 'nothing to look up', 'XX00ZZ0102', 'xx 00 zz 0101'].join(
        '\n',
      ),
    );
    await commandByKeyboard(page, 'Go to File...');
    await page.keyboard.type('cars.txt');
    await page.locator('.monaco-list-row.focused').filter({ hasText: 'cars.txt' }).waitFor();
    await page.keyboard.press('Enter');
    await selectLine(page, 'blue');
    const keys = new Keys(page);
    await keys.press(selectionChord);
    await offered(page, /RC Details Advanced[\s\S]*XX00OK0200/);
    await reads(quickInput(page), 'XX00OK0200');
    await keys.press('Enter');
    const line = notification(
      page,
      /XX••••••00 · (IN)?ACTIVE · INVENTED MODEL \d · insured to 20\d\d-\d\d-\d\d · billed/,
    );
    await line.waitFor();
    assert.equal(keys.pressed, 2);
    assert.equal(await focusInPage(page), false);
    const copied = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'maker_model' });
    await line.getByRole('button', { name: 'Copy…' }).click();
    await copied.click();
    await until(
      async () =>
        /^INVENTED MODEL \d$/.test(String(await page.evaluate('navigator.clipboard.readText()')))
          ? true
          : undefined,
      () => 'The value was not copied.',
      10_000,
    );
    await selectLine(page, 'nothing');
    await commandByKeyboard(page, 'Verification: Look Up Selection…');
    await notification(page, 'The selection holds no registration number').waitFor();
  },
);

scenario('the last lookup is repeated with its input, as an order of its own', async (page) => {
  await openContainer(page, container);
  await ordersAre(page, [verified, negative, negative]);
  await commandByKeyboard(page, 'Verification: Repeat Last Lookup');
  await ordersAre(page, [verified, verified, negative, negative]);
});

scenario('what a value lacks is asked for, and a lookup given up sends nothing', async (page) => {
  await page.evaluate("navigator.clipboard.writeText('pan ZZZPZ9999Z')");
  await commandByKeyboard(page, 'Verification: Look Up From Clipboard…');
  await offered(page, /Aadhaar PAN Link Check[\s\S]*next: Aadhaar number/);
  await page.keyboard.press('Enter');
  await asked(page, 'Aadhaar PAN Link Check: Aadhaar number');
  await page.keyboard.press('Enter');
  await asked(page, 'Nothing was sent: Aadhaar number is empty, and is required.');
  await page.keyboard.type('12');
  await asked(page, 'has 12 digits; this has 2');
  // The value that was looked up can be corrected without typing all of it again.
  await page.locator('.quick-input-widget:visible').getByRole('button', { name: 'Back' }).click();
  await asked(page, 'Aadhaar PAN Link Check: PAN (1/2)');
  assert.equal(await quickInput(page).inputValue(), 'ZZZPZ9999Z');
  await screenshot(page, join(outFolder, 'lookup', 'back.png'));
  await page.keyboard.press('Enter');
  await asked(page, 'Aadhaar PAN Link Check: Aadhaar number (2/2)');
  assert.equal(await quickInput(page).inputValue(), '12');
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await ordersAre(page, [verified, verified, negative, negative]);
});

/** A hand of a test on a busy machine comes too late to press what nobody can have read. */
const pressesAtOnce = `new MutationObserver((_, watch) => {
  const buttons = [...document.querySelectorAll('.monaco-dialog-box .monaco-button')];
  const send = buttons.find(({ textContent }) => textContent.trim() === 'Send');
  if (send === undefined) return;
  watch.disconnect();
  send.click();
}).observe(document.body, { childList: true, subtree: true });`;

scenario('a live lookup is asked about once: chord, value, Enter, Enter', async (page) => {
  await statusBarItem(page, /^\s*Sandbox\s*$/).click();
  await pick(page, live);
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, `API key for ${live}`, key);
  await notification(page, `The key for ${live} is kept`).waitFor();
  const came = (count: number): Promise<true> =>
    until(
      () => (service.received.length === count ? (true as const) : undefined),
      () => `${service.received.length} calls came, not ${count}.`,
      15_000,
    );
  const question = async (): Promise<string> =>
    (await (await modal(page)).innerText()).replaceAll('\u00a0', ' ');
  await noNotifications(page);
  const typed = new Keys(page);
  await typed.press(quickChord);
  await asked(page, `Look Up · ${live} (live)`);
  await page.keyboard.type('XX00ZZ0101');
  await offered(page, /XX00ZZ0101/);
  // As of a key that is held: the question is answered as it appears, stands again, and nothing has left.
  await page.evaluate(pressesAtOnce);
  await typed.press('Enter');
  await page.locator('.monaco-dialog-box').getByText('Pressed before it could be read').waitFor();
  assert.match(await question(), new RegExp(`Send XX••••••01 to ${live} \\(LIVE\\)\\?`));
  await screenshot(page, join(outFolder, 'e2e', 'pressed-unread.png'));
  await came(0);
  await page.waitForTimeout(readingMs);
  await typed.press('Enter');
  await notification(page, /XX••••••01 · .* · billed/).waitFor();
  assert.equal(typed.pressed, 3);
  await came(1);

  // A selection, and the input that was just paid for: named in the one question, and Enter opens what is there.
  await selectLine(page, 'ZZ0102');
  const selected = new Keys(page);
  await selected.press(selectionChord);
  await offered(page, /XX00ZZ0102/);
  await selected.press('Enter');
  assert.match(await question(), /XX••••••02/);
  await page.waitForTimeout(readingMs);
  await selected.press('Enter');
  await notification(page, /XX••••••02 · .* · billed/).waitFor();
  assert.equal(selected.pressed, 3);
  await came(2);
  await selectLine(page, '0101');
  await new Keys(page).press(selectionChord);
  await offered(page, /XX00ZZ0101/);
  await page.keyboard.press('Enter');
  assert.match(await question(), /Send XX••••••01 to .* again\? The same input was already paid for\./);
  await answerModal(page, 'Cancel');
  await came(2);
});
