import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { draftId, orderId } from '../../../src/calls/ports/ids.ts';
import { aFolder, aSettlement, aWindow, ids, newOrder, noon } from './aLedger.ts';

const run = promisify(execFile);

it('is one history for several processes that write at once, from the first moment on', async (t) => {
  const folder = aFolder(t);
  const writer = join(import.meta.dirname, 'writer.ts');
  const names = ['a', 'b', 'c', 'd'];
  const outputs = await Promise.all(
    names.map((name) =>
      run(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', writer, folder, name, '40']),
    ),
  );
  assert.deepEqual(
    outputs.map(({ stdout }) => stdout.trim()),
    names.map(() => '40 settled, 0 refused'),
  );
  const ledger = await aWindow(t, folder);
  assert.deepEqual(ledger.problems(), []);
  const expected = names.flatMap((name) => Array.from({ length: 40 }, (_, n) => `${name}-${n}`));
  assert.deepEqual((await ids(ledger)).toSorted(), expected.toSorted());
  const { orders } = await ledger.list({
    group: 'all',
    filter: { outcomes: ['negative'] },
    limit: 1000,
    after: null,
  });
  assert.equal(orders.length, 160);
});

it('begins a draft once when many windows are asked at once', async (t) => {
  const folder = aFolder(t);
  const windows = await Promise.all([1, 2, 3].map(() => aWindow(t, folder)));
  const draft = draftId(randomUUID());
  const begun = await Promise.allSettled(
    windows.flatMap((ledger) => [
      ledger.begin(newOrder(randomUUID(), { draftId: draft })),
      ledger.begin(newOrder(randomUUID(), { draftId: draft })),
    ]),
  );
  assert.equal(begun.filter((one) => one.status === 'fulfilled').length, 1);
});

it('settles an order once when two windows try', async (t) => {
  const folder = aFolder(t);
  const [one, two] = [await aWindow(t, folder), await aWindow(t, folder)];
  await one.begin(newOrder('a'));
  const settled = await Promise.allSettled([
    one.settle(orderId('a'), aSettlement()),
    two.settle(orderId('a'), aSettlement({ settledAt: noon + 1 })),
  ]);
  assert.deepEqual(settled.map((each) => each.status).toSorted(), ['fulfilled', 'rejected']);
  assert.deepEqual(await one.get(orderId('a')), await two.get(orderId('a')));
});
