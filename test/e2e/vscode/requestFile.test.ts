// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { delay, until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import { answerInput, openFile, pick, quickInput, runCommand, screenshot } from '../../support/workbench.ts';
import { answerWith, field, openForm, pageOf, pressButton } from './form.ts';
import { anOrder, chooseFromMenu, ordersAre } from './history.ts';
import { startSession } from './session.ts';

const session = await startSession(
  { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' },
  { workspaceTrust: true },
);
after(() => session.close());
const { scenario } = session;

const rc = 'RC Details Advanced';
const file = join(session.home.workspace, 'rc-advanced.verify.json');

function picture(page: Page, name: string): Promise<string> {
  return screenshot(page, join(outFolder, 'e2e/requestFile', `${name}.png`));
}

/** A code lens above the first line. */
function lens(page: Page, title: string | RegExp): Locator {
  return page.locator('.editor-instance .codelens-decoration a').filter({ hasText: title });
}

/**
 * Presses a code lens once VS Code has left it alone: it makes them anew after each change, and a press on one that is being
 * replaced reaches nothing.
 */
async function pressLens(page: Page, title: string): Promise<void> {
  const found = lens(page, title).first();
  const settled = async (): Promise<true | undefined> => {
    await found.evaluate((element) => element.setAttribute('data-seen', 'yes'));
    await delay(600);
    return (await found.getAttribute('data-seen')) === 'yes' ? true : undefined;
  };
  await until(settled, () => `The lens "${title}" is made anew again and again.`, 15_000);
  await found.click();
}

/** In the tab beside the file. */
async function answerBeside(page: Page, code: string): Promise<void> {
  await answerWith(await pageOf(page, rc), code);
}

/** The name of the file that has the focus, as a screen reader says it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    `document.activeElement.closest('.editor-instance')?.getAttribute('aria-label') ?? ''`,
  );
}

/** Waits until the dialog for a file's name proposes one. */
async function proposed(page: Page, name: string): Promise<void> {
  let shown = '';
  const ask = async (): Promise<true | undefined> => {
    shown = await quickInput(page).inputValue();
    return shown.endsWith(`/${name}`) ? true : undefined;
  };
  await until(ask, () => `The dialog proposes ${shown}, not ${name}.`, 15_000);
}

scenario('a request file of an untrusted folder is read, and sent from a form only', async (page) => {
  const name = 'of-a-stranger.verify.json';
  const body = { rc_number: 'XX00NR0422' };
  writeFileSync(join(session.home.workspace, name), JSON.stringify({ operation: 'rc-advanced', body }));
  await openFile(page, name);
  const lenses = page.locator('.editor-instance .codelens-decoration');
  // VS Code draws lenses anew at any time: what they are in between is none of them.
  const all = await until(
    async () => {
      const texts = await lenses.locator('a').allInnerTexts();
      return texts.includes('Open in form') && texts.includes('Sandbox') ? texts : undefined;
    },
    () => 'The lenses do not come.',
    30_000,
  );
  assert.deepEqual(all.sort(), ['Open in form', 'Sandbox']);
  await picture(page, 'untrusted');
  // The palette does not offer what the folder's trust forbids; the key says why.
  await page.locator('.editor-instance .view-lines').getByText('rc_number').click();
  await page.keyboard.press('Control+Enter');
  const refusal = page.locator('.notification-list-item').filter({ hasText: 'untrusted workspace' }).first();
  await refusal.getByRole('button', { name: 'Open in form' }).click();
  await reads(field(await pageOf(page, rc), 'Registration number'), body.rc_number);
});

scenario('once the folder is trusted, the same file offers to send', async (page) => {
  await runCommand(page, 'Workspaces: Manage Workspace Trust');
  const over = page.locator('.monaco-modal-editor-block');
  await over.getByRole('button', { name: 'Trust', exact: true }).click();
  await over.getByRole('button', { name: 'Close Modal Editor' }).click();
  await over.waitFor({ state: 'hidden' });
  await page.locator('.tab').filter({ hasText: 'of-a-stranger' }).click();
  await lens(page, 'Send · sandbox, nothing is billed').waitFor();
  await picture(page, 'trusted');
  await runCommand(page, 'View: Close All Editors');
  rmSync(join(session.home.workspace, 'of-a-stranger.verify.json'));
});

scenario(
  'a form writes a request file, which asks for what is personal instead of holding it',
  async (page) => {
    const frame = await openForm(page, rc);
    await field(frame, 'Registration number').fill('XX00NR0422');
    await picture(page, 'form');
    await pressButton(frame, 'Save as request file…');
    await pick(page, 'With placeholders');
    await proposed(page, 'rc-advanced.verify.json');
    await quickInput(page).press('Enter');
    await lens(page, 'Send · sandbox, nothing is billed').waitFor();
    assert.equal(
      readFileSync(file, 'utf8'),
      '{\n  "operation": "rc-advanced",\n  "body": {\n    "rc_number": "${input:Registration number}"\n  }\n}\n',
    );
    await lens(page, 'Open in form').waitFor();
    await lens(page, /^Sandbox$/).waitFor();
    await picture(page, 'file');
  },
);

scenario('a field is completed from the schema, with the question for its value', async (page) => {
  await page.locator('.editor-instance .view-lines').getByText('rc_number').click();
  await page.keyboard.press('Control+Shift+K');
  await page.keyboard.press('Control+Shift+Enter');
  await page.keyboard.type('"');
  const row = page
    .locator('.suggest-widget.visible .monaco-list-row.focused')
    .filter({ hasText: 'rc_number' });
  await row.waitFor();
  await picture(page, 'completion');
  await page.keyboard.press('Enter');
  const line = page.locator('.editor-instance .view-line').filter({ hasText: 'rc_number' });
  await line.filter({ hasText: '${input:Registration' }).waitFor();
  assert.equal(
    (await line.innerText()).replace(/\s+/g, ' ').trim(),
    '"rc_number": "${input:Registration number}"',
  );
  await runCommand(page, 'File: Save');
  await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
});

scenario('its lens asks, sends and answers; a file given up at the question sends nothing', async (page) => {
  await pressLens(page, 'Send · sandbox');
  await quickInput(page).waitFor();
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  await pressLens(page, 'Send · sandbox');
  await answerInput(page, 'Registration number', 'XX00NR0422');
  await answerBeside(page, 'NO_RECORD_FOUND');
  await ordersAre(page, [`${rc}, negative, NO_RECORD_FOUND, billed, XX••••••22`]);
  await picture(page, 'sent');
});

scenario('changed on disk, it sends what stands there now', async (page) => {
  assert.ok(existsSync(file));
  writeFileSync(file, '{ "operation": "rc-advanced", "body": { "rc_number": "XX00OK0200" } }\n');
  await page.locator('.editor-instance .view-lines').getByText('XX00OK0200').waitFor();
  await pressLens(page, 'Send · sandbox');
  await answerBeside(page, 'OK');
  await ordersAre(page, [
    `${rc}, verified, OK, billed, XX••••••00`,
    `${rc}, negative, NO_RECORD_FOUND, billed, XX••••••22`,
  ]);
});

scenario(
  'an order is saved with its values where that is wanted, under a name that is mended',
  async (page) => {
    const row = await anOrder(page, /NO_RECORD_FOUND/);
    const choice = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'With the values' });
    await chooseFromMenu(page, row, 'Save as Request File…', choice);
    await choice.click();
    await pick(page, 'New file…');
    await proposed(page, 'rc-advanced.verify.json');
    await quickInput(page).fill(join(session.home.workspace, 'paid.json'));
    await quickInput(page).press('Enter');
    await proposed(page, 'paid.verify.json');
    await quickInput(page).press('Enter');
    await page.locator('.tab.active').filter({ hasText: 'paid.verify.json' }).waitFor();
    assert.equal(
      readFileSync(join(session.home.workspace, 'paid.verify.json'), 'utf8'),
      '{\n  "operation": "rc-advanced",\n  "body": {\n    "rc_number": "XX00NR0422"\n  }\n}\n',
    );
  },
);

