import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aDesk, aWindow, plateOf } from './formWindows.ts';

const vscode = await import('vscode');
const { pageViewType } = await import('../../../../src/ui/shell/pageHtml.ts');
const { handedBack } = await import('../../../../src/ui/shell/unshownTab.ts');

/** As another extension does that starts: all of a window share one process. */
function block(ms: number) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

/**
 * The window was loaded anew, so VS Code hands back each page as it is first shown: by a message to the extension host, which cannot be read
 * while another extension keeps that busy. As it is free again, timers come first.
 */
test('a form that VS Code has handed back while the extension host was busy is not closed for a dead one', async (t) => {
  const { world, means, tabs, open, forms, hostEnds } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const { draft } = await page.shown();
  forms.windowEnds();
  hostEnds();
  const title = means.operation().title;
  const tab = tabs.tab(pageViewType, title);
  tabs.unshown.groups.splice(0, 1, [tab]);
  const { sessionId } = vscode.env;
  t.after(() => Object.assign(vscode.env, { sessionId }));
  Object.assign(vscode.env, { sessionId: 'of the window loaded anew' });
  const next = aWindow(t, world, means);
  // The window's own process, which is not busy: it wakes another extension, and then hands the page back.
  const says = 'setTimeout(() => process.send("wake"), 100); setTimeout(() => process.send("page"), 300)';
  const workbench = fork('-e', [`process.on("message", () => { ${says} })`], {
    ...{ execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  });
  t.after(() => workbench.kill());
  const restored = new Promise<void>((done) => {
    workbench.on('message', (what) => {
      if (what === 'wake') return block(3200);
      const isOpen = tabs.unshown.groups.some((group) => group.includes(tab));
      // One whose tab was closed is of no use any more.
      if (!isOpen) return done();
      const panel = vscode.window.createWebviewPanel(pageViewType, title, vscode.ViewColumn.One);
      handedBack(Object.assign(panel, { viewType: pageViewType }));
      next.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' }).then(done, done);
    });
  });
  tabs.shown.back = () => workbench.send('show');
  await next.forms.show('rc-advanced');
  await restored;
  await rest(100);
  assert.equal(plateOf(await next.last().shown()), 'XX00AB0001');
});
