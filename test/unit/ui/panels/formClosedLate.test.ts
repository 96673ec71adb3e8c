import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { formWithEditor } from '../requests/aFormWithEditor.ts';
import { formServices } from './formServices.ts';
import { aDesk, aWindow, closedAsked, graceMs } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

const busy = () => Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 }));

test('what is typed in the editor of a body as its form closes is not lost where the next form is opened at once', async (t) => {
  const { world, forms, panel, uri } = await formWithEditor(t);
  panel.dispose();
  // The next form is opened by a key; VS Code saves the editor, which closes with the form, a moment later.
  await forms.show('rc-advanced');
  await forms.active();
  await rest(50);
  await forms.bodies.write(uri, '{"rc_number":"XX00AB0009"}').catch(() => undefined);
  await rest(graceMs);
  const db = await world.real.pagesBeginning('');
  const kept: string[] = [];
  for (const name of db) {
    const bytes = await world.real.loadDraft(name);
    if (bytes instanceof Uint8Array) kept.push(new TextDecoder().decode(bytes));
  }
  assert.ok(
    kept.some((one) => one.includes('XX00AB0009')),
    kept.join('\n'),
  );
});

test('a closed tab that VS Code brings back comes with a form also while another program holds the history', async (t) => {
  const { world, tabs, open } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const { draft } = await page.shown();
  page.panel.dispose();
  await rest(graceMs);
  const later = aWindow(t, world, { ...formServices(world), tabs });
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  world.faults = { keepDraftAs: busy };
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  const state = await later.last().shown();
  assert.equal(state.mode, 'form');
  assert.match(state.problem ?? '', /not here yet: the order history is busy/);
});

test('what is erased in another window while a closed form’s Send is asked about does not leave', async (t) => {
  const { world, open, erase } = await aDesk(t);
  world.answers = [plain];
  const first = await open();
  await first.ask('call/submit', await first.typed('XX00AB0001'));
  const choice = await closedAsked({ world, open });
  await erase('XX00AB0001');
  await rest(300);
  choice.resolve(plain);
  await rest(500);
  assert.equal(world.requests.length, 1);
});
