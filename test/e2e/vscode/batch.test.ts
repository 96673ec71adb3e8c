import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import {
  answerModal,
  notification,
  openFile,
  pick,
  runCommand,
  screenshot,
  statusBarItem,
  webview,
} from '../../support/workbench.ts';
import {
  asked,
  becomeLive,
  counter,
  emails,
  live,
  planBatch,
  words as question,
  rc,
  resultLines,
  review,
  reviewFile,
  scenario,
  service,
  session,
  startReviewed,
  workspaceFile,
} from './batchBench.ts';
import { container } from './form.ts';
import { chooseFromMenu } from './history.ts';
import { keptByWindow } from './leaks.ts';

/** 50 rows: 46 that differ, three that repeat others, one that is no registration number. The service refuses one for its limit. */
const plates = [
  ...Array.from({ length: 20 }, (_, index) => `XX00AA${1000 + index}`),
  ...['xx00 aa-1003', 'XX00AA1005', 'XX00AA1000', 'NOTHING'],
  ...Array.from({ length: 24 }, (_, index) => `XX00BB${1000 + index}`),
  ...['XX00RL0429', 'XX00CC1000'],
];
const differentPlates = 47;

/** 200 addresses: 190 that differ and look right, six that repeat others, four that are none. */
const addresses = [
  ...Array.from({ length: 190 }, (_, index) => `nobody-${index}@example.invalid`),
  ...Array.from({ length: 6 }, (_, index) => `Nobody-${index * 3}@example.invalid`),
  ...['nobody', 'no body@example.invalid', '@example.invalid', 'nobody@'],
];

scenario('the service is made a live environment with a key', async (page) => {
  writeFileSync(workspaceFile('cars.csv'), `Reg. No.\n${plates.join('\n')}\n`);
  writeFileSync(
    workspaceFile('people.csv'),
    `\ufeff"E-mail";"note"\r\n${addresses.map((one) => `"${one}";x`).join('\r\n')}`,
  );
  await becomeLive(page);
});

scenario('200 e-mail addresses go in chunks, each address once, and are joined back', async (page) => {
  const frame = await reviewFile(page, 'people.csv', emails);
  // One of those that look wrong is corrected by keyboard, the others are sent all the same.
  await frame.getByRole('button', { name: 'Correct line 198' }).press('Enter');
  // The values come from the host. Not by Ctrl+A: VS Code selects all once more when the first letters have been typed.
  const typed = frame.locator('.editing input:focus');
  await typed.fill('mended@example.invalid');
  await typed.press('Enter');
  await frame.getByText('194 of 200 rows').or(frame.getByText('191 of 200 rows')).first().waitFor();
  await frame.getByRole('button', { name: 'Look wrong 3' }).waitFor();
  await frame.getByRole('checkbox', { name: 'Send all: Look wrong' }).check();
  await frame.getByText('194 of 200 rows').first().waitFor();
  await screenshot(page, join(outFolder, 'batch', 'review.png'));
  const words = await startReviewed(page, frame);
  await screenshot(page, join(outFolder, 'batch', 'question.png'));
  assert.match(
    words,
    /Send 194 rows of people\.csv to Bulk Email Validation\? Up to 11 calls can be billed\./,
  );
  assert.ok(words.includes(`Environment: ${live} (live), ${service.url}`), words);
  assert.match(words, /Left out, repeat other rows: 6/);
  assert.match(words, /Will be sent although they look wrong: 3/);
  await answerModal(page, 'Start Batch');
  await notification(page, 'Batch of people.csv ended · answered: 194 · left out: 6').waitFor({
    timeout: 60_000,
  });
  const { entries } = service.books();
  assert.equal(entries.length, 11);
  assert.equal(new Set(entries.map(({ inputHash }) => inputHash)).size, 11);
  const rows = resultLines('people-results.csv');
  assert.deepEqual(
    rows.map(({ row }) => Number(row)),
    addresses.map((_, index) => index + 1),
  );
  assert.equal(rows.filter(({ state, result_of }) => state === 'done' && result_of === 'row').length, 194);
  // The user's own columns stand first, also in rows that never left; each field of a result has its own.
  assert.deepEqual(Object.keys(rows[0] ?? {}).slice(0, 3), ['E-mail', 'note', 'row']);
  assert.ok(rows.every(({ note }) => note === 'x'));
  assert.ok(Object.keys(rows[0] ?? {}).some((name) => name.startsWith('result.')));
  const text = readFileSync(workspaceFile('people-results.csv'), 'utf8');
  assert.equal(
    addresses.some((one) => text.includes(one)),
    false,
  );
});

