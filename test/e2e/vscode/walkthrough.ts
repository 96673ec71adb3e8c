import type { Page } from 'playwright-core';
import { runCommand } from '../../support/workbench.ts';

export async function openWalkthrough(page: Page): Promise<void> {
  await runCommand(page, 'Verification: Open Walkthrough');
  await page.getByText('From the first simulated answer').first().waitFor();
}

/** Titles of the steps, the finished ones with a tick. */
export async function steps(page: Page): Promise<string[]> {
  return page.locator('.getting-started-step').evaluateAll((all) =>
    all.map((step) => {
      const done = step.querySelector(
        '.getting-started-checkbox[aria-checked="true"], [aria-checked="true"]',
      );
      return `${done === null ? '' : '✓ '}${step.querySelector('.step-title')?.textContent ?? ''}`;
    }),
  );
}
