import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowsParams } from '../../../src/protocol/contents.ts';
import { reads } from '../../support/values.ts';
import { filled, type Opened, until } from './harness.ts';
import { address, bulkResult, type Listed, listed, nested, tenRows } from './listSamples.ts';
import { ownPages } from './ownPages.ts';
import { emailOperation, state } from './samples.ts';

const withPage = ownPages();

function withList(of: Listed, body: (opened: Opened) => Promise<void>, width = 900): Promise<void> {
  const shown = state({ operation: emailOperation, answer: of.answer });
  return withPage({ state: shown, handlers: of.handlers, width }, body);
}

const plain = (texts: readonly string[]): string[] => texts.map((text) => text.replace(/\s+/g, ' ').trim());
const cells = async ({ page }: Opened, row: number): Promise<string[]> =>
  plain(await page.locator(`.grid-row[data-row="${row}"] .grid-is-value`).allTextContents());
const rowNumbers = async ({ page }: Opened): Promise<string[]> =>
  plain(await page.locator('.grid-row .grid-is-row').allTextContents());
const focused = ({ page }: Opened): Promise<string | null> =>
  page.evaluate('document.activeElement.closest("[data-place]")?.dataset.place ?? null');
const asks = ({ asked }: Opened, method: string) => asked.filter((message) => message.method === method);
const hasRow = ({ page }: Opened, row: number): Promise<void> =>
  page.locator(`.grid-row[data-row="${row}"]`).first().waitFor();

test('a list is a table: columns, counts by state, joined to what was sent', async () => {
  await withList(tenRows, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 9);
    const grid = page.getByRole('grid', { name: 'Table of results' });
    assert.equal(await grid.getAttribute('aria-rowcount'), '11');
    assert.deepEqual(plain(await page.getByRole('columnheader').allTextContents()), [
      ...['Row', 'Sent #', 'email', 'valid', 'deliverable', 'score', 'Reveal', 'Copy'],
    ]);
    assert.deepEqual(await cells(opened, 3), ['masked: p••••••n@••••••.com ·4', 'true', 'yes', '3']);
    assert.deepEqual(plain(await page.locator('.chip').allTextContents()), [
      ...['7 true', '3 false', '4 yes', '3 no', '3 unknown'],
    ]);
    // Sent in the opposite order, the eleventh address first: it is in no row.
    assert.equal(await page.locator('.grid-row[data-row="3"] .grid-is-sent').textContent(), '8');
    await page.getByText('1 of 11 entries sent has no row').click();
    assert.deepEqual(plain(await page.locator('.grid-unmet li').allTextContents()), [
      '1: p••••••n@••••••.com',
    ]);
  });
});

test('rows are sorted, filtered behind the mask, and shown by state', async () => {
  await withList(tenRows, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 9);
    const score = page.getByRole('columnheader', { name: 'score' });
    await score.getByRole('button').click();
    assert.equal(await score.getAttribute('aria-sort'), 'ascending');
    await score.getByRole('button').click();
    await until(page, 'document.querySelector(".grid-row").dataset.row === "9"');
    assert.equal(await score.getAttribute('aria-sort'), 'descending');
    await page.getByRole('button', { name: '3 false' }).click();
    await page.getByText('3 of 10 rows').waitFor();
    assert.deepEqual(await rowNumbers(opened), ['8', '5', '2']);
    await page.getByRole('searchbox', { name: 'Filter rows of results' }).fill(address(4).toUpperCase());
    await page.getByText('1 of 10 rows').waitFor();
    assert.deepEqual(await rowNumbers(opened), ['5']);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No row holds this.').waitFor();
    // A later snapshot of the same answer leaves the list as it is looked at.
    await opened.show(state({ operation: emailOperation, answer: { ...tenRows.answer, warning: 'later' } }));
    await reads(page.getByRole('searchbox'), 'nobody');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: '3 false' }).click();
    await hasRow(opened, 0);
    assert.equal((await rowNumbers(opened)).length, 10);
  });
});

test('rows that cannot be had are asked for once, not without end, and that is said', async () => {
  const rows = tenRows.handlers['answer/rows'];
  assert.ok(rows !== undefined);
  const handlers: Listed['handlers'] = {
    ...tenRows.handlers,
    'answer/rows': (params) => {
      if (params.query.filter === 'refused') throw new Error('the history is gone');
      return rows(params);
    },
  };
  await withList({ ...tenRows, handlers }, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 9);
    const before = asks(opened, 'answer/rows').length;
    const search = page.getByRole('searchbox', { name: 'Filter rows of results' });
    assert.equal(await search.getAttribute('maxlength'), '1000', 'no more than the host takes');
    await search.fill('refused');
    await page.getByText('the history is gone').waitFor();
    await page.waitForTimeout(300);
    assert.equal(asks(opened, 'answer/rows').length, before + 1);
    await search.fill('');
    await hasRow(opened, 9);
  });
});

test('a cell, a row and all of it can be revealed and hidden again', async () => {
  await withList(tenRows, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 9);
    const email = (row: number) => page.locator(`.grid-row[data-row="${row}"] .grid-is-value`).first();
    await page.getByRole('button', { name: 'Reveal email 2' }).click();
    await email(1).getByText(address(1)).waitFor();
    await page.getByRole('button', { name: 'Reveal row 4' }).click();
    await email(3).getByText(address(3)).waitFor();
    assert.match((await email(2).textContent()) ?? '', /•/);
    await page.getByRole('button', { name: 'Hide row 4' }).click();
    await email(3).getByText('p••••••n@••••••.com ·4').waitFor();
    await page.locator('.toolbar').getByRole('button', { name: 'Reveal all' }).click();
    await email(9).getByText(address(9)).waitFor();
    await page.locator('.toolbar').getByRole('button', { name: 'Hide all' }).click();
    await email(1).getByText('p••••••n@••••••.com ·2').waitFor();
    assert.equal(await page.getByText('@example.com').count(), 0);
  });
});