scenario(
  'registration numbers: a 429 is waited out, and what a dying window left is neither lost nor sent twice',
  async (page) => {
    const before = service.books().entries.length;
    const words = await planBatch(page, 'cars.csv', rc, true);
    assert.match(
      words,
      new RegExp(
        `Send ${differentPlates} rows of cars\\.csv to ${rc}\\? Up to ${differentPlates} calls can be billed\\.`,
      ),
    );
    assert.match(words, /Left out, repeat other rows: 3/);
    await answerModal(page, 'Start Batch');
    const sent = () => service.books().entries.length - before;
    await until(
      async () => (sent() >= 12 ? true : undefined),
      () => `${sent()} calls came`,
      60_000,
    );
    const host = session.extensionHosts().at(-1);
    assert.ok(host !== undefined);
    process.kill(host, 'SIGKILL');
    const killedAt = sent();
    assert.ok(killedAt < 40, `${killedAt} calls had come`);
    // The batch is told of once its hold has run out: on a slow machine before the container is shown, and the
    // notification does not stay. The call under way has five seconds, ten of grace, and up to fifteen until it is looked for.
    await Promise.all([
      notification(page, /The batch of cars\.csv was interrupted; rows not sent yet: \d+\./).waitFor({
        timeout: 120_000,
      }),
      (async () => {
        await session.reload();
        // A window that is still restoring this container takes a click on its tab for closing it.
        await runCommand(page, `View: Show ${container}`);
        await page
          .getByRole('treeitem', { name: /unknown, no answer kept, may be billed/ })
          .waitFor({ timeout: 60_000 });
      })(),
    ]);
    // The notice goes; the row in the history stays, and resumes it.
    const row = page.getByRole('treeitem', { name: /Batch of cars\.csv: .* · interrupted/ });
    await row.waitFor();
    await screenshot(page, join(outFolder, 'batch', 'resume.png'));
    await chooseFromMenu(page, row, 'Resume Batch…');
    await asked(page, 'Sent, but what came of them is not known: 1 row');
    await pick(page, 'Leave them');
    assert.match(await question(page), /Send \d+ rows of cars\.csv to RC Details Advanced\?/);
    const interruptedAt = sent();
    await answerModal(page, 'Cancel');
    // Given up at the last question, nothing of it is recorded: the decision is asked for again.
    await runCommand(page, 'Verification: Resume Batch…');
    await pick(page, `${rc} · cars.csv`);
    await asked(page, 'Sent, but what came of them is not known: 1 row');
    assert.equal(sent(), interruptedAt);
    await pick(page, 'Leave them');
    await answerModal(page, 'Resume Batch');
    await runCommand(page, 'Verification: Show Batch…');
    await pick(page, `${rc} · cars.csv`);
    // Which row it is whose outcome nobody knows.
    const running = await webview(page);
    await running.getByRole('button', { name: /^1 unknown/ }).click();
    await running.getByRole('table', { name: /^unknown.*: rows 1 to 1 of 1$/ }).waitFor();
    await running.getByRole('row', { name: /XX/ }).waitFor();
    await screenshot(page, join(outFolder, 'batch', 'running.png'));
    await notification(
      page,
      new RegExp(
        `Batch of cars\\.csv ended · answered: ${differentPlates - 1}, of these without a result: \\d+ · outcome unknown, not sent again: 1 · left out: 3`,
      ),
    ).waitFor({
      timeout: 120_000,
    });
    await row.waitFor({ state: 'detached' });
    await screenshot(page, join(outFolder, 'batch', 'done.png'));
    const entries = service.books().entries.slice(before);
    assert.equal(entries.length, differentPlates);
    assert.equal(new Set(entries.map(({ inputHash }) => inputHash)).size, differentPlates);
    assert.equal(entries.filter(({ messageCode }) => messageCode === 'RATE_LIMITED').length, 1);
    assert.equal(entries.filter(({ messageCode }) => messageCode === 'INVALID_INPUT').length, 1);
    const rows = resultLines('cars-results.csv');
    assert.deepEqual(
      rows.map(({ row }) => Number(row)),
      plates.map((_, index) => index + 1),
    );
  },
);

