import assert from 'node:assert/strict';
import { after } from 'node:test';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operations } from '../../../src/contract/operations.ts';
import { headline } from '../../../src/contract/outcomes.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  answerModal,
  modal,
  notification,
  openContainer,
  pick,
  statusBarItem,
  treeItem,
} from '../../support/workbench.ts';
import {
  answerWith,
  cancelButton,
  chooseMagic,
  container,
  field,
  openForm,
  pageOf,
  read,
  sendButton,
} from './form.ts';
import { anOrder, chooseFromMenu, orderRows, topOrder } from './history.ts';
import { browserStorage, findInFiles } from './leaks.ts';
import { startSession } from './session.ts';

const session = await startSession();
after(() => session.close());
const { scenario } = session;

/** Copies as last time. */
const copyAgain = ['Control+k', 'Control+y'];

async function soon(holds: () => Promise<boolean>, never: string): Promise<void> {
  await until(
    async () => ((await holds()) ? true : undefined),
    () => never,
    5000,
  );
}

/** What is typed into each form: distinctive, and nothing that can exist. */
const typed: Record<string, Record<string, string>> = {
  'rc-advanced': { 'Registration number': 'XX00ZZ9137' },
  'credit-report': {
    Identifier: 'QZXXX9137X',
    'Kind of identifier': 'pan',
    'Mobile number': '0009137424',
    Name: 'QUIRKNAME OF NOBODY',
  },
  'aadhaar-pan-link': { 'Aadhaar number': '091374240915', PAN: 'QYXXX9137X' },
  'email-bulk': { 'E-mail addresses': 'quirkname@nobody.invalid' },
};
const masked: Record<string, string> = {
  'rc-advanced': 'XX••••••37',
  'credit-report': '••••••137X · ••••••7424',
  'aadhaar-pan-link': '••••••0915 · QY••••••7X',
  'email-bulk': '1 e-mail address',
};

scenario(
  'first start: the container, both trees, the sandbox in the status bar, and a form by its row',
  async (page) => {
    await openContainer(page, container);
    for (const category of ['Verification', 'Business', 'Utilities']) {
      await treeItem(page, new RegExp(`^${category}$`)).waitFor();
    }
    for (const { title, path } of operations)
      await treeItem(
        page,
        new RegExp(`^${title}\\. ${path}\\. (Documented limits: \\d|A limit per minute is)`),
      ).waitFor();
    await statusBarItem(page, /^\s*Sandbox\s*$/).waitFor();
    await page.getByText('No orders yet. Each call you send is kept here').waitFor();
    await page.getByRole('button', { name: 'Try RC Details Advanced' }).waitFor();
    const frame = await openForm(page, 'RC Details Advanced');
    const notice = frame.getByRole('region', { name: 'Billing notice' });
    assert.match(await notice.innerText(), /Simulated: nothing is billed/);
    await frame.getByText('Nothing sent yet. The answer appears here.').waitFor();
  },
);

for (const { id, title } of operations) {
  scenario(`${title}: sent once from its form, answered, and kept as an order`, async (page) => {
    const frame = await openForm(page, title);
    for (const [label, text] of Object.entries(typed[id] ?? {})) await field(frame, label).fill(text);
    await sendButton(frame).click();
    const shown = await read(await answerWith(frame, 'OK'));
    assert.deepEqual([shown.outcome, shown.billing], ['verified', 'billed']);
    assert.match(shown.orderId, /^sandbox-order-/);
    const row = await topOrder(page, new RegExp(`^${title}, verified, OK, billed, `));
    assert.equal(row, `${title}, verified, OK, billed, ${masked[id]}, simulated`);
  });
}

