import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDesk, aWindow, plateOf } from './formWindows.ts';

const { pageViewType } = await import('../../../../src/ui/shell/pageHtml.ts');

/** As "Restart Extensions" does it, which VS Code offers after each update of one: the window stays, and its tabs do. */
test('a form comes back in place of its dead tab also where its extension host was stopped in order, not by a crash', async (t) => {
  const { world, means, tabs, forms, open, hostEnds } = await aDesk(t);
  await (await open()).type('XX00AB0001');
  // The extension is deactivated, see WindowRuntime: that disposes of its panels, which tell so.
  forms.windowEnds();
  forms.dispose();
  hostEnds();
  tabs.unshown.groups.splice(0, 1, [tabs.tab(pageViewType, means.operation().title)]);
  const next = aWindow(t, world, means);
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0001');
});