scenario(
  'what failed for free is offered again as a new batch, and what would be billed again apart from it',
  async (page) => {
    const before = service.books().entries.length;
    await runCommand(page, 'Verification: Re-run Failed Rows of a Batch…');
    await pick(page, `${rc} · cars.csv`);
    await asked(page, 'Which rows become a new batch?');
    await page.locator('.quick-input-list').getByText('throttled · RATE_LIMITED: 1').waitFor();
    await screenshot(page, join(outFolder, 'batch', 'rerun.png'));
    await page.keyboard.press('Enter');
    await startReviewed(page, await review(page, 'cars.csv'));
    await answerModal(page, 'Start Batch');
    await notification(page, /Batch of cars\.csv ended · answered: 2/).waitFor({ timeout: 60_000 });
    assert.equal(service.books().entries.length - before, 2);
  },
);

scenario('a batch is paused, resumed and cancelled from the status bar, and goes on later', async (page) => {
  const { sent, bodies, atLeast } = counter();
  writeFileSync(
    workspaceFile('more.jsonl'),
    Array.from({ length: 30 }, (_, index) => `{"rc":"XX00DD${1000 + index}"}`).join('\n'),
  );
  await planBatch(page, 'more.jsonl', rc, true);
  await answerModal(page, 'Start Batch');
  const bar = statusBarItem(page, /Batch \d+\/30/);
  await atLeast(3);
  // The page of the review is that of the batch now: its rows come as they are answered, and each leads to its order.
  const frame = await webview(page);
  await frame.getByRole('progressbar', { name: /of 30 calls/ }).waitFor();
  await frame
    .getByRole('row', { name: /verified · billed · OK/ })
    .first()
    .waitFor();
  await screenshot(page, join(outFolder, 'batch', 'page.png'));
  await bar.click();
  await pick(page, 'Pause');
  await bar.locator('.codicon-debug-pause').waitFor();
  await screenshot(page, join(outFolder, 'batch', 'paused.png'));
  const paused = sent();
  // What cannot be done is one sentence in a notification, not a box that VS Code makes of it.
  await runCommand(page, 'Verification: Erase Batch…');
  await pick(page, `${rc} · more.jsonl`);
  await answerModal(page, 'Erase Batch');
  await notification(page, 'A batch is running in this window. Wait until it ends').waitFor();
  assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
  await screenshot(page, join(outFolder, 'batch', 'one-sentence.png'));
  // What any extension may call and accept is asked about.
  await runCommand(page, 'Verification: Pause, Resume or Cancel Batch…');
  await asked(page, 'Running Batch');
  await page.keyboard.press('Enter');
  assert.match(await question(page), /Resume the batch of more\.jsonl\?[\s\S]*batch-live \(live\)/);
  await answerModal(page, 'Cancel');
  assert.equal(sent(), paused);
  // The status bar is the user's own hand.
  await bar.click();
  await pick(page, 'Resume');
  await atLeast(paused + 3);
  await bar.click();
  await pick(page, 'Cancel Batch');
  await notification(page, /Batch of more\.jsonl cancelled · answered: \d+ · not sent yet: \d+/).waitFor();
  const cancelled = sent();
  // All rows stand in the results file, those that wait as waiting.
  const states = () => resultLines('more-results.csv').map(({ row, state }) => `${row} ${state}`);
  const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
  assert.deepEqual(
    states(),
    numbers.map((row) => `${row} ${row <= cancelled ? 'done' : 'waiting'}`),
  );
  await runCommand(page, 'Verification: Resume Batch…');
  await pick(page, `${rc} · more.jsonl`);
  await question(page);
  assert.equal(sent(), cancelled);
  await answerModal(page, 'Resume Batch');
  await notification(page, 'Batch of more.jsonl ended · answered: 30').waitFor({ timeout: 60_000 });
  assert.equal(sent(), 30);
  assert.equal(new Set(bodies()).size, 30);
  assert.deepEqual(
    states(),
    numbers.map((row) => `${row} done`),
  );
});

