import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Locator } from 'playwright-core';
import type { ReviewState } from '../../../src/protocol/batchReview.ts';
import { until as soon } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import { testLooks } from './axe.ts';
import { type Built, buildPage, edgeOf, filled, launch, type Opened, openPage, until } from './harness.ts';
import {
  aReview,
  aRow,
  hugeReview,
  threeRows,
  troubled,
  unmappedReview,
  unreadable,
} from './reviewSamples.ts';

let browser: Browser;
let built: Built;
before(async () => {
  [browser, built] = await Promise.all([launch(), buildPage('webview/review')]);
});
after(() => browser.close());

const states: Readonly<Record<string, ReviewState>> = {
  three: threeRows,
  troubled,
  huge: hugeReview,
  unmapped: unmappedReview,
  unreadable,
};

interface Options {
  readonly state: ReviewState;
  readonly values?: Readonly<Record<string, string>>;
  readonly failing?: string;
}

async function opened({ state, values = {}, failing }: Options): Promise<Opened<ReviewState>> {
  const handlers: object = {
    'review/reveal': async () => values,
    ...(failing === undefined
      ? {}
      : {
          [failing]: async () => {
            throw new Error('the disk is full');
          },
        }),
  };
  const found = await openPage<ReviewState>(browser, built, { state, handlers });
  await found.page.getByRole('heading', { level: 1, name: `Batch of ${state.source}` }).waitFor();
  return found;
}

/** What the page asks for last: a press is over before what it asks has come here. */
async function asks({ asked }: Opened<ReviewState>, method: string, params: unknown): Promise<void> {
  const isLast = () => isDeepStrictEqual([asked.at(-1)?.method, asked.at(-1)?.params], [method, params]);
  await soon(
    () => isLast() || undefined,
    () => `asked last: ${JSON.stringify(asked.at(-1))}, and not ${method} ${JSON.stringify(params)}`,
    10_000,
  );
}

/** Whether it has the focus. */
const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element.matches(':focus'));

testLooks(states, (_, state) => opened({ state }));

test('the operation stands under the title, however many columns are chosen beside it', async () => {
  const fields = unmappedReview.fields.slice(0, 2);
  const { page } = await opened({ state: { ...threeRows, fields } });
  const tops = await Promise.all(
    ['.setup', '.setup > .choices', '.mapping'].map((one) => page.locator(one).first().boundingBox()),
  );
  const [setup, operation, columns] = tops.map((box) => box?.y ?? Number.NaN);
  assert.ok(operation !== undefined && setup !== undefined && operation - setup < 20, JSON.stringify(tops));
  assert.equal(columns, operation);
  await page.close();
});

test('the focus ring of a row’s last button is whole', async () => {
  const { page } = await opened({ state: troubled });
  await page.setViewportSize({ width: 600, height: 900 });
  const button = page.locator('.rows .acts button:last-child').first();
  await page.locator('.rows .acts button').first().focus();
  await button.focus();
  const [own, around] = [await button.boundingBox(), await page.locator('.rows').boundingBox()];
  assert.ok(own !== null && around !== null);
  const style = 'getComputedStyle(document.activeElement)';
  const ring = await page.evaluate<number>(
    `parseFloat(${style}.outlineWidth) + parseFloat(${style}.outlineOffset)`,
  );
  assert.ok(own.x + own.width + ring <= around.x + around.width, JSON.stringify([own, around, ring]));
  await page.close();
});

test('wide, it keeps its edge and is one column that scrolls as a whole', async () => {
  const { page } = await opened({ state: troubled });
  await page.setViewportSize({ width: 1400, height: 900 });
  const { left, asHighAsWindow } = await edgeOf(page);
  assert.ok(left >= 10, `${left} px`);
  assert.equal(asHighAsWindow, false);
  await page.close();
});

