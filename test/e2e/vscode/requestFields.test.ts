import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  openContainer,
  pick,
  quickInput,
  quickInputShowing,
  readingMs,
  screenshot,
  treeItem,
} from '../../support/workbench.ts';
import { answerWords } from './answerWords.ts';
import { answerWith, container, field, openForm, pageOf, sendButton } from './form.ts';
import { chooseFromMenu } from './history.ts';
import { startSession } from './session.ts';

const session = await startSession();
after(() => session.close());
const { scenario } = session;

const rc = 'RC Details Advanced';

/** As a user does it: the row's menu, the text of settings.json replaced, saved. */
async function correct(page: Page, fields: readonly unknown[]): Promise<void> {
  const editor = page.locator('.editor-instance .view-lines').filter({ hasText: 'requestFields' });
  await chooseFromMenu(page, treeItem(page, /^RC Details Advanced\./), 'Edit Request Fields…', editor);
  const whole = JSON.stringify(
    { ...(await session.settings()), 'verificationExplorer.requestFields': { 'rc-advanced': fields } },
    null,
    2,
  );
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(whole)})`);
  await editor.click();
  await picture(page, 'fields-settings');
  for (const keys of ['Control+A', 'Control+V', 'Control+S']) await page.keyboard.press(keys);
  await until(
    // The file may be read while it is being written.
    () =>
      readFileSync(join(session.home.userData, 'User/settings.json'), 'utf8') === whole ? true : undefined,
    () => 'settings.json was not saved.',
    10_000,
  );
  // The settings stand in an editor over the others.
  await page.keyboard.press('Escape');
}

async function picture(page: Page, name: string): Promise<void> {
  await screenshot(page, join(outFolder, `${name}.png`));
}

async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await quickInput(page).waitFor();
  await page.keyboard.type(title);
  await page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: title }).waitFor();
  await page.keyboard.press('Enter');
}

scenario(
  'fields corrected in settings.json: the open form follows, keeps what was typed, and sends them',
  async (page) => {
    const frame = await openForm(page, rc);
    await field(frame, 'Registration number').fill('XX00NR0422');
    await frame.getByText('Assumed field names', { exact: true }).waitFor();
    await correct(page, [
      {
        name: 'reg',
        in: ['vehicle'],
        label: 'Plate',
        required: true,
        check: 'registration',
        confirmed: true,
      },
      { name: 'year', in: ['vehicle'], label: 'Year', type: 'number' },
      { name: 'consent', label: 'Consent', type: 'boolean', required: true, default: true },
    ]);
    const plate = field(frame, 'Plate');
    await plate.waitFor();
    await reads(plate, 'XX00NR0422');
    await frame.getByText('Assumed field names: vehicle.year, consent', { exact: true }).waitFor();
    await field(frame, 'Year').fill('12345678901234567890');
    await picture(page, 'fields-corrected');
    await sendButton(frame).click();
    await answerWith(frame, 'NO_RECORD_FOUND');
    await frame.getByRole('tab', { name: 'JSON', exact: true }).click();
    assert.equal(
      await frame.getByRole('textbox', { name: 'JSON body' }).inputValue(),
      '{\n  "vehicle": {\n    "reg": "XX00NR0422",\n    "year": 12345678901234567890\n  },\n  "consent": true\n}',
    );
    await frame.getByRole('tab', { name: 'Form', exact: true }).click();
    await reads(field(frame, 'Year'), '12345678901234567890');
  },
);

scenario('quick lookup asks for the corrected fields', async (page) => {
  await command(page, 'Verification: Look Up…');
  const asked = (words: string) =>
    page.locator('.quick-input-widget:visible').filter({ hasText: words }).waitFor();
  await asked('Look Up · Sandbox');
  await page.keyboard.type('RC');
  await page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: rc }).waitFor();
  await page.keyboard.press('Enter');
  await asked(`${rc}: Plate`);
  await page.keyboard.type('XX00OK0200');
  await page.getByRole('button', { name: 'Continue With Optional Fields' }).click();
  await asked('Year (2/3)');
  await page.keyboard.type('20x0');
  await asked('not a JSON number');
  await picture(page, 'fields-lookup');
  await page.keyboard.press('Escape');
});

scenario('a cURL command from the clipboard fills the form; its key and values are nowhere', async (page) => {
  await openContainer(page, container);
  await page.evaluate(
    `navigator.clipboard.writeText(${JSON.stringify(
      `curl 'https://api.example.invalid/api/v1/aadhaar/aadhaar_pan_link_check' \\\n -H 'Authorization: Bearer sk_live_4711' \\\n` +
        ` --data-raw '{"person":{"uid":"0000 1111 2222","pan":"ZZZXZ9999Z"},"consent":true}'`,
    )})`,
  );
  const source = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'from the clipboard' });
  await chooseFromMenu(page, treeItem(page, /^Aadhaar PAN Link Check\./), 'Import Request Fields…', source);
  await source.click();
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'person.uid' }).waitFor();
  await picture(page, 'fields-preview');
  await page.keyboard.press('Enter');
  const written = await until(
    async () => {
      const text = JSON.stringify((await session.settings())['verificationExplorer.requestFields'] ?? null);
      return text.includes('aadhaar-pan-link') ? text : undefined;
    },
    () => 'The import did not reach settings.json.',
    10_000,
  );
  assert.doesNotMatch(written, /sk_live|4711|1111|ZZZXZ/);
  assert.match(written, /rc-advanced/);
  await treeItem(page, /^Aadhaar PAN Link Check\./).click();
  const frame = await pageOf(page, 'Aadhaar PAN Link Check');
  await field(frame, 'Aadhaar number').or(field(frame, 'uid')).fill('12');
  await frame.getByText('An Aadhaar number has 12 digits').waitFor();
});

scenario(
  'an OpenAPI file of two operations is taken over in one run, each after its preview',
  async (page) => {
    const kind = { type: 'string', enum: ['MOBILE', 'PAN'] };
    const schemas = {
      '/api/v1/credit-report/fetch': { number: { type: 'string' }, fetch_by: kind },
      '/api/v1/rc/advanced': { rc_number: { type: 'string' }, level: { enum: [1, 2] } },
    };
    const described = Object.entries(schemas).map(([path, properties]) => {
      const schema = { type: 'object', required: Object.keys(properties).slice(0, 2), properties };
      return [path, { post: { requestBody: { content: { 'application/json': { schema } } } } }];
    });
    const file = join(session.home.workspace, 'described.json');
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(described) }));
    await command(page, 'Verification: Import Request Fields…');
    await pick(page, 'OpenAPI file…');
    await until(
      async () => ((await quickInput(page).inputValue()).startsWith('/') ? true : undefined),
      () => 'No file is asked for.',
      10_000,
    );
    const several = quickInputShowing(page, 'Operations the fields are taken over for');
    // The dialog may still read its folder, and forgets what was typed meanwhile.
    const opened = async (): Promise<true | undefined> => {
      await quickInput(page).fill(file);
      await quickInput(page).press('Enter');
      return several.waitFor({ timeout: 4000 }).then(
        () => true,
        () => undefined,
      );
    };
    await until(opened, () => 'The file is not opened.', 20_000);
    await picture(page, 'fields-several');
    await page.keyboard.press('Enter');
    await quickInputShowing(page, 'Credit Report (1/2)').waitFor();
    await picture(page, 'fields-several-first');
    await page.keyboard.press('Enter');
    await quickInputShowing(page, `${rc} (2/2)`).waitFor();
    await page.keyboard.press('Enter');
    // The ones of before stay where the question is not answered.
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await until(
      async () =>
        JSON.stringify(await session.settings()).includes('"choices":["MOBILE","PAN"]') ? true : undefined,
      () => 'The import did not reach settings.json.',
      10_000,
    );
    assert.match(JSON.stringify(await session.settings()), /"reg"/);
  },
);

scenario('a form lists the choices that were imported', async (page) => {
  const frame = await openForm(page, 'Credit Report');
  const list = frame.getByRole('combobox', { name: 'Kind of identifier', exact: true });
  await list.selectOption('PAN');
  await picture(page, 'fields-choices');
});

scenario('the fields go back to what is assumed when asked', async (page) => {
  await openContainer(page, container);
  const reset = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Reset', exact: true });
  await chooseFromMenu(page, treeItem(page, /^RC Details Advanced\./), 'Reset Request Fields…', reset);
  await page.waitForTimeout(readingMs);
  await reset.click();
  await until(
    async () => (JSON.stringify(await session.settings()).includes('"reg"') ? undefined : true),
    () => 'The fields are still in settings.json.',
    10_000,
  );
  const frame = await openForm(page, rc);
  await field(frame, 'Registration number').waitFor();
});

answerWords(session);
