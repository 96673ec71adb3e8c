import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from './processes.ts';
import { type Theme, themes } from './settings.ts';

/** Waits until the workbench is drawn in its theme; also right after `page.reload()`. */
export async function workbenchReady(page: Page, theme: Theme, timeout = 60_000): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout });
  await page.locator('.monaco-workbench .part.editor').waitFor({ timeout });
  await page.locator(`.monaco-workbench[class*="${themes[theme].file}"]`).waitFor({ timeout });
}

/** Waits until each page in view is loaded: one that still loads takes the focus as it ends, and closes what has it. */
export async function pagesLoaded(page: Page, timeout = 30_000): Promise<void> {
  await page.locator('iframe.webview:not(.ready):visible').first().waitFor({ state: 'detached', timeout });
}

/**
 * Opens the palette for commands. VS Code closes it when the focus moves, which a view that is still being shown does: then it is
 * opened again, as a person would. It changes nothing by being opened.
 */
async function openPalette(page: Page, timeout: number): Promise<void> {
  const input = quickInput(page);
  let pressed = 0;
  const offered = async (): Promise<true | undefined> => {
    // Another question may stand there and be closing, or the palette may close while it is looked at.
    const shown = await input.inputValue({ timeout: 500 }).catch(() => null);
    if (shown?.startsWith('>') === true) return true;
    if (pressed > 0 && (shown !== null || Date.now() - pressed < 2000)) return undefined;
    await pagesLoaded(page);
    pressed = Date.now();
    // Told to the workbench itself: a key pressed while the focus moves from one editor to the next reaches neither.
    await page
      .locator('.monaco-workbench')
      .dispatchEvent('keydown', { key: 'F1', code: 'F1', keyCode: 112, bubbles: true });
    return undefined;
  };
  await until(offered, () => 'The palette did not open.', timeout);
}

/** Runs a command by the title that the palette shows ("Category: Title"). */
export async function runCommand(page: Page, title: string, timeout = 30_000): Promise<void> {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const row = rows.filter({ has: page.locator('.label-name').getByText(title, { exact: true }) }).first();
  const input = quickInput(page);
  const offered = async (): Promise<true | undefined> => {
    await openPalette(page, timeout);
    // The palette looks at what commands there are each time the text changes, and at no other time.
    const found = async (): Promise<true> => {
      await input.fill('>', { timeout: 1500 });
      await input.fill(`>${title}`, { timeout: 1500 });
      await row.waitFor({ timeout: 1500 });
      return true;
    };
    return found().catch(() => undefined);
  };
  await until(offered, () => `The palette shows no command "${title}".`, timeout);
  // By key: rows move under the mouse as more are found.
  const focused = rows.and(page.locator('.focused'));
  for (let down = 0; down < 20; down += 1) {
    if ((await focused.and(row).count()) > 0) break;
    await input.press('ArrowDown');
  }
  await focused.and(row).waitFor();
  await input.press('Enter');
}

/** Opens a file of the workspace by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: name }).first();
  const found = async (): Promise<true | undefined> => {
    await runCommand(page, 'Go to File...');
    await quickInput(page).fill(name);
    // VS Code answers from its last search while it makes a new one, and does not look again by itself.
    return row.waitFor({ timeout: 2000 }).then(
      () => true,
      () => undefined,
    );
  };
  await until(found, () => `${name} is not found.`, 20_000);
  // By key: rows move under the mouse as more files are found; the one that is named so stays the first.
  await page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tabs-container .tab.active').filter({ hasText: name }).waitFor();
}

/** The text field of the palette, of a QuickPick or of an InputBox. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible .quick-input-box input');
}

/** Answers an InputBox whose title, prompt or placeholder contains `shown`. */
export async function answerInput(page: Page, shown: string | RegExp, text: string): Promise<void> {
  const input = quickInput(page);
  await quickInputShowing(page, shown).waitFor();
  await input.fill(text);
  await input.press('Enter');
}

/**
 * Answers VS Code's own file dialog. It opens with a path in it and writes over what is typed until it has looked at the folder;
 * then it lists what is there, the folder above at least.
 */
