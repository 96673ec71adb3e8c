import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { PageHost } = await import('../../../../src/ui/shell/pageHost.ts');

const html = (): string => '<!DOCTYPE html>';

/** A panel that was just made, or that VS Code brought back and does not show. */
function aPage(
  visible: boolean,
  build = async (now: string): Promise<string> => now,
  logged?: unknown[],
  heard: Promise<void> = Promise.resolve(),
) {
  const posted: { readonly kind: string; readonly payload?: unknown }[] = [];
  let seen: () => void = () => undefined;
  const panel = {
    visible,
    active: true,
    webview: {
      html: undefined as string | undefined,
      onDidReceiveMessage: () => ({ dispose: () => undefined }),
      postMessage: async (message: (typeof posted)[number]) => {
        posted.push(message);
        await heard;
        return true;
      },
    },
    onDidChangeViewState: (listener: () => void) => {
      seen = listener;
      return { dispose: () => undefined };
    },
  };
  const page = { now: 'under way', clock: 0 };
  const fail = (...words: unknown[]) => logged?.push(words) ?? assert.fail(words.join(' '));
  const host = new PageHost(
    panel as never,
    async () => null,
    async () => (await build(page.now)) as never,
    {
      error: fail,
      warn: fail,
    } as never,
    () => page.clock,
  );
  return {
    host,
    page,
    states: () => posted.filter(({ kind }) => kind === 'event').map(({ payload }) => payload),
    sends: () => posted.filter(({ kind }) => kind === 'send').length,
    html: () => panel.webview.html,
    hide: () => {
      panel.visible = false;
      seen();
    },
  };
}

test('a page that is being loaded is handed the newest state, before it asks', async () => {
  const { host, page, states } = aPage(true);
  host.load(html, 0);
  await turn();
  page.now = 'verified';
  host.refresh();
  await turn();
  assert.deepEqual(states(), ['under way', 'verified']);
});

test('what VS Code keeps for a page that is being loaded does not hold up what changes meanwhile', async () => {
  const never = new Promise<void>(() => undefined);
  const { host, page, states } = aPage(true, undefined, undefined, never);
  host.load(html, 0);
  await turn();
  page.now = 'verified';
  host.refresh();
  await turn();
  assert.deepEqual(states(), ['under way', 'verified']);
});

test('a page that is being loaded is not told the same once more, and one that has asked is told whatever is said', async () => {
  const { host, states } = aPage(true);
  host.load(html, 0);
  await host.refreshed();
  await host.refreshed();
  assert.deepEqual(states(), ['under way']);
  host.nowReady();
  await host.refreshed();
  await host.refreshed();
  assert.deepEqual(states(), ['under way', 'under way', 'under way']);
});

test('of what may change at any moment a page is told first what came of it, or in a while that nothing did', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const quick = aPage(true);
  quick.host.load(html, 100);
  t.mock.timers.tick(99);
  quick.page.now = 'verified';
  quick.host.refresh();
  t.mock.timers.tick(1000);
  await turn();
  assert.deepEqual(quick.states(), ['verified']);
  const slow = aPage(true);
  slow.host.load(html, 100);
  t.mock.timers.tick(100);
  await turn();
  assert.deepEqual(slow.states(), ['under way']);
  const before = aPage(true);
  before.host.refresh();
  before.host.load(html, 100);
  await turn();
  assert.deepEqual(before.states(), ['under way']);
  const closed = aPage(true);
  closed.host.load(html, 100);
  closed.host.dispose();
  t.mock.timers.tick(100);
  await turn();
  assert.deepEqual(closed.states(), []);
});

test('a page that VS Code does not show is handed nothing: it asks once it is shown', async () => {
  const { host, states, hide } = aPage(false);
  host.load(html, 0);
  await turn();
  assert.deepEqual(states(), []);
  const shown = aPage(true);
  shown.host.load(html, 0);
  await turn();
  shown.hide();
  shown.host.refresh();
  await turn();
  assert.deepEqual(shown.states(), ['under way']);
  hide();
});

test('a page that does not take a state before it asks, or is closed already, is handed none', async () => {
  const asks = aPage(true);
  asks.host.load(html, null);
  await turn();
  assert.deepEqual(asks.states(), []);
  const closed = aPage(true);
  closed.host.dispose();
  closed.host.load(html, 0);
  await turn();
  assert.deepEqual(closed.states(), []);
  assert.equal(closed.html(), undefined);
});

test('a page sends nothing for a key that was pressed while it was being loaded', async () => {
  const { host, sends } = aPage(true);
  host.load(html, 0);
  host.send();
  assert.equal(sends(), 0);
  host.nowReady();
  host.send();
  assert.equal(sends(), 1);
});

test('whoever waits for a state to be posted waits for one that knows what is so by then, and not for ever', async () => {
  const { host, page, states, hide } = aPage(true);
  host.load(html, 0);
  host.refresh();
  page.now = 'chosen';
  await host.refreshed();
  assert.equal(states().at(-1), 'chosen');
  hide();
  page.now = 'unseen';
  await host.refreshed();
  assert.equal(states().at(-1), 'chosen');
});

test('what changed while a state could not be built is told all the same', async () => {
  const first = Promise.withResolvers<string>();
  const builds = [first.promise];
  const logged: unknown[] = [];
  const { host, page, states } = aPage(true, (now) => builds.pop() ?? Promise.resolve(now), logged);
  host.nowReady();
  const told = host.refreshed();
  page.now = 'verified';
  host.refresh();
  first.reject(new Error('the history is busy'));
  await told;
  assert.deepEqual(states(), ['verified']);
  assert.deepEqual(logged, [['page state', 'the history is busy']]);
});

test('a page is told once when what it shows is over, and no timer runs while it is hidden or closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, page, states, hide } = aPage(true);
  const pass = async (ms: number): Promise<number> => {
    page.clock += ms;
    t.mock.timers.tick(ms);
    await turn();
    return states().length;
  };
  host.nowReady();
  host.refreshAt(30_000);
  assert.equal(await pass(29_999), 0);
  assert.equal(await pass(1), 1);
  assert.equal(await pass(600_000), 1);
  host.refreshAt(page.clock + 30_000);
  host.refreshAt(null);
  assert.equal(await pass(600_000), 1);
  host.refreshAt(page.clock + 30_000);
  hide();
  host.refreshAt(page.clock + 30_000);
  host.nowReady();
  assert.equal(await pass(600_000), 1);
  host.dispose();
  host.refreshAt(page.clock + 30_000);
  assert.equal(await pass(600_000), 1);
});

test('of what goes by call after call a page is told once in a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, page, states } = aPage(true);
  host.nowReady();
  host.refreshAt(10);
  page.clock = 999;
  t.mock.timers.tick(999);
  await turn();
  assert.deepEqual(states(), []);
  page.clock = 1000;
  t.mock.timers.tick(1);
  await turn();
  assert.equal(states().length, 1);
});

test('a moment hours ahead is met soon after a computer wakes up whose timers stood still', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { host, page, states } = aPage(true);
  host.nowReady();
  host.refreshAt(12 * 3_600_000);
  t.mock.timers.tick(3_600_000);
  await turn();
  assert.deepEqual(states(), [], 'nothing is read before');
  page.clock = 20 * 3_600_000;
  t.mock.timers.tick(3_600_000);
  await turn();
  assert.equal(states().length, 1);
});
