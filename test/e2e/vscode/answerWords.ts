import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import {
  answerInput,
  notification,
  openFile,
  pick,
  runCommand,
  screenshot,
} from '../../support/workbench.ts';
import { findInFiles } from './leaks.ts';
import type { Session } from './session.ts';

const key = 'vx-QUIRKPASTED-77aa-0f7e91c3';

/** A word of the text in the editor that has the focus. */
function word(page: Page, text: string): Locator {
  return page.locator('.editor-instance .view-line span > span').filter({ hasText: text }).first();
}

/** By keys: a pointer that stands still shows none. */
async function showHover(page: Page, text: string): Promise<void> {
  await word(page, text).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+i');
}

async function shot(page: Page, name: string): Promise<void> {
  await screenshot(page, join(outFolder, 'e2e', `${name}.png`));
}

/**
 * What editors say of an answer and of a key in a file. Its last scenario ends the session and looks through what is left of it.
 */
export function answerWords(session: Session): void {
  const { scenario } = session;
  scenario('one operation is looked up from the palette, and its answer explains itself', async (page) => {
    await runCommand(page, 'Verification: Look Up RC Details Advanced…');
    await answerInput(page, 'Enter sends.', 'XX00NR0422');
    await notification(page, 'No record found').waitFor();
    await runCommand(page, 'Verification: Open Answer as JSON');
    await pick(page, 'NO_RECORD_FOUND');
    await showHover(page, 'NO_RECORD_FOUND');
    const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'NO_RECORD_FOUND' });
    await hover.waitFor();
    assert.match(await hover.innerText(), /No record found · NO_RECORD_FOUND · billed/);
    assert.match(await hover.innerText(), /The same input would be billed again\./);
    await shot(page, 'answer-hover');
  });

  scenario('a copy of the answer offers the codes', async (page) => {
    await page.getByRole('button', { name: 'Edit a Copy of the Answer' }).first().click();
    await page.getByRole('tab', { name: /Untitled-1/ }).waitFor();
    await word(page, 'NO_RECORD_FOUND').dblclick();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Space');
    const list = page.locator('.suggest-widget:visible');
    await list.getByText('PROVIDER_NO_RESPONSE').first().waitFor();
    await shot(page, 'answer-codes');
    await page.keyboard.type('RATE');
    await list.locator('.monaco-list-row.focused').filter({ hasText: 'RATE_LIMITED' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.view-line').filter({ hasText: '"message_code": "RATE_LIMITED",' }).first().waitFor();
  });

  scenario('a live key in a file is pointed at, and the fix takes it out', async (page) => {
    await runCommand(page, 'Verification: Add Environment…');
    await answerInput(page, 'Name of the live environment', 'quirk-pasted');
    await answerInput(page, 'Base URL', 'https://quirk.example.invalid');
    await answerInput(page, 'API key for quirk-pasted', key);
    await notification(page, 'The key for quirk-pasted is kept').waitFor();
    // In a language that nobody else here speaks: another extension that learns of a file closes the menu of fixes.
    const file = join(session.home.workspace, 'call.py');
    writeFileSync(file, `h["authorization"] = \\\n  'Bearer ${key}'\n`);
    await openFile(page, 'call.py');
    await page.locator('.editor-instance .squiggly-warning').first().waitFor();
    await showHover(page, key.slice(3, 14));
    const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'can be read here' });
    await hover.waitFor();
    assert.match(await hover.innerText(), /The API key of environment quirk-pasted can be read here\./);
    await shot(page, 'pasted-key');
    await page.keyboard.press('Escape');
    const fix = page.getByText('Replace with the environment variable VERIFICATION_API_KEY').first();
    // What another extension still finds in the file closes the menu; opening it changes nothing.
    const offered = async (): Promise<true | undefined> => {
      await word(page, key.slice(3, 14)).click();
      await page.keyboard.press('Control+.');
      const shown = fix.waitFor({ timeout: 3000 });
      return shown.then(
        () => true,
        () => undefined,
      );
    };
    await until(offered, () => 'No fix is offered.', 30_000);
    await shot(page, 'pasted-key-fix');
    await page.keyboard.press('Enter');
    await page.locator('.view-line').filter({ hasText: 'os.environ' }).first().waitFor();
    await page.locator('.editor-instance .squiggly-warning').waitFor({ state: 'detached' });
    await runCommand(page, 'File: Save');
    const wanted = `import os\nh["authorization"] = \\\n  'Bearer ' + os.environ["VERIFICATION_API_KEY"]\n`;
    const saved = async () => (readFileSync(file, 'utf8') === wanted ? true : undefined);
    await until(saved, () => `The file holds\n${readFileSync(file, 'utf8')}`, 10_000);
  });

  scenario('nothing of the key is left anywhere once it was taken out', async () => {
    await session.end();
    assert.deepEqual(findInFiles(session.home.folder, [key]), []);
  });
}
