import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WebviewPanel } from 'vscode';
import { tabsOfPages } from './tabsOfPages.ts';

const { OnePage } = await import('../../../../src/ui/shell/onePage.ts');

function aPage(t: TestContext) {
  const tabs = tabsOfPages(t);
  const page = new OnePage<string>({
    viewType: 'test.orders',
    title: 'Orders',
    enableFindWidget: false,
    choice: { safeParse: (data) => ({ success: true, data: String(data) }) },
    first: () => 'all',
    make: (panel: WebviewPanel) => ({ host: { panel }, follow: () => undefined, dispose: () => undefined }),
  });
  return { ...tabs, page };
}

test('a page asked for twice at once, as by a double click, is opened once', async (t) => {
  const { page, panels } = aPage(t);
  await Promise.all([page.open(), page.open()]);
  assert.deepEqual(
    panels.map(({ revealed }) => revealed),
    [1],
  );
});

test('a page whose tab was not shown since a reload is brought up in whatever group it stands', async (t) => {
  const { page, panels, unshown, tab, brought, shown, aPanel } = aPage(t);
  shown.back = ({ label }) => {
    void page.restore({ ...aPanel(label), viewType: 'test.orders' } as never, null);
  };
  unshown.groups.splice(
    0,
    1,
    [tab('test.other', 'Other')],
    [tab('test.other', 'x'), tab('test.orders', 'Orders')],
  );
  await page.open();
  assert.deepEqual([panels.length, brought()], [0, [1, 1]]);
});

test('a tab that VS Code does not hand back is of a crashed extension host: it is closed, and the page opens', async (t) => {
  const { page, panels, unshown, tab } = aPage(t);
  unshown.groups.splice(0, 1, [tab('test.orders', 'Orders of the last host')]);
  await page.open();
  assert.deepEqual([panels.length, unshown.groups], [1, [[]]]);
});

test('a page that was closed opens anew', async (t) => {
  const { page, panels } = aPage(t);
  await page.open();
  panels[0]?.dispose();
  await page.open();
  assert.equal(panels.length, 2);
});
