import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/processes.ts';
import { pagesLoaded } from '../../support/workbench.ts';

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
 * front and is still being drawn: then it is opened again, as a person would. Nothing was chosen in it.
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
    const heard = page.evaluate<boolean>(heardByMenu);
    await page.keyboard.press('Enter');
    return (await heard) || undefined;
  };
  await until(choose, () => `The menu with "${entry}" does not stay open.`, 30_000);
  await item.waitFor({ state: 'detached' });
  await shown?.waitFor();
}

/** Whether the next key goes to a menu. */
const heardByMenu = `new Promise((resolve) => {
  const isMenu = (one) => one instanceof Element && one.classList.contains('monaco-menu');
  const hear = (event) => resolve(event.composedPath().some(isMenu));
  addEventListener('keydown', hear, { capture: true, once: true });
  setTimeout(resolve, 1000, false);
})`;
