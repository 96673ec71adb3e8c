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

/** Runs a command by the title that the palette shows ("Category: Title"). */
export async function runCommand(page: Page, title: string, timeout = 30_000): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first();
  const input = quickInput(page);
  const shown = async (): Promise<true | undefined> => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    // A key pressed while the focus moves from one editor to the next is lost.
    const isOpen = await input.waitFor({ timeout: 1500 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) return undefined;
    // It may have been the one that Escape was closing.
    const typed = await input.fill(`>${title}`, { timeout: 1500 }).then(
      () => true,
      () => false,
    );
    if (!typed) return undefined;
    // An open palette does not learn of commands that extensions bring later: it is opened again.
    return row.waitFor({ timeout: 1500 }).then(
      () => true,
      () => undefined,
    );
  };
  await until(shown, () => `The palette shows no command "${title}".`, timeout);
  await row.click();
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
 * Answers VS Code's own file dialog. It opens with a path in it and goes on writing over what is typed until it has looked at
 * the folder, so the path is typed until it stays.
 */
export async function answerFileDialog(page: Page, title: string, file: string): Promise<void> {
  const box = page.locator('.quick-input-widget:visible').filter({ hasText: title });
  const path = box.locator('.quick-input-box input');
  const opened = async (): Promise<true | undefined> =>
    (await path.isVisible()) && (await path.inputValue()).includes('/') ? true : undefined;
  await until(opened, () => `The dialog "${title}" did not open.`, 15_000);
  const stays = async (): Promise<true | undefined> => {
    if ((await path.inputValue()) !== file) await path.fill(file);
    await page.waitForTimeout(150);
    return (await path.inputValue()) === file ? true : undefined;
  };
  await until(stays, () => `The dialog "${title}" does not take the path.`, 15_000);
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

/** Presses a button of the open modal dialog and waits until it is gone. */
export async function answerModal(page: Page, button: string | RegExp): Promise<void> {
  const box = await modal(page);
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
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
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
