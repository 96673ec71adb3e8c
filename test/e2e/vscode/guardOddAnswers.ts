import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { answerInput, answerModal, pick, runCommand } from '../../support/workbench.ts';
import { answerWith, field, openForm, pageOf, pressButton, read, sendButton } from './form.ts';
import {
  buttons,
  calls,
  credit,
  creditBody,
  emails,
  inTheWay,
  picture,
  rc,
  scenario,
  sendJson,
  sendRc,
  service,
  words,
} from './guardBench.ts';
import { anOrder, topOrder } from './history.ts';
import { envelope } from './service.ts';

/** Waits until the badge of our container says so many; no other container has a badge here. */
async function owedAre(page: Page, wanted: number): Promise<void> {
  const ours = page
    .locator('.part.activitybar .action-item')
    .filter({ hasText: new RegExp(`^\\s*${wanted}\\s*$`) });
  await ours.locator('.badge-content').first().waitFor();
}

/** Answers that do not say clearly whether they were billed, by the input. */
const unclear = [
  [
    'missing',
    'XX00QA0001',
    'OK',
    JSON.stringify({ ...JSON.parse(envelope({}, 'ORD-QA-1')), charged: undefined }),
  ],
  [
    'no boolean',
    'XX00QB0002',
    'NO_RECORD_FOUND',
    envelope({ charged: 'true', message_code: 'NO_RECORD_FOUND' }, 'ORD-QB-2'),
  ],
  [
    'given twice',
    'XX00QC0003',
    'OK',
    envelope({}, 'ORD-QC-3').replace('"charged":true', '"charged":true,"charged":false'),
  ],
] as const;

// What a live environment makes of answers that no document promises.

for (const [index, [how, input, code, body]] of unclear.entries()) {
  scenario(`charged ${how}: the order wants attention, and its input is asked about`, async (page) => {
    service.scripts.set(input, { status: code === 'OK' ? 200 : 422, body });
    const frame = await openForm(page, rc);
    const before = calls();
    await sendRc(frame, input);
    const shown = await read(await answerWith(frame, code));
    assert.deepEqual([shown.billing, shown.code], ['unknown', code]);
    const row = await topOrder(page, new RegExp(`^${rc}, [^,]+, ${code}, may be billed, XX`));
    assert.ok(row.includes(input.slice(-2)), row);
    // Beside the pending one of the scenario before.
    await owedAre(page, index + 2);
    await sendButton(frame).click();
    assert.match(await words(page), /The same input may have been paid for\./);
    assert.deepEqual(await buttons(page), ['Cancel', 'Open the Paid Answer', 'Send Anyway']);
    await picture(page, `unclear-${how.replace(' ', '-')}`);
    await answerModal(page, 'Cancel');
    assert.equal(calls(), before + 1);
  });
}

scenario(
  'recorded as verified, the unclear one is owed nothing more and asked about all the same',
  async (page) => {
    await (await anOrder(page, new RegExp(`^${rc}, .*, may be billed, XX••••••03`))).click();
    const order = await pageOf(page, rc);
    await order.getByRole('heading', { name: 'About this order' }).waitFor();
    await pressButton(order, 'Record outcome…');
    await pick(page, /^Verified/);
    await answerInput(page, 'How do you know?', 'asked the service');
    await order.getByRole('region', { name: /^Recorded: verified \(you, / }).waitFor();
    await owedAre(page, unclear.length);
    const frame = await openForm(page, rc);
    const plate = field(frame, 'Registration number');
    // Edited and left: what the form sent last is told of again from then on.
    await plate.fill('XX00QC0009');
    await sendButton(frame).focus();
    await plate.fill('XX00QC0003');
    await inTheWay(frame, 'paid-twin');
    const before = calls();
    await sendButton(frame).click();
    assert.match(await words(page), /The same input may have been paid for\./);
    await answerModal(page, 'Cancel');
    assert.equal(calls(), before);
  },
);

scenario('an answer cut after its order_id keeps it, and says that it is a part', async (page) => {
  const whole = envelope({}, 'ORD-QD-4');
  service.scripts.set('XX00QD0004', { body: whole.slice(0, whole.indexOf(',"data"')), cut: true });
  const frame = await openForm(page, rc);
  const before = calls();
  await sendRc(frame, 'XX00QD0004');
  const answer = frame
    .getByRole('region', { name: 'Answer', exact: true })
    .and(frame.locator('[data-order-id="ORD-QD-4"]'));
  await answer.waitFor();
  await answer.getByText('ORD-QD-4').first().waitFor();
  await answer.getByText('from the part that came').first().waitFor();
  await picture(page, 'part');
  const shown = await read(answer);
  assert.match(shown.money, /from the part that came/i);
  await sendButton(frame).click();
  assert.match(await words(page), /The same input/);
  await answerModal(page, 'Cancel');
  assert.equal(calls(), before + 1);
});

scenario('a 429 of HTML cools down by our guess: the next Send is asked about', async (page) => {
  service.scripts.set('ZZZXH0001Z', {
    status: 429,
    headers: { 'content-type': 'text/html' },
    body: '<html><body><h1>429 Too Many Requests</h1></body></html>',
  });
  const frame = await openForm(page, credit);
  const before = calls();
  await sendJson(frame, creditBody('ZZZXH0001Z'));
  await answerModal(page, 'Send');
  await answerWith(frame, '');
  assert.match(await (await inTheWay(frame, 'cool-down')).innerText(), /One minute is assumed/);
  await sendJson(frame, creditBody('ZZZXH0002Z'));
  assert.match(await words(page), /The service asked to wait\./);
  assert.ok((await buttons(page)).includes('Wait and Send'));
  await picture(page, 'html-429');
  await answerModal(page, 'Cancel');
  assert.equal(calls(), before + 1);
});

scenario('an empty 429 with a Retry-After of seconds is waited out by the next Send', async (page) => {
  service.scripts.set('quirk-one@', { status: 429, headers: { 'retry-after': '6' }, body: '' });
  const frame = await openForm(page, emails);
  const before = calls();
  await sendJson(frame, { emails: ['quirk-one@example.invalid'] });
  await answerModal(page, 'Send');
  await answerWith(frame, '');
  await inTheWay(frame, 'cool-down');
  await sendJson(frame, {
    emails: ['quirk-2@example.invalid', 'quirk-3@example.invalid', 'quirk-4@example.invalid'],
  });
  assert.match(await words(page), /The service asked to wait\./);
  assert.equal(calls(), before + 1);
  await answerModal(page, 'Wait and Send');
  await answerWith(frame, 'OK');
  assert.equal(calls(), before + 2);
});

scenario('three addresses paid for are asked about in another order and with a new one', async (page) => {
  const frame = await openForm(page, emails);
  const before = calls();
  await sendJson(frame, {
    emails: [
      'Quirk-4@example.invalid',
      'quirk-9@example.invalid',
      'quirk-2@example.invalid',
      'quirk-3@example.invalid',
    ],
  });
  assert.match(await words(page), /Already paid for: 3 of 4 addresses\. New: 1\./);
  await picture(page, 'paid-addresses');
  await answerModal(page, 'Cancel');
  assert.equal(calls(), before);
  await runCommand(page, 'View: Close Editor');
});
