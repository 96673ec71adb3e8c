/**
 * `npm run screenshots`: takes the pictures of media/screenshots from the real VS Code with the packed extension, by
 * doing what a user does. Each theme has a VS Code, a home and a live service of its own. Arguments: dark, light, hc.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { sandboxKeys } from '../../src/sandbox/keys.ts';
import { magicTokens } from '../../src/sandbox/magic.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import {
  answerWith,
  chooseMagic,
  container,
  field,
  openForm,
  pageOf,
  sendButton,
} from '../e2e/vscode/form.ts';
import { anOrder, topOrder } from '../e2e/vscode/history.ts';
import { openPage } from './browser.ts';
import { buildForProduction, pack } from './package.ts';
import { ensureFolder, outFolder, removeFolder, root } from './paths.ts';
import { withFewColours } from './png.ts';
import { sweep } from './processes.ts';
import { makeHome, startCodeServer, type VSCode } from './servers.ts';
import type { Theme } from './settings.ts';
import {
  answerInput,
  answerModal,
  modal,
  openContainer,
  openFile,
  pick,
  quickInput,
  runCommand,
  screenshot,
  statusBarItem,
  treeItem,
  webview,
} from './workbench.ts';

const looks: Readonly<Record<string, Theme>> = { dark: 'dark', light: 'light', hc: 'high-contrast' };
const folder = join(root, 'media/screenshots');
const wide = { width: 1280, height: 800 };
/** Leaves 480 px to the editor once the side bar is closed: the activity bar takes 48. */
const narrow = { width: 528, height: 800 };
const rc = 'RC Details Advanced';

interface Camera {
  readonly page: Page;
  /** Takes the picture once fonts are there and nothing of VS Code's own lies over it. */
  take(step: string, frame: Pick<FrameLocator, 'locator'>): Promise<void>;
}

function camera(page: Page, look: string): Camera {
  return {
    page,
    async take(step, frame) {
      await page.locator('.notifications-toasts.visible').waitFor({ state: 'hidden' });
      await frame.locator('body').evaluate('document.fonts.ready.then(() => null)');
      // Hover states and tooltips come from where the last click was.
      await page.mouse.move(wide.width - 2, 2);
      await page.waitForTimeout(700);
      const file = await screenshot(page, join(folder, `${step}-${look}.png`));
      writeFileSync(file, withFewColours(readFileSync(file)));
      console.log(file);
    },
  };
}

/** Sends a magic input and waits for the answer with this code ('' = one without). */
async function sendMagic(frame: FrameLocator, magic: string, code: string): Promise<void> {
  await chooseMagic(frame, magic);
  await sendButton(frame).click();
  await answerWith(frame, code);
}

async function send(page: Page, operation: string, magic: string, code: string): Promise<FrameLocator> {
  const frame = await openForm(page, operation);
  await sendMagic(frame, magic, code);
  return frame;
}

async function sandboxSteps({ page, take }: Camera): Promise<void> {
  await openContainer(page, container);
  await treeItem(page, new RegExp(`^${rc}`)).waitFor();
  await take('form', await openForm(page, rc));
  const verified = await send(page, rc, 'Verified', 'OK');
  await page.mouse.move(wide.width / 2, wide.height / 2);
  await page.mouse.wheel(0, 320);
  await take('verified', verified);
  await take('negative', await send(page, rc, 'No record found', 'NO_RECORD_FOUND'));
  const credit = 'Credit Report';
  await take('pending', await send(page, credit, 'Accepted, pending', 'ACCEPTED'));
  await take('error', await send(page, 'Bulk Email Validation', 'Wallet too low', 'INSUFFICIENT_BALANCE'));
  await take('limited', await sendTooOften(page));
  await take('unknown', await send(page, rc, 'Connection cut before the answer', ''));
}

/** The documented limit of the operation is five a minute: the sixth call is refused. */
async function sendTooOften(page: Page): Promise<FrameLocator> {
  const title = 'Aadhaar PAN Link Check';
  for (let sent = 1; sent <= 5; sent++) {
    await send(page, title, 'Verified', 'OK');
    await runCommand(page, 'View: Close Editor');
  }
  const frame = await openForm(page, title);
  await chooseMagic(frame, 'Verified');
  await sendButton(frame).click();
  await frame.locator('[data-outcome="throttled"]').waitFor();
  return frame;
}

/** Folds a view, or opens it: a list draws only the rows it has room for. */
async function toggleView(page: Page, name: RegExp): Promise<void> {
  await page.locator('.part.sidebar .pane-header').filter({ hasText: name }).click();
}

async function historySteps({ page, take }: Camera): Promise<void> {
  await toggleView(page, /^Operations/);
  await (await anOrder(page, /, negative, NO_RECORD_FOUND/)).click();
  const order = await pageOf(page, rc);
  await order.getByRole('heading', { name: 'Timeline' }).waitFor();
  await take('order', order);
  await runCommand(page, 'View: Close Editor');
}

/** The whole history as a table. */
async function ordersStep({ page, take }: Camera): Promise<void> {
  await runCommand(page, 'Verification: Show Orders Page');
  const frame = await pageOf(page, 'Orders');
  await frame.locator('[data-order]').first().waitFor();
  await take('orders', frame);
  await runCommand(page, 'View: Close Editor');
}

