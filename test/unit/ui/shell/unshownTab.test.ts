import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { tabsOfPages } from './tabsOfPages.ts';

const { handedBack, showUnshown } = await import('../../../../src/ui/shell/unshownTab.ts');

const viewType = 'a.page';
const label = 'Batch of cars.csv';

/** A page that is open in a tab that is not in front, and a second tab of the same name behind it. */
function twoTabs(t: TestContext) {
  const tabs = tabsOfPages(t);
  const [ours, other] = [tabs.tab(viewType, label), tabs.tab(viewType, label)];
  tabs.unshown.groups.splice(0, 1, [ours, other]);
  const aPage = () => ({ ...tabs.aPanel(label), viewType });
  const open = Object.assign(aPage(), { active: false, visible: false });
  // It was handed back, too, after the same reload.
  handedBack(open as never);
  t.after(() => open.dispose());
  return { tabs, ours, other, open, aPage };
}

test('behind the tab of a page that is open, one that a reload left is shown', async (t) => {
  const { tabs, ours, open, aPage } = twoTabs(t);
  const other = aPage();
  t.after(() => other.dispose());
  tabs.shown.back = (tab) => {
    open.active = tab === ours;
    if (tab !== ours) handedBack(other as never);
  };
  assert.equal(await showUnshown(viewType, label, [open as never]), 'shown');
  assert.deepEqual(tabs.brought(), [0, 1]);
});

test('and one whose extension host is gone is closed, never that of the page that is open', async (t) => {
  const { tabs, ours, open } = twoTabs(t);
  tabs.shown.back = (tab) => {
    open.active = tab === ours;
  };
  assert.equal(await showUnshown(viewType, label, [open as never]), 'closed');
  assert.deepEqual(tabs.unshown.groups, [[ours]]);
});

test('where each tab of that name is of a page that is open, none is brought up', async (t) => {
  const { tabs, other, open } = twoTabs(t);
  tabs.unshown.groups.splice(0, 1, [other]);
  tabs.shown.back = () => assert.fail('brought up');
  assert.equal(await showUnshown(viewType, label, [open as never]), 'none');
});
