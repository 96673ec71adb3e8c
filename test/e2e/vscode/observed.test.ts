import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { outFolder, root } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import {
  answerFileDialog,
  answerInput,
  answerModal,
  notification,
  openContainer,
  openFile,
  pick,
  quickInput,
  quickInputShowing,
  runCommand,
  screenshot,
  statusBarItem,
  treeItem,
  webview,
} from '../../support/workbench.ts';
import { answerWith, container, field, openForm, sendButton } from './form.ts';
import { orderRows, topOrder } from './history.ts';
import { startLiveService } from './service.ts';
import { startSession } from './session.ts';

const live = 'shape-live';
const rc = 'RC Details Advanced';
const service = await startLiveService([], 'SHAPEOWNER VON NIEMAND');
const session = await startSession({
  'verificationExplorer.environments': [
    { name: live, baseUrl: service.url, kind: 'live', limits: { 'rc-advanced': { perMinute: 1000 } } },
  ],
  'verificationExplorer.confirmLiveCalls': 'oncePerSession',
  'verificationExplorer.batchConcurrency': 4,
}).catch(async (error: unknown) => {
  await service.close();
  throw error;
});
after(async () => {
  await session.close();
  await service.close();
});
const { scenario } = session;

/** Too little evidence is never called drift: so many different inputs are enough. */
const inputs = 102;
const plates = Array.from({ length: inputs }, (_, index) => `XX00AA${1000 + index}`);
const odd = 'XX00ZZ7777';
const workspaceFile = (name: string): string => join(session.home.workspace, name);

async function picture(page: Page, name: string): Promise<void> {
  await screenshot(page, join(outFolder, 'observed', `${name}.png`));
}

/** As the tree of VS Code shows it: its arrow unfolds a row that a click opens. */
async function unfold(page: Page, name: RegExp): Promise<void> {
  const row = treeItem(page, name);
  await row.waitFor();
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
}

scenario(
  'from an empty history: a batch teaches what a lookup takes and answers, and the tree shows it',
  async (page) => {
    writeFileSync(workspaceFile('cars.csv'), `rc_number\n${plates.join('\n')}\n`);
    await openContainer(page, container);
    await statusBarItem(page, /^\s*Sandbox\s*$/).click();
    await pick(page, live);
    await runCommand(page, 'Verification: Set API Key…');
    await answerInput(page, `API key for ${live}`, 'sandbox-key-unlimited');
    await notification(page, `The key for ${live} is kept`).waitFor();
    assert.equal(await treeItem(page, /^RC Details Advanced\./).getAttribute('aria-expanded'), null);
    await openFile(page, 'cars.csv');
    await runCommand(page, 'Verification: Run Batch…');
    const review = await webview(page);
    await review.getByRole('heading', { level: 2, name: 'Rows' }).waitFor();
    await review.getByRole('checkbox', { name: 'Send all: Look wrong' }).check();
    await review.getByRole('button', { name: 'Start batch…', disabled: false }).press('Enter');
    await answerModal(page, 'Start Batch');
    await notification(page, `Batch of cars.csv ended · answered: ${inputs}`).waitFor({ timeout: 120_000 });
    const [first = 0, last = 0] = [service.arrivals[0], service.arrivals.at(-1)];
    console.log(`The calls of the batch left within ${last - first} ms.`);
    await openContainer(page, container);
    await unfold(page, /^RC Details Advanced\./);
    await unfold(page, /^Observed: RC Details Advanced, shape-live/);
    await treeItem(page, `OK, ${inputs} inputs`).click();
    await page.locator('.tabs-container .tab.active').filter({ hasText: 'RC OK' }).waitFor();
    // What stands there is said by test/unit; here, that it is text in an editor.
    await page
      .locator('.editor-instance .view-lines')
      .filter({ hasText: `${inputs} inputs` })
      .first()
      .waitFor();
    await picture(page, 'document');
  },
);

scenario('the form says what worked, and one press makes it a confirmed request field', async (page) => {
  const frame = await openForm(page, rc);
  await frame.getByText(`worked for ${inputs} inputs`).waitFor();
  await picture(page, 'field');
  await frame.getByRole('button', { name: 'Confirm Registration number as a request field' }).click();
  const saved = await until(
    async () => (await session.settings())['verificationExplorer.requestFields'],
    () => 'The field did not reach settings.json.',
    10_000,
  );
  const [confirmed] = (saved as Record<string, readonly Record<string, unknown>[]>)['rc-advanced'] ?? [];
  assert.deepEqual([confirmed?.name, confirmed?.confirmed], ['rc_number', true]);
  await frame.getByRole('button', { name: /^Confirm/ }).waitFor({ state: 'detached' });
});

scenario('an answer that departs says so, and Order History finds it', async (page) => {
  const answered = {
    ...{ status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'Verified' },
    ...{ message_code: 'OK', order_id: 'ORD-ODD-1' },
    data: { order_id: 'ORD-ODD-1', error_code: '', result: { rc_number: odd, financed: 'perhaps' } },
  };
  service.scripts.set(odd, { body: JSON.stringify(answered) });
  const frame = await openForm(page, rc);
  await field(frame, 'Registration number').fill(odd);
  await sendButton(frame).click();
  await answerModal(page, 'Send');
  const answer = await answerWith(frame, 'OK');
  assert.equal(await answer.getAttribute('data-drift'), 'breaking');
  await frame.getByText(/departures from what was learned/).click();
  const said = await frame.locator('.drifts li').allInnerTexts();
  assert.ok(
    said.some((one) => /data\.result\.financed\s+text, previously only boolean/.test(one)),
    said.join('\n'),
  );
  assert.ok(
    said.some((one) => one.includes(`always there in ${inputs} inputs`)),
    said.join('\n'),
  );
  await picture(page, 'drift');
  await topOrder(page, /departs from what was learned: breaking/);
  await runCommand(page, 'Verification: Filter Order History…');
  await quickInputShowing(page, 'Filter Order History').waitFor();
  await quickInput(page).fill('Departs');
  const choice = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Departs from' });
  await choice.first().click();
  await quickInput(page).fill('');
  await quickInput(page).press('Enter');
  await until(
    async () => ((await orderRows(page)).length === 1 ? true : undefined),
    () => 'The filter does not show the one order.',
    10_000,
  );
  await picture(page, 'filtered');
});

scenario('what was learned is exported as TypeScript that compiles', async (page) => {
  await runCommand(page, 'Verification: Export Observed Shapes…');
  await pick(page, 'TypeScript');
  await pick(page, 'Save to a file…');
  const file = workspaceFile('observed.ts');
  await answerFileDialog(page, 'Export Observed Shapes', file);
  await notification(page, 'Saved to').waitFor();
  const text = readFileSync(file, 'utf8');
  assert.match(text, /financed/);
  for (const plate of [plates[0] ?? '', odd, 'NIEMAND']) assert.equal(text.includes(plate), false, plate);
  const tsc = join(root, 'node_modules/.bin/tsc');
  const compiled = spawnSync(tsc, ['--noEmit', '--strict', '--target', 'es2022', '--ignoreConfig', file], {
    cwd: session.home.workspace,
    encoding: 'utf8',
  });
  assert.equal(compiled.stdout, '');
  assert.equal(compiled.status, 0, compiled.stderr);
});
