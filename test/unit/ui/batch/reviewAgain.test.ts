import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { asDamaged } from '../../../../src/calls/ports/damaged.ts';
import { pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { altered } from '../../../support/simulatedPorts.ts';
import { root } from '../../house/sources.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { askingFrom } from '../panels/formServices.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { ReviewPages } = await import('../../../../src/ui/batch/reviewPages.ts');
const { ReviewPage, reviewViewType } = await import('../../../../src/ui/batch/reviewPage.ts');
const { decodeReview, isStarted, newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');

const event = () => ({ dispose: () => undefined });
const review = pageId('11111111-2222-4333-8444-555555555555');
const idOf = (count: number) => `99999999-2222-4333-8444-${String(count).padStart(12, '0')}`;
const text = 'rc_number\nMH00AB0001\n';
const origin = { kind: 'text', name: 'cars.csv', text, uri: 'file:///rows/cars.csv' } as const;

/** The review of one file, in a window whose batches start. */
async function aReview(t: TestContext) {
  const tabs = tabsOfPages(t);
  Object.assign(vscode.workspace, { onDidSaveTextDocument: event });
  const real = await aWindow(t, aFolder(t));
  const held = { busy: false, unread: false, damaged: false };
  const ledger = altered(real, {
    saveDraft: (...given) =>
      held.busy
        ? Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 }))
        : real.saveDraft(...given),
    loadDraft: (name) =>
      held.unread
        ? Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 }))
        : held.damaged && !name.startsWith('open-')
          ? Promise.resolve(asDamaged)
          : real.loadDraft(name),
  });
  const [, environment] = readEnvironments([
    { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' },
  ]).environments;
  let ids = 0;
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
    newId: () => {
      ids += 1;
      return idOf(ids);
    },
    now: () => noon,
    log: {
      warn: (...words: unknown[]) => held.busy || held.unread || assert.fail(words.join(' ')),
      error: () => undefined,
    },
    extensionUri: { path: root },
  };
  const plans = { count: 0 };
  const plan = async () => {
    plans.count += 1;
    return true;
  };
  const batches = { services, mustBeFree: () => undefined, plan };
  const kept = { ...newReview(origin, 'rc-advanced'), results: 'none' as const };
  const tab = tabs.aPanel('Batch');
  const page = new ReviewPage(batches as never, tab as never, { id: review, seen: 0, kept });
  t.after(() => page.dispose());
  await page.load();
  return { tabs, tab, page, plans, batches, held, ledger };
}

test('a batch that was started is not started a second time where another program holds the history as its review ends', async (t) => {
  const { tab, page, plans, held, ledger } = await aReview(t);
  const pressed = page as unknown as { start(): Promise<void> };
  held.busy = true;
  await pressed.start();
  held.busy = false;
  assert.equal(tab.isClosed, true);
  await pressed.start();
  assert.equal(plans.count, 1);
  // Closed, it keeps the word that it was started, until that succeeds.
  await page.end();
  const word = await ledger.loadDraft(review);
  assert.ok(word instanceof Uint8Array && isStarted(word));
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
  const panel = { ...tabs.aPanel(title), viewType: reviewViewType };
  tabs.shown.back = () => void pages.restore(panel as never, { review });
  const before = tabs.panels.length;
  await pages.open(origin, 'rc-advanced');
  assert.equal(tabs.panels.length, before);
});

/** The dead page says: "or close this tab and open it again" (webview/livePorts.ts). */
test('a review whose extension host crashed comes back as it was, also where its user closed the dead tab', async (t) => {
  const { tabs, batches, ledger } = await aReview(t);
  const runs = (host: number) => host !== 1;
  const crashed = new ReviewPages(batches as never, { own: 1, runs });
  await crashed.open(origin, 'rc-advanced');
  const page = tabs.panels.at(-1);
  assert.ok(page !== undefined);
  const ask = askingFrom(page);
  await ask('review/results', { choice: 'ndjson-whole' });
  crashed.dispose();
  const next = new ReviewPages(batches as never, { own: 2, runs });
  t.after(() => next.dispose());
  const open = async (rows: Parameters<typeof next.open>[0]) => {
    await next.open(rows, 'rc-advanced');
    return (await ledger.pagesBeginning('open-review.')).length;
  };
  // Each that is open is noted: of another file there is a new one, of this file the one that was.
  assert.deepEqual([await open({ ...origin, uri: 'file:///other/cars.csv' }), await open(origin)], [2, 2]);
  const kept = await ledger.loadDraft(pageId(idOf(1)));
  assert.equal(kept instanceof Uint8Array && decodeReview(kept)?.results, 'ndjson-whole');
});

