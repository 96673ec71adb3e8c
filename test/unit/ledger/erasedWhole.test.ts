import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Eraser } from '../../../src/ledger/erasing.ts';
import { aRow, started } from './aBatch.ts';
import { addSettled, aFolder, aWindow, bytes, noon, place } from './aLedger.ts';
import { anEraser, count, erasures, grow, mebibyte } from './anEraser.ts';

/* What the user asked to be erased leaves with the whole file written anew; what goes by itself does not each time. */

const keepAll = { keep: 'everything', payloadDays: 0, orderDays: 0 } as const;

it('does nothing to the file where nothing was erased', async (t) => {
  const { eraser, store, anew } = await anEraser(t);
  store.sql('PRAGMA wal_checkpoint(TRUNCATE)').get();
  await eraser.finish(0);
  assert.deepEqual(await eraser.apply(keepAll, noon), { orders: 0, leftOpen: 0, dropped: 0 });
  assert.equal(await eraser.inputs(['nobody']).then(({ orders }) => orders), 0);
  assert.deepEqual([anew(), erasures(store)], [false, 0]);
});

it('writes a file anew for an erasure that was asked for, however large it is and however little was erased', async (t) => {
  const { eraser, store, names, anew } = await anEraser(t);
  grow(store, names.orders, 256 * mebibyte + 4096);
  await eraser.finish(1);
  assert.deepEqual([anew(), erasures(store)], [true, 1]);
});

it('writes a file anew after two hundred orders went by themselves, which no erasure counts', async (t) => {
  const folder = aFolder(t);
  const { eraser, store, anew } = await anEraser(t, folder);
  const goes = async (many: number): Promise<boolean> => {
    addSettled(folder, many);
    assert.equal((await eraser.apply({ ...keepAll, keep: 'open-only' }, noon + 1000)).orders, many);
    return anew();
  };
  assert.equal(await goes(199), false);
  assert.equal(await goes(1), true);
  assert.equal(await goes(199), false);
  assert.equal(erasures(store), 0);
});

for (const [bytes, whole] of [
  [256 * mebibyte, true],
  [256 * mebibyte + 4096, false],
] as const) {
  it(`writes a file of ${bytes} bytes ${whole ? '' : 'not '}anew after two hundred orders went by themselves`, async (t) => {
    const folder = aFolder(t);
    const { eraser, store, names, anew } = await anEraser(t, folder);
    addSettled(folder, 200);
    grow(store, names.orders, bytes);
    assert.equal((await eraser.apply({ ...keepAll, keep: 'open-only' }, noon + 1000)).orders, 200);
    assert.equal(anew(), whole);
  });
}

it('forgets the words of a filter that only erased orders had', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await place(ledger, 'stays');
  await place(ledger, 'goes', { order: { environment: 'gone-environment' } });
  const { eraser, store } = await anEraser(t, folder);
  const words = () =>
    store
      .sql('SELECT DISTINCT environment FROM facets ORDER BY 1')
      .all()
      .map(({ environment }) => environment);
  assert.deepEqual(words(), ['acme-prod', 'gone-environment']);
  await eraser.orders([orderId('goes')]);
  assert.deepEqual(words(), ['acme-prod']);
});

it('writes a file anew for an input that no order has, but a draft and a row of a batch', async (t) => {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  await started(ledger.batches, [aRow(0)]);
  await ledger.saveDraft(pageId('d'), bytes('typed'), noon);
  const { eraser, store, anew } = await anEraser(t, folder);
  assert.deepEqual(await eraser.inputs(['print 0']), { orders: 0, leftOpen: 0 });
  assert.deepEqual([anew(), erasures(store)], [true, 1]);
});

for (const [what, erase] of [
  ['was chosen', (eraser: Eraser) => eraser.orders([orderId('a')])],
  ['is of before a date', (eraser: Eraser) => eraser.settledBefore(noon + 1)],
] as const) {
  it(`writes a file anew for an order that ${what}, and the one draft that went with it`, async (t) => {
    const folder = aFolder(t);
    const ledger = await aWindow(t, folder);
    await place(ledger, 'a');
    await ledger.saveDraft(pageId('d'), bytes('typed'), noon);
    const { eraser, store, anew } = await anEraser(t, folder);
    assert.deepEqual(await erase(eraser), { orders: 1, leftOpen: 0 });
    assert.deepEqual([anew(), erasures(store)], [true, 1]);
  });
}

it('says that traces may remain where the file could not be written anew, and makes it good the next time', async (t) => {
  const folder = aFolder(t);
  const broken = join(folder, 'broken');
  writeFileSync(broken, 'no database, and longer than the header of one is '.repeat(20));
  const ledger = await aWindow(t, folder);
  await place(ledger, 'a');
  const { eraser, store, names, scrubbed, anew } = await anEraser(t, folder, { orders: broken });
  await assert.rejects(
    eraser.orders([orderId('a')]),
    /^Error: the orders are erased, but traces may remain in the file: .*not a database/,
  );
  assert.deepEqual([anew(), count(store, 'SELECT count(*) FROM orders')], [false, 0]);
  Object.assign(scrubbed, { orders: names.orders });
  // Nothing is due any more but that.
  await eraser.apply(keepAll, noon);
  assert.equal(anew(), true);
  await eraser.apply(keepAll, noon);
  await place(ledger, 'b');
  await eraser.apply({ ...keepAll, keep: 'open-only' }, noon + 1000);
  assert.deepEqual([anew(), count(store, 'SELECT count(*) FROM orders')], [false, 0]);
});
