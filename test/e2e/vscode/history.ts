import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/processes.ts';
import { notification, pagesLoaded, runCommand } from '../../support/workbench.ts';

/** What stands in Order History, top to bottom, as a screen reader says it. */
async function labels(page: Page): Promise<string[]> {
  const rows = await historyRows(page).evaluateAll((elements) =>
    elements.map((element) => ({
      at: element.getBoundingClientRect().top,
      label: element.getAttribute('aria-label') ?? '',
    })),
  );
  return rows.sort((a, b) => a.at - b.at).map(({ label }) => label.trim());
}

/** The rows of Order History that are in view, top to bottom; without groups and ages. */
export async function orderRows(page: Page): Promise<string[]> {
  return (await labels(page))
    .filter((label) => label.includes(', '))
    .map((label) => label.replace(/, (now|\d+ min|\d+ h)(?=$|, simulated$)/, ''));
}

/** The headings of Order History that are in view, top to bottom. */
export async function orderGroups(page: Page): Promise<string[]> {
  return (await labels(page)).filter((label) => !label.includes(', '));
}

/** Waits until the topmost order reads so. */
export async function topOrder(page: Page, wanted: RegExp): Promise<string> {
  let seen: string[] = [];
  const ask = async (): Promise<string | undefined> => {
    seen = await orderRows(page);
    return seen[0] !== undefined && wanted.test(seen[0]) ? seen[0] : undefined;
  };
  return until(ask, () => `Order History does not begin with ${wanted}:\n${seen.join('\n')}`, 15_000);
}

/** Waits until some order in view reads so. */
export async function anOrder(page: Page, wanted: RegExp): Promise<Locator> {
  const row = historyRows(page)
    .and(page.getByRole('treeitem', { name: wanted }))
    .first();
  await row.waitFor();
  return row;
}

function historyRows(page: Page): Locator {
  const pane = page.locator('.part.sidebar .pane').filter({
    has: page.locator('.pane-header').filter({ hasText: 'Order History' }),
  });
  return pane.getByRole('treeitem');
}

/** Waits until the orders in view are these, top to bottom, each told by how its row begins. */
export async function ordersAre(page: Page, wanted: readonly string[]): Promise<void> {
  let seen: string[] = [];
  const ask = async (): Promise<true | undefined> => {
    seen = await orderRows(page);
    const alike =
      seen.length === wanted.length && wanted.every((words, index) => seen[index]?.startsWith(words));
    return alike ? true : undefined;
  };
  const explain = () => `Order History shows\n${seen.join('\n')}\nand not\n${wanted.join('\n')}`;
  await until(ask, explain, 15_000);
}

/**
 * Chooses an entry of the context menu of a row. Whatever takes the focus closes a menu, also an editor that has come to the
 * front and is still being drawn; and a tree that is drawn anew has no rows for a moment, which the extension says. Either way
 * nothing was done, and it is chosen again, as a person would.
 * @param shown what the entry shows
 */
export async function chooseFromMenu(
  page: Page,
  row: Locator,
  entry: string,
  shown?: Locator,
): Promise<void> {
  // Its name goes on with its key, where it has one.
  const title = page.locator('.action-label').getByText(entry, { exact: true });
  const item = page.getByRole('menuitem').filter({ has: title });
  const focused = page.locator('.monaco-menu .action-item.focused').filter({ has: item });
  const drawnAnew = notification(page, 'The list changed as you chose');
  const choose = async (): Promise<true | undefined> => {
    await pagesLoaded(page);
    await row.click({ button: 'right' });
    try {
      await item.hover({ timeout: 3000 });
      await focused.waitFor({ timeout: 3000 });
    } catch {
      return undefined;
    }
    // By key: a menu that has just opened takes a click for the end of the one that opened it, and ignores it.
    await page.evaluate(watchNextKey);
    await page.keyboard.press('Enter');
    if (!(await page.evaluate<boolean>('keyWentToMenu'))) return undefined;
    await item.waitFor({ state: 'detached' });
    if (shown === undefined) await page.waitForTimeout(300);
    else await shown.or(drawnAnew).first().waitFor();
    if (!(await drawnAnew.isVisible())) return true;
    await runCommand(page, 'Notifications: Clear All Notifications');
    await drawnAnew.waitFor({ state: 'detached' });
    return undefined;
  };
  await until(choose, () => `"${entry}" cannot be chosen.`, 30_000);
}

/** Notes whether the next key goes to a menu; none does until it is pressed. */
const watchNextKey = `{
  const isMenu = (one) => one instanceof Element && one.classList.contains('monaco-menu');
  const hear = (event) => { keyWentToMenu = event.composedPath().some(isMenu); };
  globalThis.keyWentToMenu = false;
  addEventListener('keydown', hear, { capture: true, once: true });
}`;

/** The title of a view, with its buttons, which are there while the mouse is over it. */
export async function titleOfView(page: Page, view: string): Promise<Locator> {
  const header = page.locator('.part.sidebar .pane-header').filter({ hasText: view });
  await header.hover();
  return header;
}

/** Chooses what stands behind the three dots in the title of a view. */
export async function chooseOfView(page: Page, view: string, entry: string): Promise<void> {
  const header = await titleOfView(page, view);
  const item = page.getByRole('menuitem', { name: entry, exact: true });
  const chosen = async (): Promise<true | undefined> => {
    await header.getByRole('button', { name: /More Actions/ }).click();
    try {
      await item.hover({ timeout: 3000 });
    } catch {
      return undefined;
    }
    await page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
    return true;
  };
  await until(chosen, () => `"${entry}" of ${view} cannot be chosen.`, 30_000);
}
