import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Batch } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { until } from '../../../support/processes.ts';
import { b, plates, startRows } from '../../calls/batch/aRun.ts';
import { root } from '../../house/sources.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { runAll } from './aResults.ts';

const { aBatchWindow, windowsBatches } = await import('./aBatchWindow.ts');
const vscode = await import('vscode');
const { BatchPages } = await import('../../../../src/ui/batch/batchPage.ts');

/** The pages of a window in which nothing runs, and a batch of which so many calls have come to an end. */
async function somePages(t: TestContext, calls: number, rows = 3) {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', plates(rows));
  await runAll(ledger, calls);
  const { aPanel } = tabsOfPages(t);
  const run: unknown[][] = [];
  const { executeCommand } = vscode.commands;
  t.after(() => Object.assign(vscode.commands, { executeCommand }));
  Object.assign(vscode.commands, { executeCommand: async (...given: unknown[]) => run.push(given) });
  const window = { now: noon, counts: 0, changed: (_: string): void => undefined };
  const outcomes = ledger.batches.outcomes.bind(ledger.batches);
  ledger.batches.outcomes = (id) => {
    window.counts += 1;
    return outcomes(id);
  };
  const get = async (id: Batch['id']): Promise<Batch> => {
    const batch = await ledger.batches.get(id, 'window', noon);
    assert.ok(batch !== null);
    return batch;
  };
  const batches = {
    services: {
      ledger: async () => ledger,
      session: 'window',
      now: () => window.now,
      log: { warn: (...said: unknown[]) => assert.fail(said.join(' ')), error: () => undefined },
      extensionUri: { path: root },
    },
    store: async () => ledger.batches,
    get,
    progress: () => null,
    lastCalls: () => [],
    onDidChange: (heard: (id: string) => void) => {
      window.changed = heard;
      return { dispose: () => undefined };
    },
  };
  const pages = new BatchPages(batches as never, 'review');
  t.after(() => pages.dispose());
  return { ledger, pages, window, run, aPanel };
}

/** The reply of the host to what the page of a panel asks. */
async function reply(
  panel: { readonly posted: unknown[]; asks(method: string, params: unknown): void },
  method: string,
  params: unknown,
) {
  const { length } = panel.posted;
  panel.asks(method, params);
  return until(
    () =>
      panel.posted.slice(length).find((one) => JSON.stringify(one).startsWith('{"kind":"result"')) as
        | { readonly result: unknown }
        | undefined,
    () => `no reply to ${method}`,
    10_000,
  );
}

test('the page of a batch opens the order of a row, and none of a row that has none', async (t) => {
  const { ledger, pages, run, aPanel } = await somePages(t, 1);
  const panel = aPanel('Batch');
  await pages.open(b, panel as never);
  await reply(panel, 'page/ready', null);
  await reply(panel, 'run/openOrder', { row: 0 });
  await reply(panel, 'run/openOrder', { row: 1 });
  const [first] = (await ledger.batches.rows(b, null, 1)).rows;
  assert.deepEqual(run, [['verificationExplorer.openOrder', first?.order]]);
  await reply(panel, 'run/resume', null);
  assert.deepEqual(run.at(-1), ['verificationExplorer.resumeBatch', b]);
});

test('a page of a batch that is in front has nothing to send, and is known to be there', async (t) => {
  const { pages, aPanel } = await somePages(t, 1);
  assert.equal(pages.isActive(), false);
  const panel = aPanel('Batch');
  await pages.open(b, panel as never);
  assert.equal(pages.isActive(), true);
  panel.active = false;
  assert.equal(pages.isActive(), false);
});

test('there is one page of a batch, and it goes with it', async (t) => {
  const { ledger, pages, window, aPanel } = await somePages(t, 1);
  const [panel, another] = [aPanel('Batch'), aPanel('Batch')];
  await pages.open(b, panel as never);
  assert.match(panel.title, /^Batch of rows\.csv · /);
  await pages.open(b, another as never);
  assert.deepEqual([panel.revealed, panel.isClosed, another.isClosed], [1, false, true]);
  await ledger.batches.erase(b, 'window', noon);
  window.changed(b);
  await until(
    () => panel.isClosed || undefined,
    () => 'the page stays',
    10_000,
  );
});

test('a long batch is not counted anew each time that something changes, and in the end it is', async (t) => {
  const { ledger, pages, window, aPanel } = await somePages(t, 1, 60);
  const panel = aPanel('Batch');
  await pages.open(b, panel as never);
  const answered = async (): Promise<unknown> => {
    const { result } = await reply(panel, 'page/ready', null);
    return (result as { readonly ended: number }).ended;
  };
  assert.deepEqual([await answered(), window.counts], [1, 1]);
  await runAll(ledger);
  window.now += 11;
  assert.deepEqual([await answered(), window.counts], [1, 1]);
  window.now += 1;
  assert.deepEqual([await answered(), window.counts], [60, 2]);
});

test('after a reload of the window a page is brought back, and closed where its batch is no more', async (t) => {
  const { pages, aPanel } = await somePages(t, 1);
  const [panel, gone] = [aPanel('Batch'), aPanel('Batch')];
  await pages.restore(b, panel as never);
  await reply(panel, 'page/ready', null);
  await pages.restore(batchId('another'), gone as never);
  assert.deepEqual([panel.isClosed, gone.isClosed], [false, true]);
});

test('the window that runs a batch tells its page how it goes on, and once it has ended what was answered last', async (t) => {
  const world = await aBatchWindow(t);
  const { commands, plan } = windowsBatches(world);
  const told: unknown[] = [];
  commands.onDidChange((id) => {
    const progress = commands.progress(id as never);
    told.push(progress === null ? null : [progress.isPaused, progress.total]);
  });
  assert.equal(await plan(['XX00AA1000', 'XX00AA1001']), true);
  const id = batchId('batch0');
  assert.notEqual(commands.progress(id), null);
  assert.equal(commands.progress(batchId('another')), null);
  await until(
    () => commands.progress(id) === null || undefined,
    () => 'it runs on',
    20_000,
  );
  assert.deepEqual([commands.lastCalls(id), commands.lastCalls(batchId('another'))], [[1, 0], []]);
  assert.deepEqual(told.at(-1), null);
  assert.deepEqual(told[0], [false, 2]);
  await commands.finish();
});