test('the keyboard goes through the cells, reveals them, and copies what is shown', async () => {
  await withList(tenRows, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 9);
    assert.equal(await page.locator('[role=grid] [tabindex="0"]').count(), 1);
    await page.getByRole('grid').locator('[tabindex="0"]').focus();
    assert.equal(await focused(opened), '-1/0');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    assert.equal(await focused(opened), '1/2');
    await page.keyboard.press('Enter');
    await page.getByText(address(1)).waitFor();
    assert.equal(await focused(opened), '1/2');
    await page.keyboard.press('Control+c');
    await page.getByText('Copied').waitFor();
    assert.deepEqual(tenRows.copied.at(-1), {
      orderId: 'order-2',
      what: 'cell',
      path: 'data.result.results',
      reveal: { all: false, rows: [], cells: ['1/0'] },
      row: 1,
      column: 0,
    });
    await page.keyboard.press('Control+End');
    assert.equal(await focused(opened), '9/7');
    await page.keyboard.press('Enter');
    await filled(tenRows.copied, 2);
    assert.deepEqual([tenRows.copied.at(-1)?.what, tenRows.copied.length], ['row', 2]);
    await page.keyboard.press('Control+Home');
    assert.equal(await focused(opened), '0/0');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    assert.equal(await focused(opened), '-1/7');
    assert.equal(asks(opened, 'call/submit').length, 0);
  });
});

test('the table is copied and saved as it is looked at, and opens in the editor', async () => {
  await withList(tenRows, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 9);
    await page.getByRole('button', { name: '3 false' }).click();
    await page.getByText('3 of 10 rows').waitFor();
    await page.getByRole('button', { name: 'Copy CSV' }).click();
    const query = { sort: null, filter: '', only: { column: 1, text: 'false' } };
    const common = { orderId: 'order-2', path: 'data.result.results', query };
    const reveal = { all: false, rows: [], cells: [] };
    await page.getByText('Copied').waitFor();
    assert.deepEqual(tenRows.copied.at(-1), { ...common, reveal, what: 'table' });
    await page.getByRole('button', { name: 'Save CSV…' }).click();
    await page.locator('verification-grid').getByRole('button', { name: 'Open in editor' }).click();
    assert.deepEqual(
      asks(opened, 'answer/saveTable').map(({ params }) => params),
      [
        { ...common, reveal, to: 'file' },
        { ...common, reveal, to: 'editor' },
      ],
    );
  });
});

test('two hundred thousand rows come a hundred at a time; the last is one key away', async () => {
  const many = listed('email-bulk', { result: bulkResult(200_000) });
  await withList(many, async (opened) => {
    const { page } = opened;
    await hasRow(opened, 0);
    assert.ok((await page.locator('.grid-row').count()) < 80);
    await page.getByRole('grid').locator('[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    await hasRow(opened, 199_999);
    await until(
      page,
      'document.activeElement.closest("[data-place]")?.dataset.place.startsWith("199999/") ?? false',
    );
    assert.deepEqual((await cells(opened, 199_999)).slice(1), ['false', 'no', '199999']);
    await page.keyboard.press('ArrowUp');
    await until(
      page,
      'document.activeElement.closest("[data-place]")?.dataset.place.startsWith("199998/") ?? false',
    );
    const rows = asks(opened, 'answer/rows').map(({ params }) => params as RowsParams);
    assert.ok(rows.every(({ count }) => count === 100));
    assert.ok(rows.length < 12, `${rows.length} requests`);
  });
});

test('an answer that is a list itself is a table, too; one row is no list to be searched', async () => {
  const bare = listed('email-bulk', { whole: [{ email: address(1), valid: true }, 'loose'] });
  await withList(bare, async (opened) => {
    await hasRow(opened, 1);
    assert.deepEqual(await cells(opened, 1), ['–', '–', 'loose']);
    assert.equal(await opened.page.getByRole('searchbox').count(), 0);
  });
});

test('objects fold as a tree with a table in it; empty fields are folded under their count', async () => {
  await withList(nested, async (opened) => {
    const { page } = opened;
    const room = page.locator('[data-path="data.result.challan_details.court.room"]');
    assert.equal(await room.count(), 1);
    await page.getByRole('button', { name: 'Reveal room' }).click();
    await room.getByText('4').waitFor();
    await page.getByRole('grid', { name: 'Table of challan_details.challans' }).waitFor();
    await page.locator('summary', { hasText: 'challan_details' }).click();
    assert.equal(await room.isVisible(), false);
    const color = page.locator('[data-path="data.result.color"]');
    assert.equal(await color.isVisible(), false);
    await page.locator('.group', { has: color }).getByText('1 empty field').click();
    assert.equal(await color.isVisible(), true);
  });
});

test('a value is copied as it is shown', async () => {
  await withList(nested, async (opened) => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Copy rc_number' }).click();
    const copied = { orderId: 'order-2', what: 'value', path: 'data.result.rc_number' };
    await until(page, 'document.querySelector(".said").textContent === "Copied"');
    assert.deepEqual(nested.copied.at(-1), { ...copied, revealed: false });
    await page.getByRole('button', { name: 'Reveal rc_number' }).click();
    await page.getByText('XX00AB1234').waitFor();
    await page.getByRole('button', { name: 'Copy rc_number' }).click();
    await filled(nested.copied, 2);
    assert.deepEqual(nested.copied.at(-1), { ...copied, revealed: true });
  });
});
