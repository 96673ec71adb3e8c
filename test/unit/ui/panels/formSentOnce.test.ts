import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { closedForms } from '../../../../src/calls/ports/ids.ts';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { emptyDraft, encodeDraft } from '../../../../src/ui/panels/draft.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';
import { formServices } from './formServices.ts';
import { aDesk, aWindow, closedAsked, graceMs, plateOf } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

const busy = () => Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 }));

test('what left from a closed form is not offered as unsent, where another program held the history as it was to go', async (t) => {
  const { world, tabs, open } = await aDesk(t);
  const choice = await closedAsked({ world, open });
  let refused = 0;
  world.faults = {
    deleteDraft: () => {
      refused += 1;
      world.faults = {};
      return busy();
    },
  };
  choice.resolve(plain);
  await rest(500);
  assert.deepEqual([world.requests.length, refused], [1, 1]);
  const later = aWindow(t, world, { ...formServices(world), tabs });
  const state = await (await later.open()).shown();
  assert.deepEqual([plateOf(state), state.problem], ['', null]);
});

test('what was sent from the editor of a body before it was saved is not offered as unsent', async (t) => {
  const { world, forms, panel, uri } = await formWithEditor(t);
  world.answers = [plain];
  const vscode = await import('vscode');
  const text = '{"rc_number":"XX00AB0009"}';
  // Typed, and Send pressed right after the last letter.
  const before = vscode.workspace.textDocuments;
  Object.assign(vscode.workspace, { textDocuments: [{ uri, isDirty: true, getText: () => text }] });
  t.after(() => Object.assign(vscode.workspace, { textDocuments: before }));
  const { pageOfBody } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');
  await forms.bodies.send(pageOfBody(uri));
  assert.equal(world.requests.length, 1);
  // VS Code saves it.
  await forms.bodies.write(uri, text);
  Object.assign(vscode.workspace, { textDocuments: before });
  panel.dispose();
  await rest(graceMs);
  assert.equal((await world.real.pagesBeginning(closedForms('rc-advanced'))).length, 0);
});

test('of what the version before kept and sent nothing says that it was not sent', async (t) => {
  const { world, tabs, open } = await aDesk(t);
  world.answers = [plain];
  const page = await open();
  assert.deepEqual(await page.ask('call/submit', await page.typed('XX00AB0001')), { sent: true });
  const { draft } = await page.shown();
  const order =
    world.begun[0]?.id ?? (await world.real.list({ group: 'all', limit: 1, after: null })).orders[0]?.id;
  assert.ok(order !== undefined);
  // As the version before has it.
  const { told: _, ...before } = emptyDraft(page.panel && world.ports.settings.operation('rc-advanced'));
  const [name, turn] = [draft.draftId.replace(/\.\d+$/, ''), Number(/\d+$/.exec(draft.draftId)?.[0])];
  const { pageId } = await import('../../../../src/calls/ports/ids.ts');
  await world.real.saveDraft(
    pageId(name),
    encodeDraft({ ...before, turn, fields: draft.fields, json: draft.json, lastOrder: order }),
    world.now,
  );
  const later = aWindow(t, world, { ...formServices(world), tabs });
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  const back = (await later.last().shown()) as FormState;
  assert.equal(plateOf(back), 'XX00AB0001');
  assert.notEqual(back.answer, null);
  later.last().panel.dispose();
  await rest(graceMs);
  const next = await (await later.open()).shown();
  assert.doesNotMatch(next.problem ?? '', /was not sent/);
});