scenario(
  'a row of Order History opens the order, copies its order_id and opens its answer masked',
  async (page) => {
    const frame = await openForm(page, 'RC Details Advanced');
    const { orderId } = await read(await answerWith(frame, 'OK'));
    const row = await anOrder(page, /^RC Details Advanced, verified/);
    await row.click();
    await page.getByRole('tab', { name: /^Order XX••••••\w\w · RC Details Advanced/ }).waitFor();
    const order = await pageOf(page, 'RC Details Advanced');
    await order.getByRole('heading', { name: 'About this order' }).waitFor();
    assert.equal((await read(await answerWith(order, 'OK'))).orderId, orderId);
    assert.equal(await order.getByText('XX00ZZ9137').count(), 0);

    await chooseFromMenu(page, row, 'Copy Order ID');
    await statusBarItem(page, `Copied order_id ${orderId}`).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), orderId);

    await chooseFromMenu(page, row, 'Open Answer as JSON');
    const lines = page.locator('.editor-instance .view-lines');
    await lines.filter({ hasText: '"rc_number"' }).waitFor();
    const text = await lines.innerText();
    assert.match(text.replaceAll('\u00a0', ' '), /"rc_number": "XX••••••37"/);
    assert.equal(text.includes('XX00ZZ9137'), false);
    await lines.click();
    await page.keyboard.type('x');
    await page.getByRole('paragraph').filter({ hasText: 'Cannot edit in read-only editor' }).waitFor();
    assert.equal(await lines.innerText(), text);
  },
);

scenario(
  'Send Again as a New Form fills a form, says what it would cost, and sends nothing',
  async (page) => {
    const before = await orderRows(page);
    const row = await anOrder(page, /^Credit Report, verified/);
    await chooseFromMenu(page, row, 'Send Again as a New Form…');
    const frame = await pageOf(page, 'Credit Report');
    await frame
      .getByRole('alert')
      .filter({ hasText: 'The order this comes from was billed. Sending again would be billed again.' })
      .waitFor();
    for (const [label, text] of Object.entries(typed['credit-report'] ?? {})) {
      await reads(field(frame, label), text);
    }
    await frame.getByText('Nothing sent yet. The answer appears here.').waitFor();
    assert.deepEqual(await orderRows(page), before);
  },
);

// One of each billing, and one that is open; each of the sixteen by itself is test/unit/ui/panels/answerView.test.ts.
// OK comes last: the form still shows the answer of the first call, which was OK, too.
const shownHere = ['INSUFFICIENT_BALANCE', 'NO_RECORD_FOUND', 'ACCEPTED', 'OK'];
for (const row of messageCodes.filter(({ code }) => shownHere.includes(code)).toReversed()) {
  scenario(`${row.code}: shown with its meaning and its billing`, async (page) => {
    const magic = magicInputs.find(({ messageCode, fault }) => messageCode === row.code && fault === null);
    const frame = await openForm(page, 'RC Details Advanced');
    await chooseMagic(frame, magic?.label ?? '');
    await sendButton(frame).click();
    const shown = await read(await answerWith(frame, row.code));
    assert.equal(shown.headline, headline({ ...row, messageCode: row.code, failureCode: null }).text);
    assert.deepEqual([shown.outcome, shown.billing], [row.outcome, row.billing]);
    assert.deepEqual([shown.meaning, shown.advice], [row.meaning.text, row.advice.text]);
    assert.match(shown.transport, new RegExp(`^answered, HTTP ${row.http}, \\d+ ms$`));
    const money = row.billing === 'billed' ? 'BILLED' : row.billing;
    assert.equal(shown.money, `${money} (stated) · simulated`);
    assert.equal(shown.orderId !== '', row.order === 'present');
  });
}

scenario(
  'Cancel in flight: the wait and its price are shown; after it nobody knows, and history says so on top',
  async (page) => {
    const frame = await openForm(page, 'RC Details Advanced');
    await chooseMagic(frame, 'No answer');
    await sendButton(frame).click();
    await cancelButton(frame).waitFor();
    assert.equal(await sendButton(frame).count(), 0);
    await frame.getByText('Cancel stops the waiting. The call may still be billed.').waitFor();
    await anOrder(page, /^RC Details Advanced, waiting for the answer/);
    await frame
      .getByRole('timer')
      .filter({ hasText: /^[1-9]\d* s$/ })
      .waitFor();
    await cancelButton(frame).click();
    const shown = await read(await answerWith(frame, ''));
    assert.deepEqual([shown.outcome, shown.billing, shown.orderId], ['unknown', 'unknown', '']);
    assert.equal(shown.headline, 'Outcome unknown');
    assert.equal(shown.money, 'unknown: may have been billed · simulated');
    assert.match(shown.meaning, /^The call was cancelled after it may have been sent\./);
    await sendButton(frame).waitFor();
    await topOrder(page, /^RC Details Advanced, unknown, cancelled by you, may be billed/);
  },
);

