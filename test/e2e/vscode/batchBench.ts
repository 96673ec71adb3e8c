import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/processes.ts';
import { modal, pick, quickInput, runCommand } from '../../support/workbench.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

export const live = 'batch-live';
export const rc = 'RC Details Advanced';
export const emails = 'Bulk Email Validation';
export const credit = 'Credit Report';
/** The sandbox's own keys, which its books name: without limits, and with those of the documents. */
export const unlimitedKey = 'sandbox-key-unlimited';
export const limitedKey = 'sandbox-key-valid';
export const environmentsSetting = 'verificationExplorer.environments';

/** Slow enough to be interrupted in the middle; a 429 of the sandbox asks for seconds instead of half a minute. */
export const service = await startLiveService([], 'BATCHOWNER VON NIEMAND', {
  latencyMs: 250,
  retryAfter: 3,
});
/** The user knows the limits of this account: what a 429 seems to teach about a minute does not hold. */
export const liveEntry = {
  name: live,
  baseUrl: service.url,
  kind: 'live',
  limits: { 'rc-advanced': { perMinute: 1000 }, 'credit-report': { perMinute: 1000 } },
};
export const session = await startSession({
  [environmentsSetting]: [liveEntry],
  'verificationExplorer.deadlineSeconds': 5,
  'verificationExplorer.batchEmailChunk': 20,
}).catch(async (error: unknown) => {
  await service.close();
  throw error;
});
after(async () => {
  await session.close();
  await service.close();
});
export const { scenario } = session;

export const words = async (page: Page): Promise<string> =>
  (await (await modal(page)).innerText()).replaceAll('\u00a0', ' ');

/** Counts what came from here on, and waits for it. */
export function counter(): {
  readonly sent: () => number;
  readonly bodies: () => readonly string[];
  readonly atLeast: (count: number) => Promise<true>;
} {
  const before = service.received.length;
  const sent = (): number => service.received.length - before;
  return {
    sent,
    bodies: () => service.received.slice(before).map(({ body }) => body),
    atLeast: (count) =>
      until(
        () => (sent() >= count ? (true as const) : undefined),
        () => `${sent()} calls came, not ${count}.`,
        60_000,
      ),
  };
}

/** Presses a button of a notification that says so, in the list of notifications: none stays in view for long. */
export async function answerNotification(page: Page, text: RegExp, button: string): Promise<void> {
  await runCommand(page, 'Notifications: Show Notifications');
  const item = page
    .locator('.notifications-center .notification-list-item')
    .filter({ hasText: text })
    .first();
  await item.getByRole('button', { name: button, exact: true }).click();
}

export function workspaceFile(name: string): string {
  return join(session.home.workspace, name);
}

export async function openFile(page: Page, name: string): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: name }).first();
  const found = async (): Promise<true | undefined> => {
    await runCommand(page, 'Go to File...');
    await quickInput(page).fill(name);
    // The search may have begun before the file was there: it is begun again.
    return row.waitFor({ timeout: 2000 }).then(
      () => true,
      () => undefined,
    );
  };
  await until(found, () => `${name} is not found.`, 20_000);
  await row.click();
  await page.locator('.tabs-container .tab.active').filter({ hasText: name }).waitFor();
}

function quickInputAsking(page: Page, words: string): Locator {
  const widget = page.locator('.quick-input-widget:visible');
  return widget
    .filter({ hasText: words })
    .or(widget.filter({ has: page.getByPlaceholder(words) }))
    .first();
}

/** Waits until a pick or an input box asks this. */
export async function asked(page: Page, words: string): Promise<void> {
  await quickInputAsking(page, words).waitFor();
}

/** A notification that says so, as a toast or in the list of notifications. */
export function told(page: Page, text: string | RegExp): Locator {
  return page.locator('.notification-list-item:visible').filter({ hasText: text }).first();
}

/** From the open file to the question; returns what the question says. */
export async function planBatch(
  page: Page,
  file: string,
  operation: string,
  alsoWrong: boolean,
): Promise<string> {
  await openFile(page, file);
  await runCommand(page, 'Verification: Run Batch…');
  await asked(page, 'Operation');
  await pick(page, operation);
  await asked(page, 'Where do the rows come from?');
  await pick(page, `Open file ${file}`);
  await asked(page, 'Which column fills which field?');
  await pick(page, 'Use these columns');
  const rows = quickInputAsking(page, 'Which rows are sent?');
  const results = quickInputAsking(page, 'Results file; it grows as answers come');
  // Where every row looks right there is nothing to choose.
  await rows.or(results).waitFor();
  if (await rows.isVisible()) {
    if (alsoWrong) await pick(page, 'Rows that look wrong');
    await page.keyboard.press('Enter');
  }
  await results.waitFor();
  await pick(page, /^CSV.*masked/);
  const proposed = async (): Promise<true | undefined> =>
    /-results\.csv$/.test(await quickInput(page).inputValue()) ? true : undefined;
  await until(proposed, () => 'No results file is proposed.', 15_000);
  await page.keyboard.press('Enter');
  return words(page);
}

/** Lines of a results file by their first cell. */
export function resultLines(name: string): string[][] {
  const lines = readFileSync(workspaceFile(name), 'utf8').trimEnd().split('\r\n');
  assert.match(lines[0] ?? '', /^row,line,input_masked,state,why,repeats_row,call,outcome,billing,/);
  return lines.slice(1).map((line) => line.split(','));
}
