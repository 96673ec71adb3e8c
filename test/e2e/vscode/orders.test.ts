import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { outFolder } from '../../support/paths.ts';
import { until } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import {
  answerFileDialog,
  answerInput,
  answerModal,
  modal,
  notification,
  pick,
  quickInput,
  runCommand,
  screenshot,
  statusBarItem,
} from '../../support/workbench.ts';
import { answerWith, field, openForm, orderPage, pageOf, pressButton, read, sendButton } from './form.ts';
import { anOrder, chooseFromMenu, chooseOfView, orderGroups, orderRows, ordersAre } from './history.ts';
import { findInFiles } from './leaks.ts';
import { startSession } from './session.ts';
import { openWalkthrough, steps } from './walkthrough.ts';

const session = await startSession();
after(() => session.close());
const { scenario } = session;

const rc = 'RC Details Advanced';
/** Inputs of the sandbox that make it answer so; the last two are any other number, which is verified. */
const inputs = {
  none: 'XX00NR0422',
  pending: 'XX00AC0202',
  cut: 'XX00RB0003',
  one: 'XX00ZZ9137',
  two: 'XX00ZY9151',
};
const personal = [...Object.values(inputs), 'INVENTED OWNER'];
/** The order_ids of the calls, by the input. */
const ids = { none: '', pending: '', one: '', two: '' };

/** How the rows begin, and the group each stands in. */
const rows = {
  cut: `${rc}, unknown, `,
  pending: `${rc}, pending, ACCEPTED, billed, XX••••••02`,
  two: `${rc}, verified, OK, billed, XX••••••51`,
  one: `${rc}, verified, OK, billed, XX••••••37`,
  none: `${rc}, negative, NO_RECORD_FOUND, billed, XX••••••22`,
};

const all = [rows.cut, rows.pending, rows.two, rows.one, rows.none];

const rowOf = (page: Page, which: keyof typeof rows): Promise<Locator> =>
  anOrder(page, new RegExp(`^${rows[which]}`));

async function send(page: Page, input: string, code: string, earlier?: string): Promise<string> {
  const frame = await openForm(page, rc);
  await field(frame, 'Registration number').fill(input);
  await sendButton(frame).click();
  return (await read(await answerWith(frame, code, earlier))).orderId;
}

/** Marks these entries of a quick pick with several choices, and accepts. */
async function choose(page: Page, labels: readonly string[]): Promise<void> {
  const input = quickInput(page);
  for (const label of labels) {
    await input.fill(label);
    const named = page.locator('.label-name').filter({ hasText: new RegExp(`^${label}$`) });
    await page.locator('.quick-input-list .monaco-list-row').filter({ has: named }).first().click();
  }
  await input.fill('');
  await input.press('Enter');
  await input.waitFor({ state: 'hidden' });
}

async function findOrder(page: Page, typed: string): Promise<void> {
  await runCommand(page, 'Verification: Find Order…');
  await answerInput(page, 'order_id, message_code', typed);
}

const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });

/** Closes the editor in front. */
async function closeEditor(page: Page, name: string | RegExp): Promise<void> {
  const before = await tab(page, name).count();
  await page
    .getByRole('tab', { name, selected: true })
    .getByRole('button', { name: /^Close/ })
    .click();
  const isGone = async (): Promise<true | undefined> => (await tab(page, name).count()) < before || undefined;
  await until(isGone, () => `${name} stays open.`, 15_000);
}
const globalStorage = join(
  session.home.userData,
  'User/globalStorage/verification-tools.verification-api-explorer',
);
const fileOf = (name: string): string => join(session.home.workspace, name);

