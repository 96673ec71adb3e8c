import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outFolder } from '../../support/paths.ts';
import { answerInput, answerModal, pick, runCommand, screenshot, webview } from '../../support/workbench.ts';
import {
  answerNotification,
  asked,
  counter,
  credit,
  emails,
  planBatch,
  rc,
  resultLines,
  review,
  scenario,
  service,
  startReviewed,
  told,
  words,
  workspaceFile,
} from './batchBench.ts';
import { envelope } from './service.ts';

// What a batch makes of answers that no document promises.

scenario(
  'a 429 of HTML is waited out; an absurd wait stops the batch until the user lifts it',
  async (page) => {
    const pans = ['ZZZXB0001Z', 'ZZZXB0002Z', 'ZZZXB0003Z', 'ZZZXB0004Z'] as const;
    const rows = pans.map((number) => ({
      number,
      fetch_by: 'pan',
      mobile: '0000000000',
      name: 'INVENTED PERSON',
    }));
    writeFileSync(workspaceFile('credit.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const html = { 'content-type': 'text/html' };
    service.scripts.set(pans[0], {
      status: 429,
      headers: { ...html, 'retry-after': '4' },
      body: '<html>slow down</html>',
    });
    service.scripts.set(pans[2], {
      status: 429,
      headers: { 'retry-after': '99999999999999999999' },
      body: '',
    });
    const { sent } = counter();
    await planBatch(page, 'credit.jsonl', credit, true);
    await answerModal(page, 'Start Batch');
    await (await webview(page)).getByText('cooling down after a 429').first().waitFor();
    const doubtful = /The batch of credit\.jsonl is paused: .*which is more than a day/;
    await told(page, doubtful).waitFor({ timeout: 30_000 });
    await screenshot(page, join(outFolder, 'batch', 'doubtful.png'));
    assert.equal(sent(), 3);
    const [first = 0, second = 0] = service.arrivals.slice(-3);
    assert.ok(second - first >= 4000, 'the second call did not wait');
    await answerNotification(page, doubtful, 'Lift the Wait and Resume');
    assert.match(await words(page), /Resume the batch of credit\.jsonl\?/);
    assert.equal(sent(), 3);
    await answerModal(page, 'Resume');
    // What a 429 that is no envelope cost is not known: those two are the user's to decide.
    await told(page, 'Batch of credit.jsonl ended · answered: 2 · for your decision: 2').waitFor({
      timeout: 30_000,
    });
    assert.equal(sent(), 4);
  },
);

scenario('an item that names two addresses is joined to neither', async (page) => {
  const [one, two, three] = ['quirk-1', 'quirk-2', 'quirk-3'].map((name) => `${name}@example.invalid`);
  writeFileSync(workspaceFile('joined.csv'), `email\n${[one, two, three].join('\n')}\n`);
  const results = [
    { email: one, alias: two, valid: true },
    { email: three, valid: false },
  ];
  service.scripts.set('quirk-1@', { body: envelope({}, 'ORD-JOIN', { results }) });
  const { sent } = counter();
  await planBatch(page, 'joined.csv', emails, false);
  await answerModal(page, 'Start Batch');
  await told(page, 'Batch of joined.csv ended · answered: 3').waitFor({ timeout: 30_000 });
  assert.equal(sent(), 1);
  const rows = resultLines('joined-results.csv');
  assert.deepEqual(
    rows.map(({ result_of }) => result_of),
    ['call', 'call', 'row'],
  );
});

scenario('run again together, free and billed groups send only what was chosen for each', async (page) => {
  const plates = ['XX00IN0422', 'XX00NR0422', 'XX00GG1000'];
  writeFileSync(
    workspaceFile('mixed.jsonl'),
    plates.map((rc_number) => JSON.stringify({ rc_number })).join('\n'),
  );
  await planBatch(page, 'mixed.jsonl', rc, true);
  await answerModal(page, 'Start Batch');
  await told(page, 'Batch of mixed.jsonl ended · answered: 3').waitFor({ timeout: 30_000 });
  // What was free is paid for elsewhere meanwhile.
  service.scripts.set('XX00IN0422', { body: envelope({}, 'ORD-PAID-SINCE') });
  await runCommand(page, 'Verification: Look Up RC Details Advanced…');
  await answerInput(page, 'Enter sends.', 'XX00IN0422');
  await answerModal(page, 'Send');
  await told(page, /XX••••••22 · Verified · billed/).waitFor();

  const { sent, bodies } = counter();
  await runCommand(page, 'Verification: Re-run Failed Rows of a Batch…');
  await pick(page, `${rc} · mixed.jsonl`);
  await asked(page, 'Which rows become a new batch?');
  await pick(page, /negative · NO_RECORD_FOUND/);
  await screenshot(page, join(outFolder, 'batch', 'rerun-both.png'));
  await page.keyboard.press('Enter');
  await startReviewed(page, await review(page, 'mixed.jsonl'));
  const question = await words(page);
  assert.match(question, /Send 1 row of mixed\.jsonl to RC Details Advanced\?/);
  assert.match(question, /Left out, paid before: 1/);
  assert.equal(sent(), 0);
  await answerModal(page, 'Start Batch');
  await told(page, /Batch of mixed\.jsonl ended · answered: 1/).waitFor({ timeout: 30_000 });
  assert.equal(sent(), 1);
  assert.ok(bodies()[0]?.includes('XX00NR0422'));
});
