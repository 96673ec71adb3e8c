import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { root } from '../../house/sources.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { ReviewPages } = await import('../../../../src/ui/batch/reviewPages.ts');
const { ReviewPage } = await import('../../../../src/ui/batch/reviewPage.ts');
const { newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');

const event = () => ({ dispose: () => undefined });

/** The review of a file whose rows come from an editor, in its tab, beside what counts the batches planned from it. */
async function aReview(t: TestContext) {
  const ledger = await aWindow(t, aFolder(t));
  const { aPanel } = tabsOfPages(t);
  Object.assign(vscode.workspace, { onDidSaveTextDocument: event });
  const [, environment] = readEnvironments([
    { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' },
  ]).environments;
  const services = {
    ledger: async () => ledger,
    memory: { get: (_: string, none: unknown) => none, update: async () => undefined },
    environments: { current: () => environment, byIdentity: () => environment, onDidChange: event },
    keys: { onDidChange: event },
    onDidChangeFields: event,
    operation: operationById,
    operations: () => operations,
    batchReader: async () => batchReader,
    sending: { destination: async () => ({ environment }) },
    session: 'a window',
    now: () => noon,
    log: { warn: (...words: unknown[]) => assert.fail(words.join(' ')), error: () => undefined },
    extensionUri: { path: root },
  };
  const plans = { count: 0, starts: false };
  const followed: unknown[][] = [];
  const batches = {
    services,
    mustBeFree: () => undefined,
    plan: async ({ read }: { read(id: string): Promise<unknown> }) => {
      plans.count += 1;
      if (plans.starts) await read('batch 1').catch(() => undefined);
      return plans.starts;
    },
    follow: async (...given: unknown[]) => followed.push(given),
  };
  const text = 'rc_number\nMH00AB0001\n';
  const origin = { kind: 'text', name: 'cars.csv', text, uri: 'file:///rows/cars.csv' } as const;
  const kept = { ...newReview(origin, 'rc-advanced'), results: 'none' as const };
  const tab = aPanel('Batch');
  const review = pageId('11111111-2222-4333-8444-555555555555');
  const page = new ReviewPage(batches as never, tab as never, {
    id: review,
    seen: 0,
    kept,
  });
  t.after(() => page.dispose());
  await page.load();
  /** As a window does that finds the tab of the review which the one before left. */
  const broughtBack = async () => {
    const panel = aPanel('Batch');
    const pages = new ReviewPages(batches as never);
    t.after(() => pages.dispose());
    const said: unknown[] = [];
    Object.assign(vscode.window, { showInformationMessage: async (words: string) => said.push(words) });
    await pages.restore(panel as never, { review });
    return { isClosed: panel.isClosed, said };
  };
  return { page, tab, plans, batches, origin, broughtBack, followed };
}

test('the tab of a review names its file, as its page does: two reviews are told apart', async (t) => {
  const { tab } = await aReview(t);
  assert.equal(tab.title, 'Batch of cars.csv');
});

test('Start that is pressed again while a slow disk is asked for the file starts one batch', async (t) => {
  const { page, plans } = await aReview(t);
  const pressed = page as unknown as { start(): Promise<void>; readonly plan: { stale(): Promise<null> } };
  const answer = Promise.withResolvers<null>();
  pressed.plan.stale = () => answer.promise;
  const starts = [pressed.start(), pressed.start()];
  answer.resolve(null);
  await Promise.all(starts);
  assert.equal(plans.count, 1);
});

test('a review whose batch was started is over: its tab becomes that of the batch, and brought back by a reload before that it closes and nothing is said', async (t) => {
  const { page, tab, plans, broughtBack, followed } = await aReview(t);
  assert.deepEqual(await broughtBack(), { isClosed: false, said: [] }, 'before that it is brought back');
  plans.starts = true;
  await (page as unknown as { start(): Promise<void> }).start();
  assert.deepEqual(followed, [['batch 1', tab]]);
  assert.equal(tab.isClosed, false);
  assert.deepEqual(await broughtBack(), { isClosed: true, said: [] });
  // A second later, as its tab is closed; VS Code may not have noted that yet.
  await page.end();
  assert.deepEqual(await broughtBack(), { isClosed: true, said: [] });
});

test('once its panel is the batch’s, the same file is looked over in a new one', async (t) => {
  const { batches, origin } = await aReview(t);
  const opened: { reveal(): void; revealed: number }[] = [];
  const { createWebviewPanel } = vscode.window;
  Object.assign(vscode.window, {
    createWebviewPanel: (...given: Parameters<typeof createWebviewPanel>) => {
      const panel = createWebviewPanel(...given);
      opened.push(panel as never);
      return panel;
    },
  });
  Object.assign(batches.services, { newId: () => `page ${opened.length}` });
  const pages = new ReviewPages(batches as never);
  t.after(() => pages.dispose());
  await pages.open(origin, 'rc-advanced');
  await pages.open(origin, 'rc-advanced');
  assert.deepEqual(
    opened.map(({ revealed }) => revealed),
    [1],
  );
  pages.handOver(opened[0] as never);
  await pages.open(origin, 'rc-advanced');
  assert.equal(opened.length, 2);
});
