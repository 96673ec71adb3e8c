import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { csvCells } from '../../../src/calls/batch/csvText.ts';
import { until } from '../../support/processes.ts';
import {
  answerInput,
  modal,
  notification,
  openContainer,
  openFile,
  pick,
  runCommand,
  statusBarItem,
  webview,
} from '../../support/workbench.ts';
import { container } from './form.ts';
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

/** The window's environment is the service, and it has a key. */
export async function becomeLive(page: Page): Promise<void> {
  await openContainer(page, container);
  await statusBarItem(page, /^\s*Sandbox\s*$/).click();
  await pick(page, live);
  await runCommand(page, 'Verification: Set API Key…');
  await answerInput(page, `API key for ${live}`, unlimitedKey);
  await statusBarItem(page, `live: ${live}`).waitFor();
  await notification(page, `The key for ${live} is kept`).waitFor();
}

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

/** The review that is open, once its rows were looked at. */
export async function review(page: Page, file: string): Promise<FrameLocator> {
  const frame = await webview(page);
  await frame.getByRole('heading', { level: 1, name: `Batch of ${file}` }).waitFor();
  // The page of a batch of that file, which may be in view until this one is, has the same headings.
  await frame.getByRole('button', { name: 'Start batch…' }).waitFor();
  await frame.getByRole('heading', { level: 2, name: 'Rows' }).waitFor();
  return frame;
}

/** The review of what is in the editor; the operation is told from the names of its columns. */
export async function reviewFile(page: Page, file: string, operation: string): Promise<FrameLocator> {
  await openFile(page, file);
  await runCommand(page, 'Verification: Run Batch…');
  const frame = await review(page, file);
  assert.equal(await frame.locator('#operation option:checked').innerText(), operation);
  return frame;
}

/** Once rows are chosen, which the host counts. */
function startButton(frame: FrameLocator): Locator {
  return frame.getByRole('button', { name: 'Start batch…', disabled: false });
}

/** From the review to the question; returns what the question says. */
export async function startReviewed(page: Page, frame: FrameLocator): Promise<string> {
  // By key: what an earlier batch came to is told in a notification, which may lie over the button.
  await startButton(frame).press('Enter');
  return words(page);
}

/** Where it bills, rows that look wrong are sent only when they are chosen. */
export async function alsoTheWrong(frame: FrameLocator): Promise<FrameLocator> {
  await frame.getByRole('checkbox', { name: 'Send all: Look wrong' }).check();
  return frame;
}

/** From the open file to the question; returns what the question says. */
export async function planBatch(
  page: Page,
  file: string,
  operation: string,
  alsoWrong: boolean,
): Promise<string> {
  const frame = await reviewFile(page, file, operation);
  if (alsoWrong) await alsoTheWrong(frame);
  return startReviewed(page, frame);
}

/** Lines of a results file by the names of its columns. */
export function resultLines(name: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = readFileSync(workspaceFile(name), 'utf8').trimEnd().split('\r\n');
  const names = csvCells(header);
  return lines.map((line) =>
    Object.fromEntries(csvCells(line).map((cell, index) => [names[index] ?? '', cell])),
  );
}
