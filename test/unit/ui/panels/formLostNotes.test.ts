import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../support/processes.ts';
import { aDesk, aWindow, plateOf } from './formWindows.ts';

const vscode = await import('vscode');
const { pageViewType } = await import('../../../../src/ui/shell/pageHtml.ts');

type Desk = Awaited<ReturnType<typeof aDesk>>;

/** What VS Code leaves of a form whose extension host crashed. */
function leaveDead({ tabs, means }: Pick<Desk, 'tabs' | 'means'>) {
  tabs.unshown.groups.splice(0, 1, [tabs.tab(pageViewType, means.operation().title)]);
}

/** retention.ts: "A page that is open saves again each few hours." */
test('a form that is open for days is found after a crash also where little is kept', async (t) => {
  const desk = await aDesk(t);
  const { world, means, forms, open } = desk;
  await (await open()).type('XX00AB0001');
  for (let hours = 0; hours < 48; hours += 6) {
    world.now += 6 * 3_600_000;
    await forms.renew();
    await world.real.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, world.now);
  }
  desk.hostEnds();
  leaveDead(desk);
  const next = aWindow(t, world, means);
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0001');
});

/** LostForms: "some servers give all their windows one session's id"; such a server opens one folder in two windows, too. */
test('a form that is open in another window of the same folder and session is not taken for a lost one', async (t) => {
  const desk = await aDesk(t);
  const { world, means, tabs, open } = desk;
  const live = await open();
  await live.type('XX00AB0001');
  const { draft } = await live.shown();
  // The other window's own form was lost; nothing was typed into that.
  leaveDead(desk);
  const other = aWindow(t, world, means);
  await (await other.open()).type('XX00AB0002');
  // The first window is loaded anew.
  const vscode = await import('vscode');
  const reloaded = aWindow(t, world, { ...means, tabs });
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await reloaded.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  assert.equal(plateOf(await reloaded.last().shown()), 'XX00AB0001');
});

test('a form that is open in another window of the same folder and session stays there, too, where this one has no tab of it', async (t) => {
  const { world, means, open } = await aDesk(t);
  await (await open()).type('XX00AB0001');
  const other = aWindow(t, world, means);
  assert.equal(plateOf(await (await other.open()).shown()), '');
});

/** Each reload of a window gives a form in which nothing was typed another name. */
test('a form that a reload brings back under another name leaves no note behind', async (t) => {
  const { world, means, tabs, open, hostEnds } = await aDesk(t);
  const { draft } = await (await open()).shown();
  hostEnds();
  const next = aWindow(t, world, means);
  await next.forms.restore(tabs.aPanel('form') as never, {
    draftId: draft.draftId,
    operation: 'rc-advanced',
  });
  await until(
    async () => ((await world.real.pagesBeginning('open-')).length === 1 ? true : undefined),
    () => 'two notes, of one form',
    5000,
  );
});

/**
 * VS Code of updateWorkspaceFolders: "If the first workspace folder is added … the currently executing extensions … will be terminated and
 * restarted". A window that had none gets its first one; its session stays, and the extension was deactivated in order.
 */
test('what was typed in a window without a folder is not lost as it gets its first one', async (t) => {
  const desk = await aDesk(t);
  const { world, means, tabs, forms, open, hostEnds } = desk;
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  t.after(() => Object.assign(vscode.workspace, { workspaceFile, workspaceFolders }));
  Object.assign(vscode.workspace, { workspaceFile: undefined, workspaceFolders: undefined });
  await (await open()).type('XX00AB0001');
  forms.windowEnds();
  forms.dispose();
  hostEnds();
  const folder = { uri: 'file:///cars', name: 'cars', index: 0 };
  Object.assign(vscode.workspace, { workspaceFile: 'untitled:1', workspaceFolders: [folder] });
  tabs.unshown.groups.splice(0, 1, [tabs.tab(pageViewType, means.operation().title)]);
  const next = aWindow(t, world, means);
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0001');
});
