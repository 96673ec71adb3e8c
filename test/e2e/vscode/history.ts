import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/processes.ts';

/** The rows of Order History that are in view, top to bottom, as a screen reader says them; without groups and ages. */
export async function orderRows(page: Page): Promise<string[]> {
  const rows = historyRows(page);
  const labels = await rows.evaluateAll((elements) =>
    elements
      .map((element) => ({
        at: element.getBoundingClientRect().top,
        label: element.getAttribute('aria-label') ?? '',
      }))
      .sort((a, b) => a.at - b.at)
      .map(({ label }) => label),
  );
  return labels
    .filter((label) => label.includes(', '))
    .map((label) => label.replace(/, (now|\d+ min|\d+ h)$/, ''));
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

/** Chooses an entry of an order's context menu. */
export async function chooseFromMenu(page: Page, row: Locator, entry: string): Promise<void> {
  await row.click({ button: 'right' });
  const item = page.locator('.monaco-menu').getByRole('menuitem', { name: entry, exact: true });
  await item.waitFor();
  // A menu that has just opened takes a click for the end of the one that opened it, and ignores it.
  const chosen = async (): Promise<true | undefined> => {
    if (!(await item.isVisible())) return true;
    await item.click({ timeout: 1000 }).catch(() => undefined);
    return undefined;
  };
  await until(chosen, () => `The menu did not close on "${entry}".`, 10_000);
}