test('nothing scrolls sideways, narrow, wide, at 200 %, and with text twice its size', async () => {
  for (const [name, state] of Object.entries(states)) {
    const { page } = await opened({ state });
    for (const [width, height, size] of [
      [320, 900, 13],
      [500, 900, 13],
      [1400, 900, 13],
      [640, 450, 13],
      [640, 900, 26],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(`document.documentElement.style.setProperty('--vscode-font-size', '${size}px')`);
      const over = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(over, 0, `${name} at ${width} by ${height}, text of ${size} px`);
    }
    await page.close();
  }
});

test('groups say how many there are and what becomes of them; each can be sent or left as a whole, or shown', async () => {
  const found = await opened({ state: troubled });
  const { page, described } = found;
  const boxes = await described('checkbox');
  assert.equal(
    boxes['Send all: Paid before'],
    'Left out unless you choose them: they would be billed again.',
  );
  assert.equal(boxes['Send all: Look wrong'], '1 of 4 are sent.');
  const some = page.getByRole('checkbox', { name: 'Send all: Look wrong' });
  assert.equal(await some.evaluate((box) => 'indeterminate' in box && box.indeterminate), true);
  assert.ok(await page.getByRole('checkbox', { name: 'Send all: Repeats' }).isDisabled());
  await page.getByRole('checkbox', { name: 'Send all: Paid before' }).press('Space');
  await asks(found, 'review/chooseGroup', { plan: 1, group: 'paid', sent: true });
  await page.getByRole('button', { name: 'Ready 10' }).press('Enter');
  await asks(found, 'review/show', { group: 'ready', offset: 0 });
  assert.equal(await page.getByRole('button', { name: 'Look wrong 4' }).getAttribute('aria-pressed'), 'true');
});

test('a row is left out or sent by itself; one that cannot be read cannot be sent', async () => {
  const found = await opened({ state: troubled });
  const { page } = found;
  await page.getByRole('checkbox', { name: 'Send line 9' }).check();
  await asks(found, 'review/chooseRow', { plan: 1, row: 7, sent: true });
  assert.ok(await page.getByRole('checkbox', { name: 'Send line 11' }).isDisabled());
  await page.getByRole('button', { name: 'Open the order of line 14' }).click();
  await asks(found, 'review/openOrder', { plan: 1, row: 12 });
  await page.getByRole('button', { name: 'Line 5 as in the file' }).click();
  await asks(found, 'review/undo', { plan: 1, row: 3 });
});

test('what a row holds is covered until it is revealed, and again once the rows were looked at anew', async () => {
  const { page, show } = await opened({ state: troubled, values: { rc_number: 'XX00AA1007' } });
  assert.equal(await page.getByText('XX00AA1007').count(), 0);
  await page.getByRole('button', { name: 'Reveal line 9' }).click();
  await page.getByText('XX00AA1007').waitFor();
  await page.getByRole('button', { name: 'Hide line 9' }).click();
  await page.getByText('XX00AA1007').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reveal line 9' }).click();
  await page.getByText('XX00AA1007').waitFor();
  await show({ ...troubled, plan: 2 });
  assert.equal(await page.getByText('XX00AA1007').count(), 0);
});

test('what all listed rows hold is revealed at once, and covered again; each can be covered by itself', async () => {
  const { page, asked } = await opened({ state: troubled, values: { rc_number: 'XX00AA1007' } });
  const plain = page.getByText('XX00AA1007');
  await page.getByRole('button', { name: 'Reveal line 9' }).click();
  await plain.waitFor();
  await page.getByRole('button', { name: 'Reveal all' }).click();
  await page.getByRole('button', { name: 'Hide all' }).waitFor();
  assert.equal(await plain.count(), 4);
  const revealed = asked.filter(({ method }) => method === 'review/reveal').map(({ params }) => params);
  assert.deepEqual(
    revealed,
    [7, 3, 9, 12].map((row) => ({ plan: 1, row })),
  );
  await page.getByRole('button', { name: 'Hide line 9' }).click();
  await page.getByRole('button', { name: 'Reveal all' }).click();
  await page.getByRole('button', { name: 'Hide all' }).click();
  await page.getByRole('button', { name: 'Reveal all' }).waitFor();
  assert.equal(await plain.count(), 0);
  await page.close();
});

test('how a row is sent is told where that is seen: not of one that is masked alike', async () => {
  const rows = [aRow('ready', 3, { sentAs: 'XX••••••03' }), aRow('ready', 4, { sentAs: 'YY••••••04' })];
  const state = aReview(threeRows.groups, 'ready', rows);
  const { page } = await opened({ state, values: { rc_number: 'xx 00 aa 1003' } });
  await page.getByText('sent as YY••••••04').waitFor();
  const alike = page.getByText('sent as XX••••••03');
  assert.equal(await alike.count(), 0);
  await page.getByRole('button', { name: 'Reveal line 5' }).click();
  await alike.waitFor();
  await page.close();
});

test('a row is corrected by keyboard alone: Enter keeps, Escape gives up, and the focus comes back', async () => {
  const found = await opened({ state: troubled, values: { rc_number: 'nonsense' } });
  const { page } = found;
  const pen = page.getByRole('button', { name: 'Correct line 9' });
  await pen.press('Enter');
  const input = page.getByRole('textbox', { name: 'Registration number' });
  await input.waitFor();
  assert.ok(await isFocused(input));
  await page.keyboard.press('Escape');
  await input.waitFor({ state: 'detached' });
  assert.ok(await isFocused(pen));
  assert.ok(!found.asked.some(({ method }) => method === 'review/correct'));
  await pen.press('Enter');
  await input.fill('MH12AB0000');
  await page.keyboard.press('Enter');
  await input.waitFor({ state: 'detached' });
  const sent = found.asked.find(({ method }) => method === 'review/correct');
  assert.deepEqual(sent?.params, { plan: 1, row: 7, values: { rc_number: 'MH12AB0000' } });
  assert.ok(await isFocused(pen));
});

test('what is typed into a row to be corrected takes the place of what stands there', async () => {
  const { page } = await opened({ state: troubled, values: { rc_number: '12345' } });
  await page.getByRole('button', { name: 'Correct line 9' }).click();
  const input = page.getByRole('textbox', { name: 'Registration number' });
  await input.waitFor();
  await page.keyboard.type('MH12AB0000');
  await reads(input, 'MH12AB0000');
});

test('a corrected row that goes to another group leaves the focus with its successor, or with the groups', async () => {
  const { page, show } = await opened({ state: troubled, values: { rc_number: 'nonsense' } });
  await page.getByRole('button', { name: 'Correct line 9' }).press('Enter');
  const input = page.getByRole('textbox', { name: 'Registration number' });
  await input.waitFor();
  // The host sends what became of the rows before it answers.
  const [first, ...others] = troubled.groups;
  assert.ok(first !== undefined);
  await show({
    ...troubled,
    plan: 2,
    shown: { ...troubled.shown, rows: troubled.shown.rows.filter(({ row }) => row !== 7) },
  });
  await input.waitFor({ state: 'detached' });
  assert.notEqual(await page.evaluate('document.activeElement?.tagName'), 'BODY');
  const shown = { ...threeRows.shown, group: first.id, rows: [] };
  await show({ ...troubled, plan: 3, groups: others, shown });
  const group = page.locator('.groups').getByRole('button').first();
  await group.waitFor();
  assert.ok(await isFocused(group));
});

test('what was typed stays where it could not be kept', async () => {
  const { page } = await opened({ state: troubled, values: { rc_number: 'x' }, failing: 'review/correct' });
  await page.getByRole('button', { name: 'Correct line 9' }).click();
  const input = page.getByRole('textbox', { name: 'Registration number' });
  await input.fill('MH12AB0000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Failed: the disk is full' }).waitFor();
  await reads(input, 'MH12AB0000');
});