export async function answerFileDialog(page: Page, title: string, file: string): Promise<void> {
  const box = page.locator('.quick-input-widget:visible').filter({ hasText: title });
  const path = box.locator('.quick-input-box input');
  await box.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await box.locator('.quick-input-progress.active').waitFor({ state: 'detached' });
  await path.fill(file);
  await box.locator('.quick-input-progress.active').waitFor({ state: 'detached' });
  assert.equal(await path.inputValue(), file);
  await path.press('Enter');
  // The next question of the same title may stand in its place before anybody sees it closed.
  const closed = async (): Promise<true | undefined> => {
    const left = await path.inputValue({ timeout: 500 }).catch(() => '');
    return left.includes('/') ? undefined : true;
  };
  await until(closed, () => `The dialog "${title}" did not close.`, 15_000);
}

/** Chooses the entry of a QuickPick whose label contains `label`. */
export async function pick(page: Page, label: string | RegExp): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: label }).first();
  await row.waitFor();
  // Where it stood since the question before, VS Code would show the hint of a row under it, which may lie over this one.
  await page.mouse.move(1, 1);
  await row.click();
}

/** The palette, a QuickPick or an InputBox whose title, prompt or placeholder contains `shown`. */
export function quickInputShowing(page: Page, shown: string | RegExp): Locator {
  const widget = page.locator('.quick-input-widget:visible');
  return widget
    .filter({ hasText: shown })
    .or(widget.filter({ has: page.getByPlaceholder(shown) }))
    .first();
}

/** A notification toast that contains `text`. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text }).first();
}

/** The modal dialog, once one is open. */
export async function modal(page: Page, timeout = 15_000): Promise<Locator> {
  const box = page.locator('.monaco-dialog-box');
  await box.waitFor({ timeout });
  return box;
}

/** As long as somebody needs to read a dialog: what sends or erases is asked about again where it is pressed sooner (src/ui/asking/pressedUnread.ts). */
export const readingMs = 800;

/** What buttons say that send or erase. */
const counts =
  /^\^?(?:Send|Wait and Send|Lift|Start Batch|Resume|Keep Document|Erase|Only the Same|Remove|Forget|Reset|Replace)/;

/** Reads the open modal dialog, presses a button of it and waits until it is gone. */
export async function answerModal(page: Page, button: string | RegExp): Promise<void> {
  const box = await modal(page);
  if (counts.test(typeof button === 'string' ? button : button.source)) await page.waitForTimeout(readingMs);
  await box.getByRole('button', { name: button }).click();
  await box.waitFor({ state: 'hidden' });
}

/** The page inside the webview that is in view (VS Code nests two frames). Waits until it has a body. */
export async function webview(page: Page, timeout = 30_000): Promise<FrameLocator> {
  const outer = page.locator('iframe.webview.ready:visible').last();
  await outer.waitFor({ timeout });
  const inner = outer.contentFrame().locator('iframe#active-frame');
  await inner.waitFor({ timeout });
  const frame = inner.contentFrame();
  await frame.locator('body').waitFor({ timeout });
  return frame;
}

/** Shows a view container of the activity bar. */
export async function openContainer(page: Page, title: string): Promise<void> {
  const tab = page.locator('.part.activitybar').getByRole('tab', { name: title }).first();
  const shown = page.locator('.part.sidebar .composite.title').filter({ hasText: title });
  const open = async (): Promise<true | undefined> => {
    if (await shown.isVisible()) return true;
    // A press on the tab of what is shown hides it: what is being shown already is waited for.
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    return shown.waitFor({ timeout: 3000 }).then(
      () => true,
      () => undefined,
    );
  };
  await until(open, () => `${title} is not shown.`, 30_000);
}

export function treeItem(page: Page, name: string | RegExp): Locator {
  return page.locator('.part.sidebar').getByRole('treeitem', { name }).first();
}

/** A status bar entry by its text. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }).first();
}

/** Takes a picture of the whole window. Returns the file. */
export async function screenshot(page: Page, file: string): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  return file;
}