/** A saved request, opened from the folder. */
async function requestFileStep({ page, take }: Camera, workspace: string): Promise<void> {
  writeFileSync(
    join(workspace, 'fleet.verify.json'),
    `${JSON.stringify(
      {
        operation: 'rc-advanced',
        name: 'A car of the test fleet',
        note: 'answers NO_RECORD_FOUND in the sandbox',
        body: { rc_number: `\${input:Registration number}` },
      },
      null,
      2,
    )}\n`,
  );
  await runCommand(page, 'Go to File...');
  await quickInput(page).fill('fleet.verify.json');
  await pick(page, 'fleet.verify.json');
  await page.locator('.codelens-decoration').filter({ hasText: 'Open in form' }).waitFor();
  await take('request-file', page);
  await runCommand(page, 'View: Close Editor');
}

/** A file with a row of each kind, and what became of it. */
async function batchStep({ page, take }: Camera, workspace: string): Promise<void> {
  const magic = ['verification-failed', 'source-unavailable', 'accepted', 'truncated'].flatMap(
    (id) => magicTokens.get(id)?.registration ?? [],
  );
  writeFileSync(
    join(workspace, 'fleet.csv'),
    `Reg. No.,driver\n${['XX00AA1001', 'XX00AA1002', ...magic].map((plate, at) => `${plate},${at + 1}`).join('\n')}\n`,
  );
  await page.setViewportSize(wide);
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  await openFile(page, 'fleet.csv');
  await runCommand(page, 'Verification: Run Batch…');
  const frame = await webview(page);
  await frame.getByRole('button', { name: 'Start batch…', disabled: false }).press('Enter');
  await answerModal(page, 'Start Batch');
  await frame.getByText('waits for your decision').first().waitFor({ timeout: 60_000 });
  await frame.getByRole('button', { name: 'All rows' }).press('Enter');
  await frame.getByRole('button', { name: 'All rows', pressed: true }).waitFor();
  await take('batch', frame);
}

/** What the sandbox's calls came to, and how full its limits are. */
async function usageStep({ page, take }: Camera): Promise<void> {
  await toggleView(page, /^Spend/);
  await runCommand(page, 'Verification: Open Usage');
  const frame = await pageOf(page, 'Usage');
  await frame.locator('canvas').first().waitFor();
  await page.getByRole('treeitem', { name: /^Today, / }).waitFor();
  await take('usage', frame);
  await runCommand(page, 'View: Close Editor');
  await toggleView(page, /^Spend/);
  await toggleView(page, /^Operations/);
}

/** The way of a user with a live service: add it, type, press Send, read the question. */
async function liveSteps({ page, take }: Camera, url: string): Promise<void> {
  const name = 'acme-prod';
  const key = sandboxKeys.find(({ label }) => label === 'unlimited')?.key ?? '';
  await runCommand(page, 'Verification: Add Environment…');
  await answerInput(page, 'Name of the live environment', name);
  await answerInput(page, 'Base URL', url);
  await answerInput(page, `API key for ${name}`, key);
  await statusBarItem(page, `live: ${name}`).waitFor();
  await runCommand(page, 'Notifications: Clear All Notifications');
  const frame = await openForm(page, rc);
  await field(frame, 'Registration number').fill('XX00AB1234');
  await sendButton(frame).click();
  await modal(page);
  await take('confirmation', frame);
  await answerModal(page, 'Send');
  await topOrder(page, /, unknown, /);
  await answerWith(frame, 'OK');
  await take('live', frame);
  await sendButton(frame).click();
  await modal(page);
  await take('paid-twin', frame);
  await answerModal(page, 'Cancel');
}

async function narrowSteps({ page, take }: Camera): Promise<void> {
  await statusBarItem(page, 'live: acme-prod').click();
  await pick(page, 'Sandbox');
  await runCommand(page, 'View: Close All Editors');
  await openForm(page, rc);
  await page.setViewportSize(narrow);
  await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  const frame = await pageOf(page, rc);
  await sendMagic(frame, 'No record found', 'NO_RECORD_FOUND');
  await take('narrow', frame);
}

async function takeAll(look: string, theme: Theme, vsix: string): Promise<void> {
  const home = makeHome();
  const service = await startSandbox({ now: Date.now, newId: randomUUID });
  let vscode: VSCode | undefined;
  try {
    vscode = await startCodeServer({
      home,
      theme,
      vsix: [vsix],
      settings: { 'remote.autoForwardPorts': false },
    });
    const opened = await openPage(vscode, { viewport: wide });
    const shots = camera(opened.page, look);
    try {
      await sandboxSteps(shots);
      await historySteps(shots);
      await ordersStep(shots);
      await usageStep(shots);
      await requestFileStep(shots, home.workspace);
      await liveSteps(shots, service.url);
      await narrowSteps(shots);
      await batchStep(shots, home.workspace);
    } catch (error) {
      console.error(await screenshot(opened.page, join(outFolder, 'screenshots', `failed-${look}.png`)));
      throw error;
    } finally {
      await opened.close();
    }
  } finally {
    await vscode?.close();
    await service.close();
    removeFolder(home.folder);
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((look) => !Object.hasOwn(looks, look));
if (unknown.length > 0) {
  console.error(`npm run screenshots knows ${Object.keys(looks).join(', ')}, not ${unknown.join(' ')}.`);
  process.exit(1);
}
process.on('exit', sweep);
try {
  buildForProduction();
  const vsix = pack(root, join(ensureFolder(join(outFolder, 'screenshots')), 'extension.vsix'));
  for (const [look, theme] of Object.entries(looks)) {
    if (wanted.length === 0 || wanted.includes(look)) await takeAll(look, theme, vsix);
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
