// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import {
  answerInput,
  notification,
  pick,
  quickInput,
  runCommand,
  screenshot,
} from '../../support/workbench.ts';
import { field, openForm, pressButton } from './form.ts';
import { ordersAre } from './history.ts';
import { startSession } from './session.ts';

const session = await startSession();
after(() => session.close());
const { scenario } = session;

const rc = 'RC Details Advanced';
const file = join(session.home.workspace, 'rc-advanced.verify.json');

function picture(page: Page, name: string): Promise<string> {
  return screenshot(page, join(outFolder, 'e2e/requestFile', `${name}.png`));
}

/** A code lens above the first line. */
function lens(page: Page, title: string): Locator {
  return page.locator('.editor-instance .codelens-decoration a').filter({ hasText: title });
}

scenario(
  'a form writes a request file, which asks for what is personal instead of holding it',
  async (page) => {
    const frame = await openForm(page, rc);
    await field(frame, 'Registration number').fill('XX00NR0422');
    await picture(page, 'form');
    await pressButton(frame, 'Save as request file…');
    await pick(page, 'With placeholders');
    const name = quickInput(page);
    await until(
      async () => ((await name.inputValue()).endsWith('rc-advanced.verify.json') ? true : undefined),
      () => 'The dialog proposes no name.',
      15_000,
    );
    await name.press('Enter');
    await lens(page, 'Send · sandbox, nothing is billed').waitFor();
    assert.equal(
      readFileSync(file, 'utf8'),
      '{\n  "operation": "rc-advanced",\n  "body": {\n    "rc_number": "${input:Registration number}"\n  }\n}\n',
    );
    await lens(page, 'Open in form').waitFor();
    await lens(page, 'Sandbox').waitFor();
    await picture(page, 'file');
  },
);

scenario('a field is completed from the schema', async (page) => {
  await page.locator('.editor-instance .view-lines').getByText('"body"').click();
  await page.keyboard.press('End');
  await page.keyboard.type('\n"');
  const widget = page.locator('.suggest-widget.visible');
  await widget.getByText('rc_number').first().waitFor();
  await picture(page, 'completion');
  await page.keyboard.press('Escape');
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Control+z');
  await runCommand(page, 'File: Revert File');
});

scenario('its lens asks, sends and answers; a file given up at the question sends nothing', async (page) => {
  await lens(page, 'Send · sandbox').click();
  await quickInput(page).waitFor();
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await lens(page, 'Send · sandbox').click();
  await answerInput(page, 'Registration number (1/1)', 'XX00NR0422');
  await notification(page, `${rc}: No record found`).waitFor();
  await ordersAre(page, [`${rc}, negative, NO_RECORD_FOUND, billed, XX••••••22`]);
  await picture(page, 'sent');
});

scenario('changed on disk, it sends what stands there now', async (page) => {
  assert.ok(existsSync(file));
  writeFileSync(file, '{ "operation": "rc-advanced", "body": { "rc_number": "XX00OK0200" } }\n');
  await page.locator('.editor-instance .view-lines').getByText('XX00OK0200').waitFor();
  await lens(page, 'Send · sandbox').click();
  await notification(page, `${rc}: Verified`).waitFor();
  await ordersAre(page, [
    `${rc}, verified, OK, billed, XX••••••00`,
    `${rc}, negative, NO_RECORD_FOUND, billed, XX••••••22`,
  ]);
});
