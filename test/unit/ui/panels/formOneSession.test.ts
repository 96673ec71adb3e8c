import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDesk, aWindow, plateOf } from './formWindows.ts';

const vscode = await import('vscode');

/** editorSession: "Where a product sends no telemetry (VSCodium, `--disable-telemetry`), VS Code gives every session one constant". */
test('a form of a window that was closed with it is there when that window is opened again, whatever another one opened meanwhile', async (t) => {
  const { sessionId } = vscode.env;
  t.after(() => Object.assign(vscode.env, { sessionId }));
  Object.assign(vscode.env, { sessionId: 'someValue.sessionId' });
  const { world, means, forms, open, hostEnds } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const left = { draftId: (await page.shown()).draft.draftId, operation: 'rc-advanced' };
  // VS Code is quit with two windows without a folder, and brings both back; the other one is looked at first.
  forms.windowEnds();
  hostEnds();
  const other = aWindow(t, world, means);
  await (await other.open()).shown();
  const again = aWindow(t, world, means);
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await again.forms.restore(panel, left);
  const state = await again.last().shown();
  assert.equal(plateOf(state), 'XX00AB0001', `it is empty, and says: ${state.problem}`);
});