test('Start keeps what is being typed first, and starts nothing where that cannot be kept', async () => {
  const methods = ({ asked }: Opened<ReviewState>): readonly string[] =>
    asked.map(({ method }) => method).filter((one) => /correct|start/.test(one));
  const typing = async (found: Opened<ReviewState>): Promise<void> => {
    await found.page.getByRole('button', { name: 'Correct line 9' }).click();
    await found.page.getByRole('textbox', { name: 'Registration number' }).fill('MH12AB0000');
    await found.page.getByRole('button', { name: 'Start batch…', exact: true }).click();
  };
  const kept = await opened({ state: troubled, values: { rc_number: 'nonsense' } });
  await typing(kept);
  await asks(kept, 'review/start', null);
  assert.deepEqual(methods(kept), ['review/correct', 'review/start']);
  const failing = await opened({ state: troubled, values: { rc_number: 'x' }, failing: 'review/correct' });
  await typing(failing);
  await failing.page.getByRole('alert').filter({ hasText: 'Failed: the disk is full' }).waitFor();
  await reads(failing.page.getByRole('textbox', { name: 'Registration number' }), 'MH12AB0000');
  assert.deepEqual(methods(failing), ['review/correct']);
});

test('columns, the header and the operation are chosen one at a time; what is missing is named', async () => {
  const found = await opened({ state: unmappedReview });
  const { page } = found;
  await page.getByText('Choose the column that holds number.').waitFor();
  await page.getByRole('combobox', { name: /^Number of the document/ }).selectOption({ label: 'Reg. No.' });
  await asks(found, 'review/source', { field: 'number', source: { kind: 'column', column: 0 } });
  await page.getByRole('combobox', { name: /^name/ }).selectOption({ label: 'Nothing: leave it out' });
  await asks(found, 'review/source', { field: 'name', source: { kind: 'none' } });
  await page.getByRole('textbox', { name: 'fetch_by of every row' }).fill('aadhaar');
  await page.keyboard.press('Tab');
  await asks(found, 'review/source', { field: 'fetch_by', source: { kind: 'value', value: 'aadhaar' } });
  await page.getByRole('checkbox', { name: 'The first line names the columns' }).uncheck();
  await asks(found, 'review/header', { header: false });
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('email-bulk');
  await asks(found, 'review/operation', { operation: 'email-bulk' });
  assert.ok(await page.getByRole('button', { name: 'Start batch…' }).isDisabled());
});