scenario(
  'an earlier input is one key away, covered; its request is copied again by another key',
  async (page) => {
    const frame = await openForm(page, 'RC Details Advanced');
    await field(frame, 'Registration number').fill('zz 00 zz 0000');
    await page.keyboard.press('Alt+ArrowDown');
    const widget = page.locator('.quick-input-widget:visible');
    await widget.filter({ hasText: 'Recent Inputs: RC Details Advanced' }).waitFor();
    assert.equal((await widget.innerText()).includes('XX00ZZ9137'), false);
    await page.keyboard.type('37');
    await pick(page, 'XX••••••37');
    await frame.getByRole('button', { name: 'Restore what was typed' }).waitFor();
    await reads(field(frame, 'Registration number'), 'XX00ZZ9137');

    await frame.getByRole('button', { name: 'Copy as…', exact: true }).click();
    await pick(page, 'cURL');
    await pick(page, 'Personal values masked');
    await frame.getByRole('button', { name: 'Copy as cURL, masked' }).waitFor();
    const clipboard = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
    const copied = await clipboard();
    await page.evaluate("navigator.clipboard.writeText('')");
    await field(frame, 'Registration number').click();
    for (const stroke of copyAgain) await page.keyboard.press(stroke);
    await soon(async () => (await clipboard()) !== '', 'The key copies nothing.');
    assert.equal(await clipboard(), copied);
    assert.match(String(copied), /^curl .*XX••••••37/ms);

    // On the page of an order by the same key.
    await page.evaluate("navigator.clipboard.writeText('')");
    await (await anOrder(page, /^RC Details Advanced, verified/)).click();
    const order = await pageOf(page, 'RC Details Advanced');
    await order.getByRole('heading', { name: 'About this order' }).click();
    for (const stroke of copyAgain) await page.keyboard.press(stroke);
    await soon(async () => (await clipboard()) !== '', 'The key copies nothing on the page of an order.');
    assert.match(String(await clipboard()), /^curl .*XX••••••\d\d/ms);
  },
);

scenario(
  'the document behind a masked link is kept with its order once the user says so, and listed on its page',
  async (page) => {
    const order = await pageOf(page, 'RC Details Advanced');
    await order.getByRole('heading', { name: 'About this order' }).waitFor();
    await order.getByRole('button', { name: 'Keep document… pdf_url' }).click();
    const question = await (await modal(page)).innerText();
    assert.match(question, /Fetch the document from 127\.0\.0\.1:\d+ and keep it with the order\?/);
    assert.match(question, /no key and no cookie are sent/);
    await answerModal(page, 'Keep Document');
    await notification(page, /^.*Kept, sealed with the order: PDF, /).waitFor();
    const kept = order.getByRole('region', { name: 'Kept documents' });
    assert.match(await kept.innerText(), /pdf_url\s+PDF · \d+ bytes|pdf_url\s+PDF · 1\.\d kB/);
  },
);

scenario('nothing that was typed lies in clear in any file', async (page) => {
  const personal = Object.values(typed)
    .flatMap((fields) => Object.values(fields))
    .filter((text) => text !== 'pan');
  const stored = await browserStorage(page);
  assert.ok(stored.includes('verificationExplorer'), 'nothing of the extension was found in the browser');
  assert.deepEqual(
    personal.filter((text) => stored.includes(text)),
    [],
  );
  await session.end();
  assert.notDeepEqual(findInFiles(session.home.folder, ['rc-advanced'], session.before), []);
  assert.deepEqual(findInFiles(session.home.folder, personal, session.before), []);
});
