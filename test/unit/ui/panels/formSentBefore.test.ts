import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aDesk, aWindow, graceMs, plateOf } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

/** FormDraft.isUnsent: "neither sent from here, nor filled in from elsewhere, nor what a new form has". */
test('what was sent from a form is not told as unsent where its window was loaded anew while another input stood there', async (t) => {
  const { world, means, open, forms } = await aDesk(t);
  world.answers = [plain];
  const page = await open();
  await page.ask('call/submit', await page.typed('XX00AB0001'));
  assert.equal(world.requests.length, 1);
  await page.type('XX00AB0002');
  const { draft } = await page.shown();
  forms.windowEnds();
  const later = aWindow(t, world, means);
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  assert.equal(plateOf(await later.last().shown()), 'XX00AB0002');
  // Its answer still stands below; the user takes the edit back, and closes the form.
  await later.last().type('XX00AB0001');
  later.last().panel.dispose();
  await rest(graceMs);
  const state = await (await later.open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});

test('nor where another input was sent from there in between', async (t) => {
  const { world, open } = await aDesk(t);
  world.answers = [plain, plain];
  const page = await open();
  for (const plate of ['XX00AB0001', 'XX00AB0002']) await page.ask('call/submit', await page.typed(plate));
  assert.equal(world.requests.length, 2);
  await page.type('XX00AB0001');
  page.panel.dispose();
  await rest(graceMs);
  const state = await (await open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});
