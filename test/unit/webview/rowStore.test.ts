import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowStore } from '../../../webview/envelope/rowStore.ts';

const row = { row: 0, sent: null, cells: [] };
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('rows that could not be had are not asked for without end, however often their table is drawn', async () => {
  let asked = 0;
  let isRefused = true;
  const failures: unknown[] = [];
  // As the table does: what changed is drawn, what is drawn is wanted, and what went wrong is said, which draws the page.
  const draw = (): void => {
    if (asked < 50) store.want(0, 20).catch((error: unknown) => failures.push(error) > 0 && draw());
  };
  const store: RowStore = new RowStore(
    10,
    async () => {
      asked += 1;
      if (isRefused) throw new Error('too long a filter');
      return { total: 1, from: 0, rows: [row] };
    },
    () => draw(),
  );
  draw();
  for (let turns = 0; turns < 20; turns += 1) await turn();
  assert.deepEqual([asked, failures.length], [1, 1]);
  // Whoever looks again asks again.
  isRefused = false;
  store.again();
  draw();
  await turn();
  assert.deepEqual([asked, store.at(0)], [2, row]);
});
