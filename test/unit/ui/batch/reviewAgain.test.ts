import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { altered } from '../../../support/simulatedPorts.ts';
import { root } from '../../house/sources.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { ReviewPages } = await import('../../../../src/ui/batch/reviewPages.ts');
const { ReviewPage, reviewViewType } = await import('../../../../src/ui/batch/reviewPage.ts');
const { newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');

const event = () => ({ dispose: () => undefined });
const review = pageId('11111111-2222-4333-8444-555555555555');
const text = 'rc_number\nMH00AB0001\n';
const origin = { kind: 'text', name: 'cars.csv', text, uri: 'file:///rows/cars.csv' } as const;

/** The review of one file, in a window whose batches start. */
async function aReview(t: TestContext) {
  const tabs = tabsOfPages(t);
  Object.assign(vscode.workspace, { onDidSaveTextDocument: event });
  const real = await aWindow(t, aFolder(t));
  const held = { busy: false };
  const ledger = altered(real, {
    saveDraft: (...given) =>
      held.busy
        ? Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 }))
        : real.saveDraft(...given),
  });
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
    newId: () => '99999999-2222-4333-8444-555555555555',
    now: () => noon,
    log: { warn: (...words: unknown[]) => assert.fail(words.join(' ')), error: () => undefined },
    extensionUri: { path: root },
  };
  const plans = { count: 0 };
  const plan = async () => {
    plans.count += 1;
    return true;
  };
  const batches = { services, mustBeFree: () => undefined, plan };
  const kept = { ...newReview(origin, 'rc-advanced'), results: 'none' as const };
  const page = new ReviewPage(batches as never, tabs.aPanel('Batch') as never, { id: review, seen: 0, kept });
  t.after(() => page.dispose());
  await page.load();
  return { tabs, page, plans, batches, held };
}

test('a batch that was started is not started a second time where another program holds the history as its review ends', async (t) => {
  const { page, plans, held } = await aReview(t);
  const pressed = page as unknown as { start(): Promise<void> };
  held.busy = true;
  await pressed.start().catch(() => undefined);
  held.busy = false;
  // The page still stands there and says that something failed, so Start is pressed once more; the batch has ended by then.
  await pressed.start().catch(() => undefined);
  assert.equal(plans.count, 1);
});

/** showUnshown: "Without this a second page would open beside it, and what was typed in the first would seem lost." */
test('a review that a reload left in a tab nobody has shown yet is shown, and no second one opens beside it', async (t) => {
  const { tabs, page, batches } = await aReview(t);
  // What was chosen is kept; the window is loaded anew.
  page.dispose();
  const pages = new ReviewPages(batches as never);
  t.after(() => pages.dispose());
  const title = 'Batch of cars.csv';
  tabs.unshown.groups.splice(0, 1, [tabs.tab(reviewViewType, title)]);
  tabs.shown.back = () => void pages.restore(tabs.aPanel(title) as never, { review });
  const before = tabs.panels.length;
  await pages.open(origin, 'rc-advanced');
  assert.equal(tabs.panels.length, before);
});