scenario('another is added to the file that is there, which then holds two', async (page) => {
  const row = await anOrder(page, /verified, OK/);
  const choice = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'With the values' });
  await chooseFromMenu(page, row, 'Save as Request File…', choice);
  await choice.click();
  await pick(page, 'paid.verify.json');
  await answerInput(page, 'Name of the Request', 'found');
  await lens(page, 'Send').nth(1).waitFor();
  const written = (): string => readFileSync(join(session.home.workspace, 'paid.verify.json'), 'utf8');
  // The editor shows it a moment before it is saved.
  await until(
    () => written().includes('XX00OK0200') || undefined,
    () => `The request was not added: ${written()}`,
    15_000,
  );
  assert.deepEqual(JSON.parse(written()), {
    requests: [
      { operation: 'rc-advanced', body: { rc_number: 'XX00NR0422' } },
      { operation: 'rc-advanced', name: 'found', body: { rc_number: 'XX00OK0200' } },
    ],
  });
});

scenario(
  'one key sends the request the cursor is in; the answer comes beside, the focus stays',
  async (page) => {
    const line = (text: string): Locator =>
      page.locator('.editor-instance .view-line').filter({ hasText: text });
    const answers = page.locator('.tab').filter({ hasText: /^Order/ });
    await line('XX00OK0200').click();
    for (const [text, code] of [
      ['XX00OK0200', 'OK'],
      ['XX00NR0422', 'NO_RECORD_FOUND'],
    ] as const) {
      await line(text).click();
      await page.keyboard.press('Control+Enter');
      await answerBeside(page, code);
      assert.match(await focused(page), /paid\.verify\.json/);
      assert.equal(await answers.count(), 1);
    }
    await picture(page, 'two');
  },
);