/** The rows of a CSV file whose cells need no quotes. */
function csvRows(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.split('\r\n').filter((line) => line !== '');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

scenario('what wants attention stands on top and is counted; the rest goes by day', async (page) => {
  ids.none = await send(page, inputs.none, 'NO_RECORD_FOUND');
  ids.one = await send(page, inputs.one, 'OK');
  ids.two = await send(page, inputs.two, 'OK', ids.one);
  ids.pending = await send(page, inputs.pending, 'ACCEPTED');
  await send(page, inputs.cut, '');
  await ordersAre(page, all);
  assert.deepEqual(await orderGroups(page), ['Needs attention (simulated)', 'Today']);
  const badge = page.locator('.part.activitybar .action-item').filter({ hasText: '2' });
  await badge.locator('.badge-content').waitFor();
});

scenario(
  'the filter narrows by outcome and billing, remembers what was chosen, and is cleared',
  async (page) => {
    await runCommand(page, 'Verification: Filter Order History…');
    await choose(page, ['verified', 'billed']);
    await ordersAre(page, [rows.two, rows.one]);
    await runCommand(page, 'Verification: Filter Order History…');
    const picked = page.locator('.quick-input-widget:visible').getByRole('checkbox', { checked: true });
    await until(
      async () => ((await picked.count()) > 0 ? true : undefined),
      () => 'Nothing is marked.',
      5000,
    );
    await choose(page, ['verified', 'billed', 'unknown']);
    await ordersAre(page, [rows.cut]);
    await runCommand(page, 'Verification: Clear Filter of Order History');
    await ordersAre(page, all);
  },
);

scenario('an outcome and a billing of the same name are two choices of the filter', async (page) => {
  await runCommand(page, 'Verification: Filter Order History…');
  await choose(page, ['unknown']);
  await ordersAre(page, [rows.cut]);
  await runCommand(page, 'Verification: Filter Order History…');
  await page.locator('.quick-input-count').filter({ hasText: '1 Selected' }).waitFor();
  await page.keyboard.press('Escape');
  await runCommand(page, 'Verification: Clear Filter of Order History');
  await ordersAre(page, all);
});

scenario(
  'an order is found by an order_id in a sentence, by its code, and by its exact input',
  async (page) => {
    await findOrder(page, `Support wrote: "your order (${ids.two}) is settled."`);
    await orderPage(page, ids.two);
    await findOrder(page, 'NO_RECORD_FOUND');
    await orderPage(page, ids.none);
    await findOrder(page, inputs.one);
    await orderPage(page, ids.one);
    await findOrder(page, 'XX00ZX0000');
    await notification(page, 'No order matches.').waitFor();
  },
);

/** Both by their inputs and times, the older one first. */
const compared = /^XX\S+ \d+:\S+.* ↔ XX\S+ \d+:\S+.* · RC Details Advanced/;

scenario('two answers are compared in a diff editor, masked, the older one on the left', async (page) => {
  await chooseFromMenu(page, await rowOf(page, 'two'), 'Compare With Sorted Keys…', quickInput(page));
  await pick(page, ids.one);
  await tab(page, compared).waitFor();
  const older = page.locator('.monaco-diff-editor .original .view-lines').filter({ hasText: ids.one });
  const newer = page.locator('.monaco-diff-editor .modified .view-lines').filter({ hasText: ids.two });
  for (const side of [older, newer]) {
    await side.waitFor();
    // Sorted: the service answers with its status first.
    assert.match((await side.innerText()).replaceAll('\u00a0', ' '), /^\{\s+"charged": true,/);
    assert.equal((await side.innerText()).includes('INVENTED OWNER'), false);
  }
  await closeEditor(page, compared);

  await (await rowOf(page, 'one')).click();
  await pressButton(await orderPage(page, ids.one), 'Compare with…');
  await pick(page, ids.two);
  await tab(page, compared).waitFor();
  // An editor that takes the focus as it opens would close the menu of the next test.
  await page.locator('.monaco-diff-editor .monaco-editor.focused').waitFor();
});

scenario('a note is written from the row and from the page, shown on both, and found', async (page) => {
  await chooseFromMenu(page, await rowOf(page, 'one'), 'Edit Order Note…', quickInput(page));
  await answerInput(page, 'Kept sealed, and found by “Find Order…”.', 'asked the quirkdesk');
  await anOrder(page, new RegExp(`^${rows.one}.*, noted`));
  await findOrder(page, 'quirkdesk');
  const frame = await orderPage(page, ids.one);
  const note = frame.getByRole('region', { name: 'Note', exact: true });
  await note.getByText('asked the quirkdesk').waitFor();
  await pressButton(frame, 'Edit note…');
  await answerInput(page, 'Kept sealed, and found by “Find Order…”.', 'asked the quirkdesk twice');
  await note.getByText('asked the quirkdesk twice').waitFor();
});

scenario('an open order says what is known, and its quote is copied from its page', async (page) => {
  await (await rowOf(page, 'pending')).click();
  const frame = await orderPage(page, ids.pending);
  await frame.getByRole('region', { name: 'Pending at the provider' }).waitFor();
  await screenshot(page, join(outFolder, 'e2e/orders-pending.png'));
  await pressButton(frame, 'Copy support quote');
  await statusBarItem(page, 'Copied the support quote').waitFor();
  const quote: string = await page.evaluate('navigator.clipboard.readText()');
  assert.match(quote, new RegExp(`^order_id: ${ids.pending}\\noperation: ${rc} \\(POST /`));
  assert.match(quote, /\nmessage_code: ACCEPTED\n/);
  assert.equal(quote.includes(inputs.pending), false);
});

scenario('Send again from the page of an open order warns, and sends nothing', async (page) => {
  const frame = await orderPage(page, ids.pending);
  await frame.getByText('sending it again is a new call and may be billed again').waitFor();
  const before = await orderRows(page);
  await pressButton(frame, 'Send again…');
  const form = await pageOf(page, rc);
  await form
    .getByRole('alert')
    .filter({ hasText: 'still open (ACCEPTED). Sending again would be billed again.' })
    .waitFor();
  await reads(field(form, 'Registration number'), inputs.pending);
  assert.deepEqual(await orderRows(page), before);
  await closeEditor(page, rc);
});

scenario(
  'an outcome recorded with its pasted answer is kept beside the original and closes the order',
  async (page) => {
    await (await rowOf(page, 'pending')).click();
    const frame = await orderPage(page, ids.pending);
    const pasted = {
      ...{ status: 'SUCCESS', status_code: 200, charged: true, success: true, message: 'Verified' },
      ...{ message_code: 'OK', order_id: ids.pending },
      data: {
        order_id: ids.pending,
        error_code: '',
        result: { rc_number: inputs.pending, owner_name: 'INVENTED OWNER' },
      },
    };
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(JSON.stringify(pasted))})`);
    await pressButton(frame, 'Record outcome…');
    await pick(page, /^Verified/);
    await pick(page, 'Keep the JSON from the clipboard');
    await answerInput(page, 'How do you know?', 'e-mail of the support');
    const recorded = frame.getByRole('region', { name: /^Recorded: verified \(you, / });
    await recorded.locator('[data-outcome="verified"][data-message-code="OK"]').waitFor();
    await recorded.getByText('e-mail of the support').waitFor();
    assert.equal(await recorded.getByText('INVENTED OWNER').count(), 0);
    await recorded.getByRole('button', { name: 'Reveal owner_name' }).click();
    await recorded.getByText('INVENTED OWNER').waitFor();
    await frame.locator('.answer[data-message-code="ACCEPTED"]').waitFor();
    await ordersAre(page, all);
    await anOrder(page, new RegExp(`^${rows.pending}.*, recorded: verified`));
    const badge = page.locator('.part.activitybar .action-item').filter({ hasText: '1' });
    await badge.locator('.badge-content').waitFor();
    await screenshot(page, join(outFolder, 'e2e/orders-recorded.png'));
  },
);

scenario('an order opens as JSON from its page', async (page) => {
  await (await rowOf(page, 'none')).click();
  await pressButton(await orderPage(page, ids.none), 'Open as JSON');
  await tab(page, /^answer \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.json/).waitFor();
  await page.locator('.editor-instance .view-lines').filter({ hasText: '"NO_RECORD_FOUND"' }).waitFor();
});

scenario(
  'the filtered history is exported as CSV and as NDJSON: masked, whole, and nothing else left',
  async (page) => {
    await runCommand(page, 'Verification: Filter Order History…');
    await choose(page, ['verified']);
    await ordersAre(page, [rows.two, rows.one]);

    await runCommand(page, 'Verification: Export Orders…');
    await pick(page, 'CSV');
    await answerFileDialog(page, 'Export 2 Orders', fileOf('verified.csv'));
    await notification(page, '2 orders exported').waitFor();
    const csv = readFileSync(fileOf('verified.csv'), 'utf8');
    const told = csvRows(csv).map((row) => [row.order_id, row.message_code, row.billing, row.input_masked]);
    assert.deepEqual(told, [
      [ids.two, 'OK', 'billed', 'XX••••••51'],
      [ids.one, 'OK', 'billed', 'XX••••••37'],
    ]);

    // From the title of the view: what the filter shows, whatever row has the focus.
    await (await rowOf(page, 'one')).click();
    await orderPage(page, ids.one);
    await chooseOfView(page, 'Order History', 'Export Orders…');
    await pick(page, /NDJSON.*masked/s);
    await answerFileDialog(page, 'Export 2 Orders', fileOf('verified.ndjson'));
    await until(
      () => (readdirSync(session.home.workspace).includes('verified.ndjson') ? true : undefined),
      () => 'No NDJSON was written.',
      15_000,
    );
    const ndjson = readFileSync(fileOf('verified.ndjson'), 'utf8');
    const lines = ndjson
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map((line) => [line.order_id, JSON.parse(line.request), JSON.parse(line.answer).message_code]),
      [
        [ids.two, { rc_number: 'XX••••••51' }, 'OK'],
        [ids.one, { rc_number: 'XX••••••37' }, 'OK'],
      ],
    );
    for (const text of [csv, ndjson]) {
      for (const secret of [...personal, 'sandbox-key', 'quirkdesk', 'Bearer'])
        assert.equal(text.includes(secret), false, secret);
    }
    assert.deepEqual(readdirSync(session.home.workspace).sort(), ['verified.csv', 'verified.ndjson']);
  },
);

scenario('an export with personal data is asked about; declined, it writes nothing', async (page) => {
  await runCommand(page, 'Verification: Export Orders…');
  await pick(page, /NDJSON.*with personal data/s);
  const question = await modal(page);
  assert.match(await question.innerText(), /names, addresses, phone numbers, Aadhaar, PAN/);
  await answerModal(page, 'Cancel');
  await quickInput(page).waitFor({ state: 'hidden' });
  assert.deepEqual(readdirSync(session.home.workspace).sort(), ['verified.csv', 'verified.ndjson']);

  await runCommand(page, 'Verification: Clear Filter of Order History');
  await ordersAre(page, all);
  await (await rowOf(page, 'one')).click();
  await pressButton(await orderPage(page, ids.one), 'Export…');
  await pick(page, 'Folder of raw bodies');
  await answerModal(page, 'Export With Personal Data');
  await answerFileDialog(page, 'Export 1 Order', fileOf('bodies'));
  await until(
    () => (readdirSync(session.home.workspace).includes('bodies') ? true : undefined),
    () => 'No folder was written.',
    15_000,
  );
  const bodies = readdirSync(fileOf('bodies')).sort();
  assert.deepEqual(
    bodies.map((name) => name.replace(/^.*\./, '')),
    ['answer', 'request'],
  );
  const request = readFileSync(join(fileOf('bodies'), bodies[1] ?? ''), 'utf8');
  assert.deepEqual(JSON.parse(request), { rc_number: inputs.one });
});

scenario('an export that cannot be written says so and leaves nothing', async (page) => {
  // VS Code counts the characters of a name, the file system its bytes.
  await runCommand(page, 'Verification: Export Orders…');
  await pick(page, 'CSV');
  await answerFileDialog(page, 'Export 5 Orders', fileOf(`${'क'.repeat(90)}.csv`));
  await notification(page, 'Nothing was written: ENAMETOOLONG').waitFor();
  assert.equal(await page.locator('.monaco-dialog-box').count(), 0, 'VS Code has no box of its own for it');
  assert.deepEqual(readdirSync(session.home.workspace).sort(), ['bodies', 'verified.csv', 'verified.ndjson']);
});

scenario('the walkthrough ticks off what was done before it is first opened', async (page) => {
  await openWalkthrough(page);
  const done = (): Promise<string[]> => steps(page).then((all) => all.filter((one) => one.startsWith('✓')));
  await until(
    async () => ((await done()).length < 3 ? undefined : true),
    () => 'the first three steps are not ticked off',
    20_000,
  );
  assert.deepEqual(await done(), [
    '✓ Try it in the sandbox',
    '✓ Read an answer',
    '✓ Make the sandbox answer what you need',
  ]);
  await closeEditor(page, 'Welcome');
});

scenario('an erased order is gone from the tree, its page and every file of the history', async (page) => {
  assert.notDeepEqual(findInFiles(globalStorage, [ids.one]), []);
  await (await rowOf(page, 'one')).click();
  await pressButton(await orderPage(page, ids.one), 'Erase…');
  const question = await modal(page);
  assert.match(await question.innerText(), /Erase the order of [A-Z0-9•*]+\?[\s\S]*This cannot be undone\./);
  await answerModal(page, 'Cancel');
  await orderPage(page, ids.one);
  await pressButton(await orderPage(page, ids.one), 'Erase…');
  await answerModal(page, 'Erase');
  await notification(page, '1 order erased.').waitFor();
  await ordersAre(page, [rows.cut, rows.pending, rows.two, rows.none]);
  await tab(page, new RegExp(`^Order .* · ${rc}`)).waitFor({ state: 'detached' });
  assert.deepEqual(findInFiles(globalStorage, [ids.one]), []);

  // Behind the closed page stands a form of the same name.
  const forms = await tab(page, rc).count();
  await chooseFromMenu(page, await rowOf(page, 'two'), 'Send Again as a New Form…', tab(page, rc).nth(forms));
  const form = await pageOf(page, rc);
  await reads(field(form, 'Registration number'), inputs.two);
  await chooseFromMenu(
    page,
    await rowOf(page, 'two'),
    'Erase Everything About This Input…',
    page.locator('.monaco-dialog-box'),
  );
  assert.match(await (await modal(page)).innerText(), /Erase the only order with the input XX••••••51\?/);
  await answerModal(page, 'Erase');
  await ordersAre(page, [rows.cut, rows.pending, rows.none]);
  await form.getByText('This input was erased from the order history, so the form was emptied.').waitFor();
  await reads(field(form, 'Registration number'), '');
  assert.deepEqual(findInFiles(globalStorage, [ids.two]), []);
  assert.notDeepEqual(findInFiles(globalStorage, [ids.none]), []);
});

scenario(
  'an unknown order is closed from its row without an answer; then nothing wants attention',
  async (page) => {
    const asked = page.locator('.quick-input-widget:visible').filter({ hasText: 'Record Outcome (1/3)' });
    await chooseFromMenu(page, await rowOf(page, 'cut'), 'Record Outcome…', asked);
    await pick(page, /^Refunded/);
    await pick(page, 'No answer to keep');
    await answerInput(page, 'How do you know?', '');
    await anOrder(page, new RegExp(`^${rows.cut}.*, recorded: refunded`));
    await until(
      async () => ((await orderGroups(page)).join() === 'Today' ? true : undefined),
      () => 'Something still wants attention.',
      15_000,
    );
    await page.locator('.part.activitybar .badge-content:visible').waitFor({ state: 'detached' });
  },
);

scenario('all settled orders before a day are erased; a day there is not is refused', async (page) => {
  await runCommand(page, 'Verification: Erase Settled Orders Before…');
  await quickInput(page).fill('2999-02-30');
  await page.getByText('Write the day as year-month-day, for example 2026-01-31.').waitFor();
  await answerInput(page, 'Erase Settled Orders Before', '2999-02-01');
  assert.match(await (await modal(page)).innerText(), /Erase all settled orders before 2999-02-01\?/);
  await answerModal(page, 'Erase');
  await notification(page, '3 orders erased.').waitFor();
  await page.getByText('No orders yet.').waitFor();
  assert.deepEqual(findInFiles(globalStorage, Object.values(ids)), []);
});

/** Orders as calls of the last hours left them, straight into the file: twenty calls would take the tests' time. */
function leavePending(count: number): void {
  const db = new DatabaseSync(join(globalStorage, 'orders.sqlite'));
  const insert = db.prepare(
    `INSERT INTO orders (id, draft_id, operation, environment, kind, origin, machine, begun_at, deadline_at, masked_input,
       state, settled_at, outcome, billing, evidence, http_status, message_code, order_id, total_ms)
     VALUES (?, ?, 'rc-advanced', 'Sandbox', 'sandbox', 'http://127.0.0.1:1', 'm', ?, ?, ?, 'settled', ?, 'pending', 'billed',
       'stated', 202, 'ACCEPTED', ?, 100)`,
  );
  for (let n = 0; n < count; n += 1) {
    const at = Date.now() - (n + 1) * 60_000;
    insert.run(
      `pending-${n}`,
      `draft of pending-${n}`,
      at,
      at + 70_000,
      `XX••••••${n + 10}`,
      at + 100,
      `ORD-P-${n}`,
    );
  }
  db.close();
}

scenario('twenty pending orders are quoted with three actions, and followed up together', async (page) => {
  leavePending(20);
  // What was erased before is told where these buttons are, for as long as the mouse waits there.
  await runCommand(page, 'Notifications: Clear All Notifications');
  await runCommand(page, 'Verification: Show Orders Page');
  const frame = await pageOf(page, 'Orders');
  const open = frame.getByRole('button', { name: 'Open orders 20' });
  await open.waitFor();
  const actions = [
    () => open.click(),
    () => frame.getByRole('columnheader', { name: 'Select all' }).click(),
    () => pressButton(frame, 'Copy support quote'),
  ] as const;
  await actions[0]();
  await frame.locator('[data-preset=open][aria-pressed=true]').waitFor();
  await actions[1]();
  await frame.getByText('20 selected').first().waitFor();
  await actions[2]();
  await statusBarItem(page, 'Copied 20 support quotes').waitFor();
  assert.equal(actions.length, 3);
  const quotes: string = await page.evaluate('navigator.clipboard.readText()');
  assert.equal(quotes.match(/^order_id: ORD-P-\d+$/gm)?.length, 20);
  assert.equal(quotes.includes('XX•'), false);

  await pressButton(frame, 'Follow up on…');
  await pick(page, 'Tomorrow');
  await frame
    .locator('[data-order=pending-19] [data-column=due], [data-order=pending-19] [data-column=came]')
    .filter({ hasText: /due \S/ })
    .waitFor();
  await screenshot(page, join(outFolder, 'e2e/orders-page.png'));
  await session.reload([/preset\W+open/]);
  const again = await pageOf(page, 'Orders');
  await again.locator('[data-preset=open][aria-pressed=true]').waitFor();
  await again.locator('[data-order=pending-0]').waitFor();
});

scenario('Ctrl+F on the orders page goes to its field, and what is typed there is searched', async (page) => {
  const frame = await pageOf(page, 'Orders');
  await frame.locator('#grid').focus();
  await page.keyboard.press('Control+f');
  await frame.locator('#find:focus').waitFor();
  await page.keyboard.type('ord-p-19');
  await frame.locator('[data-order=pending-0]').waitFor({ state: 'detached' });
  await frame.locator('[data-order=pending-19]').waitFor();
  assert.equal(await frame.locator('#find').inputValue(), 'ord-p-19');
  assert.equal(await page.locator('.simple-find-part.visible, .find-widget.visible').count(), 0);
  await page.keyboard.press('Escape');
  await frame.locator('[data-order=pending-0]').waitFor();
});

scenario('Delete and Ctrl+C are for the row with the focus, and open none', async (page) => {
  const rowWith = (end: string) => anOrder(page, new RegExp(`, XX••••••${end}`));
  await rowWith('10');
  const list = page.locator('.part.sidebar .monaco-list').filter({ hasText: 'XX••10' });
  const focused = (end: string) => list.locator('.monaco-list-row.focused').filter({ hasText: `XX••${end}` });
  await list.focus();
  for (let down = 0; down < 5 && (await focused('11').count()) === 0; down += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await focused('11').waitFor();
  await page.keyboard.press('Control+c');
  await statusBarItem(page, 'Copied order_id ORD-P-1').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'ORD-P-1');
  // The row before is selected now; the arrow moves the focus alone.
  await page.keyboard.press('ArrowDown');
  await focused('12').waitFor();
  await page.keyboard.press('Delete');
  assert.match(await (await modal(page)).innerText(), /Erase the order of /);
  await answerModal(page, 'Erase');
  await notification(page, '1 order erased.').waitFor();
  await list.getByRole('treeitem', { name: /, XX••••••12/ }).waitFor({ state: 'detached' });
  for (const end of ['10', '11', '13']) await rowWith(end);
  assert.equal(await tab(page, new RegExp(`^Order .* · ${rc}`)).count(), 0);
});

scenario('Delete after several selected rows were erased is for the row with the focus', async (page) => {
  const list = page.locator('.part.sidebar .monaco-list').filter({ hasText: 'XX••13' });
  const focused = list.locator('.monaco-list-row.focused');
  await (await anOrder(page, /, XX••••••14/)).click();
  await orderPage(page, 'ORD-P-4');
  await list.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await list.locator('.monaco-list-row.selected').filter({ hasText: 'XX••15' }).waitFor();
  await page.keyboard.press('Delete');
  await answerModal(page, 'Erase');
  await notification(page, '2 orders erased.').waitFor();
  await list.getByRole('treeitem', { name: /, XX••••••15/ }).waitFor({ state: 'detached' });
  await list.focus();
  for (let down = 0; down < 5 && (await focused.filter({ hasText: 'XX••' }).count()) === 0; down += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await focused.filter({ hasText: 'XX••' }).waitFor();
  await page.keyboard.press('Delete');
  assert.match(await (await modal(page)).innerText(), /Erase the order of /);
  await answerModal(page, 'Cancel');
});