/** The review of three lines of the file, which all look right in the sandbox and wrong where it bills. */
async function reviewThreeLines(page: Page): Promise<FrameLocator> {
  await openFile(page, 'cars.csv');
  await page.locator('.editor-instance .view-lines:visible').last().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (let line = 0; line < 3; line += 1) await page.keyboard.press('Shift+ArrowDown');
  await statusBarItem(page, /selected/).waitFor();
  await runCommand(page, 'Verification: Run Batch…');
  await pick(page, 'Selection in cars.csv');
  // By key: under the mouse of the last question the hint of a row may cover it.
  await asked(page, 'Operation');
  await page.keyboard.type(rc);
  await page.keyboard.press('Enter');
  return review(page, 'Selection in cars.csv');
}

scenario(
  'in the sandbox selected lines are rows, and the question says that nothing is billed',
  async (page) => {
    const before = service.books().entries.length;
    await statusBarItem(page, `live: ${live}`).click();
    await pick(page, 'Sandbox');
    await statusBarItem(page, /^\s*Sandbox\s*$/).waitFor();
    // What VS Code keeps of the review of an earlier file must not be taken for what it keeps of this one's.
    await runCommand(page, 'View: Close All Editors');
    const isForgotten = async () => !(await keptByWindow(page)).includes('batchReview') || undefined;
    await until(isForgotten, () => 'VS Code keeps the review of an earlier file.', 20_000);
    const frame = await reviewThreeLines(page);
    await frame.getByRole('combobox', { name: 'Results' }).selectOption({ label: 'No results file' });
    await frame.getByText('The order history keeps every answer.').waitFor();
    await frame.getByRole('checkbox', { name: 'Send line 2' }).uncheck();
    await frame.getByText('2 of 3 rows').first().waitFor();
    // What is in order for a sandbox alone has to be chosen anew where it would be billed.
    await statusBarItem(page, /^\s*Sandbox\s*$/).click();
    await pick(page, live);
    await frame.getByText('0 of 3 rows').first().waitFor();
    // The window reloads: what was chosen and left out is so again.
    await session.reload([
      /batchReview.{1,2000}review\W+[0-9a-f]{8}-/,
      new RegExp(`environment\\W+name:${live}`),
    ]);
    const again = await review(page, 'Selection in cars.csv');
    await again.getByText('0 of 3 rows').first().waitFor();
    await statusBarItem(page, `live: ${live}`).click();
    await pick(page, 'Sandbox');
    await again.getByText('2 of 3 rows').first().waitFor();
    await again.getByRole('checkbox', { name: 'Send line 2' }).check();
    await again.getByText('3 of 3 rows').first().waitFor();
    const words = await startReviewed(page, again);
    assert.match(words, /Send 3 rows of Selection in cars\.csv to RC Details Advanced\?/);
    assert.match(words, /Environment: Sandbox; simulated, nothing is billed/);
    assert.match(words, /Most it can cost: ₹[\d.]+, simulated/);
    await answerModal(page, 'Start Batch');
    await notification(page, 'Batch of Selection in cars.csv ended · answered: 3').waitFor({
      timeout: 30_000,
    });
    assert.equal(service.books().entries.length, before);
    // Its page is listed among the files as it is open.
    await runCommand(page, 'View: Close Editor');
    // The same lines, once more from the start: what the sandbox answered has to be chosen where it would be billed.
    await statusBarItem(page, /^\s*Sandbox\s*$/).click();
    await pick(page, live);
    await statusBarItem(page, `live: ${live}`).waitFor();
    const billed = await reviewThreeLines(page);
    await billed.getByText('0 of 3 rows').first().waitFor();
  },
);