test('where what is kept of a lost review cannot be read, the one that takes its place says so, once', async (t) => {
  const { tabs, batches, held } = await aReview(t);
  const runs = (host: number) => host !== 1;
  const crashed = new ReviewPages(batches as never, { own: 1, runs });
  await crashed.open(origin, 'rc-advanced');
  const page = tabs.panels.at(-1);
  assert.ok(page !== undefined);
  await askingFrom(page)('review/results', { choice: 'none' });
  crashed.dispose();
  const next = new ReviewPages(batches as never, { own: 2, runs });
  t.after(() => next.dispose());
  const shown: string[] = [];
  t.mock.method(vscode.window, 'showInformationMessage', async (words: string) => void shown.push(words));
  held.damaged = true;
  await next.open(origin, 'rc-advanced');
  await next.open({ ...origin, uri: 'file:///other/cars.csv' }, 'rc-advanced');
  assert.equal(shown.length, 1);
  assert.match(shown[0] ?? '', /^The review of a batch could not be brought back\. /);
});

test('a review of another file of the same name opens beside the one that a reload left', async (t) => {
  const { tabs, page, batches } = await aReview(t);
  page.dispose();
  const pages = new ReviewPages(batches as never);
  t.after(() => pages.dispose());
  const title = 'Batch of cars.csv';
  tabs.unshown.groups.splice(0, 1, [tabs.tab(reviewViewType, title)]);
  const panel = { ...tabs.aPanel(title), viewType: reviewViewType };
  tabs.shown.back = () => void pages.restore(panel as never, { review });
  await pages.open({ ...origin, uri: 'file:///other/cars.csv' }, 'rc-advanced');
  assert.equal(tabs.panels.length, 1);
});

test('a review stays open where that of another file of the same name is opened', async (t) => {
  const { tabs, batches } = await aReview(t);
  const pages = new ReviewPages(batches as never);
  t.after(() => pages.dispose());
  await pages.open(origin, 'rc-advanced');
  const open = tabs.tab(reviewViewType, 'Batch of cars.csv');
  tabs.unshown.groups.splice(0, 1, [open]);
  await pages.open({ ...origin, uri: 'file:///other/cars.csv' }, 'rc-advanced');
  assert.deepEqual([tabs.panels.length, tabs.unshown.groups], [2, [[open]]]);
});

/** Two files of one name, in two folders; a reload leaves both reviews, and hands back only the one that is shown. */
test('a review whose tab a reload left unshown, beside one of a file of the same name, is open once: Start starts one batch', async (t) => {
  const { tabs, batches, plans } = await aReview(t);
  const runs = (host: number) => host !== 1;
  const before = new ReviewPages(batches as never, { own: 1, runs });
  const other = { ...origin, uri: 'file:///other/cars.csv' };
  await before.open(other, 'rc-advanced');
  await before.open(origin, 'rc-advanced');
  const here = tabs.panels.at(-1);
  assert.ok(here !== undefined);
  await askingFrom(here)('review/results', { choice: 'none' });
  before.dispose();

  const pages = new ReviewPages(batches as never, { own: 2, runs });
  t.after(() => pages.dispose());
  const title = 'Batch of cars.csv';
  const left = (count: number) => {
    const panel = { ...tabs.aPanel(title), viewType: reviewViewType };
    return { panel, back: () => pages.restore(panel as never, { review: idOf(count) }) };
  };
  const [otherTab, tab] = [left(1), left(2)];
  await otherTab.back();
  tabs.unshown.groups.splice(0, 1, [tabs.tab(reviewViewType, title), tabs.tab(reviewViewType, title)]);
  tabs.shown.back = () => void tab.back();
  await pages.open(origin, 'rc-advanced');
  const opened = tabs.panels.at(-1);
  assert.ok(opened !== undefined);
  // Its user comes upon the tab from before.
  await tab.back();
  for (const one of [opened, tab.panel]) {
    if (!one.isClosed) one.asks('review/start', null);
    await rest(500);
  }
  assert.equal(plans.count, 1);
});

