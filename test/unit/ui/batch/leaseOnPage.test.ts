import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { leaseMs } from '../../../../src/calls/batch/engine.ts';
import type { Batch } from '../../../../src/calls/ports/batchPorts.ts';
import { b, plates, startRows } from '../../calls/batch/aRun.ts';
import { root } from '../../house/sources.ts';
import { aFolder, aWindow } from '../../ledger/aLedger.ts';
import { runAll } from '../../ui/batch/aResults.ts';
import { tabsOfPages } from '../../ui/shell/tabsOfPages.ts';

await import('../../ui/batch/aBatchWindow.ts');
const { BatchPages } = await import('../../../../src/ui/batch/batchPage.ts');

test('the page of a batch whose window was killed says that nobody runs it once its hold is over', async (t) => {
  const now = Date.now;
  const ledger = await aWindow(t, aFolder(t), undefined, { now });
  await startRows(ledger, 'b', plates(3));
  await runAll(ledger, 1);
  // Held by the other window, which is killed: its hold ends in one and a half seconds.
  assert.ok(await ledger.batches.hold(b, 'other', now() - leaseMs + 1500, leaseMs));
  const { aPanel } = tabsOfPages(t);
  const get = async (id: Batch['id']): Promise<Batch> => {
    const batch = await ledger.batches.get(id, 'window', now());
    assert.ok(batch !== null);
    return batch;
  };
  const batches = {
    services: {
      ledger: async () => ledger,
      session: 'window',
      now,
      log: { warn: () => undefined, error: () => undefined },
      extensionUri: { path: root },
    },
    store: async () => ledger.batches,
    get,
    progress: () => null,
    lastCalls: () => [],
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const pages = new BatchPages(batches as never, 'review');
  t.after(() => pages.dispose());
  const panel = aPanel('Batch');
  await pages.open(b, panel as never);
  panel.asks('page/ready', null);
  await rest(500);
  const runs = () => [...JSON.stringify(panel.posted).matchAll(/"runs":"(\w+)"/g)].map(([, one]) => one);
  assert.equal(runs().at(-1), 'elsewhere');
  await rest(6000);
  assert.equal((await get(b)).heldElsewhere, false);
  assert.equal(runs().at(-1), 'rests');
});
