import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDesk, aWindow, plateOf } from './formWindows.ts';

const vscode = await import('vscode');
const { pageViewType } = await import('../../../../src/ui/shell/pageHtml.ts');

/**
 * On a desktop, "Add Folder to Workspace…" in a window without a folder enters an untitled workspace: VS Code starts the extension host anew
 * and keeps the window, its session and its tabs. updateWorkspaceFolders: "this may result in a transition from 'empty' … to 'multi-folder'".
 */
test('what was typed in a window without a folder is found once that gets its first one', async (t) => {
  const { world, means, tabs, open, hostEnds } = await aDesk(t);
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  t.after(() => Object.assign(vscode.workspace, { workspaceFile, workspaceFolders }));
  Object.assign(vscode.workspace, { workspaceFile: undefined, workspaceFolders: undefined });
  await (await open()).type('XX00AB0001');
  hostEnds();
  tabs.unshown.groups.splice(0, 1, [tabs.tab(pageViewType, means.operation().title)]);
  const cars = { uri: 'file:///cars', name: 'cars', index: 0 };
  Object.assign(vscode.workspace, { workspaceFile: 'untitled:1', workspaceFolders: [cars] });
  const next = aWindow(t, world, means);
  // Its dead tab is closed for it.
  assert.equal(plateOf(await (await next.open()).shown()), 'XX00AB0001');
});