scenario(
  'the body of a form is written in an editor; both show what is typed, also after a reload',
  async (page) => {
    await runCommand(page, 'View: Close All Editors');
    const frame = await openForm(page, rc);
    await frame.getByRole('tab', { name: 'JSON' }).click();
    await pressButton(frame, 'Edit in Editor');
    const editor = page.locator('.editor-instance .view-lines');
    await editor.getByText('rc_number').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ "rc": "XX00OK0200');
    await page.locator('.editor-instance .squiggly-warning').first().waitFor();
    const shows = async (wanted: string): Promise<void> => {
      const form = await pageOf(page, rc);
      let shown = '';
      const ask = async (): Promise<true | undefined> => {
        shown = await field(form, 'JSON body').inputValue();
        return shown === wanted ? true : undefined;
      };
      await until(ask, () => `The form shows ${shown}, not ${wanted}.`, 10_000);
    };
    await shows('{ "rc": "XX00OK0200"}');
    await picture(page, 'body');
    await session.reload([/rc-advanced\.json/, new RegExp(rc)]);
    await editor.getByText('XX00OK0200').waitFor({ timeout: 60_000 });
    await shows('{ "rc": "XX00OK0200"}');
    await editor.getByText('"rc"').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ "rc_number": "XX00NR0422');
    await shows('{ "rc_number": "XX00NR0422"}');
    await page.keyboard.press('Control+Enter');
    await answerWith(await pageOf(page, rc), 'NO_RECORD_FOUND');
    await page.locator('.tab').filter({ hasText: rc }).getByRole('button', { name: /Close/ }).click();
    await page.locator('.tab').filter({ hasText: 'rc-advanced.json' }).waitFor({ state: 'detached' });
  },
);
