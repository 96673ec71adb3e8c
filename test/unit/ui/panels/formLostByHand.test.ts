import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aDesk, aWindow, graceMs, plateOf } from './formWindows.ts';

const { pageViewType } = await import('../../../../src/ui/shell/pageHtml.ts');

const busy = () => Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 }));

type Desk = Awaited<ReturnType<typeof aDesk>>;

/** What VS Code leaves of forms whose extension host crashed. */
function leaveDead({ tabs, means, hostEnds }: Desk, howMany: number) {
  hostEnds();
  const title = means.operation().title;
  const dead = Array.from({ length: howMany }, () => tabs.tab(pageViewType, title));
  tabs.unshown.groups.splice(0, 1, dead);
}

/** The dead page itself says: "or close this tab and open it again" (webview/livePorts.ts). */
test('a form whose extension host crashed comes back also where its user closed the dead tab, as its page says', async (t) => {
  const { world, means, open, hostEnds } = await aDesk(t);
  await (await open()).type('XX00AB0001');
  hostEnds();
  const next = aWindow(t, world, means);
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0001');
});

test('a lost form that cannot be read at this moment is there the next time', async (t) => {
  const desk = await aDesk(t);
  const { world, means, open, fill, last } = desk;
  await (await open()).type('XX00AB0001');
  world.now += 1;
  fill('{"rc_number":""}');
  await last().type('XX00AB0002');
  leaveDead(desk, 2);
  const next = aWindow(t, world, means);
  world.faults = { loadDraft: busy };
  await next.open();
  world.faults = {};
  next.last().panel.dispose();
  // Of both the one opened last comes first.
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0002');
});

test('where another program holds the history, the form opened in place of a dead tab says that something is missing', async (t) => {
  const desk = await aDesk(t);
  const { world, means, open } = desk;
  await (await open()).type('XX00AB0001');
  leaveDead(desk, 1);
  const next = aWindow(t, world, means);
  world.faults = { deleteDraft: busy };
  const state = await (await next.open()).shown();
  world.faults = {};
  assert.ok(plateOf(state) === 'XX00AB0001' || state.problem !== null, 'it is empty, and says nothing');
});

test('the form opened in place of a dead tab says why it is empty where what was typed was erased', async (t) => {
  const desk = await aDesk(t);
  const { world, means, open, erase } = desk;
  await (await open()).type('XX00AB0001');
  leaveDead(desk, 1);
  await erase('XX00AB0001');
  const next = aWindow(t, world, means);
  const state = await (await next.open()).shown();
  assert.equal(plateOf(state), '');
  assert.match(String(state.problem), /erased/);
});

/** Of two dead tabs the first is closed, and the form opened last comes back: which may be the other tab's. A reload hands both back. */
test('what is typed in a form is not lost where its dead tab, brought back by a reload beside it, is closed', async (t) => {
  const desk = await aDesk(t);
  const { world, means, tabs, open, fill, last } = desk;
  await (await open()).type('XX00AB0001');
  world.now += 1;
  fill('{"rc_number":""}');
  await last().type('XX00AB0002');
  const left = { draftId: (await last().shown()).draft.draftId, operation: 'rc-advanced' };
  leaveDead(desk, 2);
  const next = aWindow(t, world, means);
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0002');
  // The tab of this very form is still there, dead, beside its new one.
  assert.equal((await next.last().shown()).draft.draftId, left.draftId);
  next.forms.windowEnds();
  next.hostEnds();
  tabs.unshown.groups.splice(0, 1, []);

  const reloaded = aWindow(t, world, means);
  const vscode = await import('vscode');
  const bringBack = async () => {
    const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
    await reloaded.forms.restore(panel, left);
    return reloaded.last();
  };
  const deadTab = await bringBack();
  const form = await bringBack();
  if (!form.panel.isClosed) await form.type('XX00AB0003');
  else await deadTab.type('XX00AB0003');
  if (!deadTab.panel.isClosed && !form.panel.isClosed) deadTab.panel.dispose();
  await rest(graceMs);
  // The window is loaded anew once more.
  reloaded.forms.windowEnds();
  reloaded.hostEnds();
  const again = aWindow(t, world, means);
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await again.forms.restore(panel, left);
  assert.equal(plateOf(await again.last().shown()), 'XX00AB0003');
});