/** decisions.md: "A review, whose corrections stand nowhere else, comes back as it was with its file." Its command goes by the columns, as at first. */
test('a lost review comes back with its file also where its user had chosen another operation in it', async (t) => {
  const { tabs, batches, ledger } = await aReview(t);
  const runs = (host: number) => host !== 1;
  const crashed = new ReviewPages(batches as never, { own: 1, runs });
  await crashed.open(origin, 'rc-advanced');
  const page = tabs.panels.at(-1);
  assert.ok(page !== undefined);
  const ask = askingFrom(page);
  await ask('review/operation', { operation: 'credit-report' });
  await ask('review/results', { choice: 'ndjson-whole' });
  crashed.dispose();
  const next = new ReviewPages(batches as never, { own: 2, runs });
  t.after(() => next.dispose());
  await next.open(origin, 'rc-advanced');
  // One review of these rows, under its own name: what was chosen in it is not out of reach beside a second one.
  assert.deepEqual(await ledger.pagesBeginning('open-review.'), [`open-review.${idOf(1)}`]);
});

/** VS Code tells another session in a window that was loaded anew, see LostPages: no note leads to a tab that is not shown yet. */
test('nor does a window that was loaded anew open a second review beside one in an unshown tab, where another file of its name is open', async (t) => {
  const { tabs, batches } = await aReview(t);
  const { sessionId } = vscode.env;
  t.after(() => Object.assign(vscode.env, { sessionId }));
  const runs = (host: number) => host !== 1;
  const before = new ReviewPages(batches as never, { own: 1, runs });
  const other = { ...origin, uri: 'file:///other/cars.csv' };
  await before.open(other, 'rc-advanced');
  await before.open(origin, 'rc-advanced');
  before.dispose();

  Object.assign(vscode.env, { sessionId: 'of the window loaded anew' });
  const pages = new ReviewPages(batches as never, { own: 2, runs });
  t.after(() => pages.dispose());
  const title = 'Batch of cars.csv';
  const left = (count: number) => {
    const panel = { ...tabs.aPanel(title), viewType: reviewViewType };
    return { panel, back: () => pages.restore(panel as never, { review: idOf(count) }) };
  };
  const [otherTab, tab] = [left(1), left(2)];
  await otherTab.back();
  tabs.unshown.groups.splice(0, 1, [tabs.tab(reviewViewType, title), tabs.tab(reviewViewType, title)]);
  tabs.shown.back = () => void tab.back();
  const made = tabs.panels.length;
  await pages.open(origin, 'rc-advanced');
  // Its user comes upon the tab from before.
  await tab.back();
  const open =
    tabs.panels.slice(made).filter(({ isClosed }) => !isClosed).length + (tab.panel.isClosed ? 0 : 1);
  assert.equal(open, 1);
});

test('nor does a second one open beside one that is open, unless its user says what the rows are for', async (t) => {
  const { tabs, batches } = await aReview(t);
  const pages = new ReviewPages(batches as never);
  t.after(() => pages.dispose());
  const made = tabs.panels.length;
  await pages.open(origin, 'rc-advanced');
  const page = tabs.panels.at(-1);
  assert.ok(page !== undefined);
  await askingFrom(page)('review/operation', { operation: 'credit-report' });
  await pages.open(origin, 'rc-advanced');
  assert.deepEqual([tabs.panels.length - made, page.revealed], [1, 1]);
  await pages.open(origin, 'rc-advanced', true);
  assert.equal(tabs.panels.length - made, 2);
  await pages.open(origin, 'credit-report', true);
  assert.deepEqual([tabs.panels.length - made, page.revealed], [2, 2]);
});