test('a field with choices takes one of them for every row at once, and any other text as before', async () => {
  const fields = unmappedReview.fields.map((one) =>
    one.name === 'fetch_by' ? { ...one, choices: ['mobile', 'pan'] } : one,
  );
  const found = await opened({ state: { ...unmappedReview, fields } });
  const { page, show } = found;
  const source = page.getByRole('combobox', { name: /^fetch_by/ });
  await source.selectOption({ label: '“pan” in every row' });
  const chosen = { kind: 'value', value: 'pan' } as const;
  await asks(found, 'review/source', { field: 'fetch_by', source: chosen });
  const withPan = fields.map((one) => (one.name === 'fetch_by' ? { ...one, source: chosen } : one));
  await show({ ...unmappedReview, fields: withPan });
  await page.getByRole('textbox', { name: 'fetch_by of every row' }).waitFor({ state: 'detached' });
  await reads(source, 'value=pan');
  await source.selectOption({ label: 'The same text in every row…' });
  await asks(found, 'review/source', { field: 'fetch_by', source: { kind: 'value', value: '' } });
});

test('a hundred thousand rows are a hundred at a time; pages are walked and jumped to', async () => {
  const found = await opened({ state: hugeReview });
  const { page, show } = found;
  const table = page.getByRole('table', { name: 'Ready: rows 1 to 100 of 95157' });
  assert.equal(await table.getByRole('row').count(), 101);
  await page.getByRole('button', { name: 'Next page' }).first().click();
  await asks(found, 'review/show', { group: 'ready', offset: 100 });
  await page.getByRole('button', { name: 'Last page' }).first().click();
  await asks(found, 'review/show', { group: 'ready', offset: 95_100 });
  const number = page.getByRole('textbox', { name: 'Page' }).first();
  await number.fill('500');
  await number.press('Tab');
  await asks(found, 'review/show', { group: 'ready', offset: 49_900 });
  await show({
    ...hugeReview,
    shown: { ...hugeReview.shown, offset: 95_100, rows: [aRow('ready', 95_156)] },
  });
  await page.getByRole('table', { name: 'Ready: rows 95101 to 95101 of 95157' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Next page' }).first().isDisabled());
});

test('the sum is in view, a missing price can be set, and the start asks the host', async () => {
  const found = await opened({ state: troubled });
  const { page } = found;
  await page.getByText('11 of 20 rows').first().waitFor();
  await page.getByText('The budget of acme-prod for today is used up.').waitFor();
  await page.getByRole('button', { name: 'Set price…' }).click();
  await asks(found, 'review/setPrice', null);
  const results = page.getByRole('combobox', { name: 'Results' });
  await results.selectOption({ label: 'NDJSON, masked in all columns' });
  await asks(found, 'review/results', { choice: 'ndjson-masked' });
  await results.selectOption('none');
  await asks(found, 'review/results', { choice: 'none' });
  await page.getByRole('button', { name: 'Change the results file' }).click();
  await asks(found, 'review/resultsFile', null);
  await page.getByRole('button', { name: 'Start batch…' }).click();
  await asks(found, 'review/start', null);
});

test('a file that cannot be read says why, and opens at its line where there is one', async () => {
  const problem = 'rows.csv: line 1,204 is not a JSON object.';
  const unread = { ...threeRows, problem, summary: null, groups: [], canStart: false };
  const found = await opened({ state: { ...unread, problemLine: 1204 } });
  await found.page.getByRole('alert').filter({ hasText: problem }).waitFor();
  const open = found.page.getByRole('button', { name: 'Open at Line 1204' });
  await open.press('Enter');
  await asks(found, 'review/openAtProblem', null);
  await found.show({ ...unread, problemLine: null });
  await open.waitFor({ state: 'detached' });
});

test('rows of an earlier batch say so, and cannot be made to go elsewhere or to mean something else', async () => {
  const earlier = 'Rows of an earlier batch, run again.';
  const { page, show } = await opened({ state: { ...threeRows, earlier, columns: [], header: null } });
  await page.getByText(earlier).waitFor();
  for (const name of ['Other file…', 'Switch environment'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  assert.equal(await page.getByRole('combobox', { name: 'Operation' }).count(), 0);
  await page.getByText('RC Details Advanced').waitFor();
  assert.equal(await page.getByRole('group', { name: 'Columns' }).count(), 0);
  await show(threeRows);
  await page.getByRole('button', { name: 'Other file…' }).waitFor();
});

test('rows that leave in another spelling than they stand in the file are counted and named', async () => {
  const { page, show } = await opened({ state: troubled });
  const line = page.getByText('Sent in the usual form');
  await line.waitFor();
  assert.match((await page.locator('dl.summary').textContent()) ?? '', /2 rows: lines 5, 14/);
  await show(threeRows);
  await line.waitFor({ state: 'detached' });
});

test('what changed around it is told aloud; a reload brings the page back by its id alone', async () => {
  const { page, show, kept } = await opened({ state: threeRows });
  assert.deepEqual(await kept(), { review: 'page-1' });
  await show({ ...threeRows, plan: 2, reading: 40, summary: null, groups: [] });
  await page.getByRole('status').filter({ hasText: 'Checking the rows…' }).waitFor();
  const notice = 'The file was changed; its rows were read again.';
  await show(aReview(threeRows.groups, 'ready', threeRows.shown.rows, { plan: 2, notice }));
  await page.getByRole('status').filter({ hasText: notice }).waitFor();
});

test('the review fits its budget of 60 KB', () => {
  assert.ok(built.script.length < 60_000, `${built.script.length} characters`);
});

test('no notification of VS Code lies over Start batch…: those fill the right corner below', async () => {
  /** VS Code draws them at most this wide, a little off the edge of its window. */
  const toast = 460;
  for (const width of [980, 720, 640]) {
    const { page } = await openPage<ReviewState>(browser, built, { state: threeRows, width });
    const box = await page.getByRole('button', { name: 'Start batch…', exact: true }).boundingBox();
    assert.ok(box !== null && box.x + box.width < width - toast, `${width}: ${JSON.stringify(box)}`);
    await page.close();
  }
});

test('Ctrl+Enter presses Start batch…, once for a key held down, and not where nothing can start', async () => {
  const starts = ({ asked }: Opened<ReviewState>): number =>
    asked.filter(({ method }) => method === 'review/start').length;
  const found = await opened({ state: threeRows });
  const { page } = found;
  await page.getByRole('button', { name: 'Start batch…', exact: true }).focus();
  await page.keyboard.down('Control');
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await until(page, "document.getElementById('start-batch') !== null");
  await filled(found.asked, 2);
  assert.equal(starts(found), 1);
  await page.close();
  // As a command that no key stands behind, too: the host asks.
  const commanded = await opened({ state: threeRows });
  await commanded.send();
  await filled(commanded.asked, 2);
  assert.equal(starts(commanded), 1);
  await commanded.page.close();
  const stuck = await opened({ state: { ...threeRows, canStart: false } });
  await stuck.page.keyboard.press('Control+Enter');
  await stuck.send();
  await stuck.show({ ...threeRows, canStart: false });
  assert.equal(starts(stuck), 0);
  await stuck.page.close();
});

test('what the host refuses is not shown as chosen', async () => {
  for (const [failing, box] of [
    ['review/chooseRow', /^Send line/],
    ['review/chooseGroup', /^Send all/],
  ] as const) {
    const { page } = await opened({ state: threeRows, failing });
    const first = page.getByRole('checkbox', { name: box, disabled: false }).first();
    const before = await first.isChecked();
    await first.click();
    await page.getByText('the disk is full').waitFor();
    assert.equal(await first.isChecked(), before, failing);
    await page.close();
  }
});

test('a refused choice of a list goes back to what is so', async () => {
  const { page } = await opened({ state: threeRows, failing: 'review/results' });
  const results = page.getByRole('combobox', { name: 'Results' });
  const before = await results.inputValue();
  const others = await results.locator('option').evaluateAll((all) => all.map(({ value }) => value));
  await results.selectOption(others.find((one) => one !== before) ?? '');
  await page.getByText('the disk is full').waitFor();
  assert.equal(await results.inputValue(), before);
  await page.close();
});
