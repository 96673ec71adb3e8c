import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { closedForm, closedForms, pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { DraftContents, FormState } from '../../../../src/protocol/messages.ts';
import { emptyDraft } from '../../../../src/ui/panels/draft.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { askingFrom, formServices } from './formServices.ts';
import { aDesk, aWindow, closedAsked, graceMs, plateOf } from './formWindows.ts';

const { aLedger } = await import('../../ledger/aLedger.ts');
const { plain, World } = await import('../../calls/sending/aSending.ts');

test('opened while the closed one is just being put aside, the form has what was typed', async (t) => {
  const { world, open, last } = await aDesk(t);
  await (await open()).type('XX00AB0001');
  const began = Promise.withResolvers<void>();
  // Another window writes, so that this takes a moment.
  world.faults = {
    keepDraftAs: async (from, to) => {
      world.faults = {};
      began.resolve();
      await rest(300);
      return world.real.keepDraftAs(from, to);
    },
  };
  last().panel.dispose();
  // The second is over, and it is put aside.
  await began.promise;
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('what was typed is there again once another program, that had the history locked as the form was closed, has let go', async (t) => {
  const { world, open, last } = await aDesk(t);
  await (await open()).type('XX00AB0001');
  let refused = 0;
  const busy = Object.assign(new Error('database is locked'), { errcode: 5, code: 'ERR_SQLITE_ERROR' });
  world.faults = {
    saveDraft: async () => {
      refused += 1;
      throw busy;
    },
  };
  last().panel.dispose();
  await rest(graceMs);
  assert.ok(refused > 0);
  world.faults = {};
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('a window that ends while a closed form’s call is asked about loses nothing of it', async (t) => {
  const { world, tabs, forms, open } = await aDesk(t);
  await closedAsked({ world, open });
  // The tab is gone for good, long before the window; the question goes with it.
  forms.windowEnds();
  assert.equal(world.requests.length, 0);
  const later = aWindow(t, world, { ...formServices(world), tabs });
  assert.equal(plateOf(await (await later.open()).shown()), 'XX00AB0001');
});

/** KeptPage.end: "VS Code notes a moment later which tabs are closed, so a window that ends in between leaves one that is brought back". */
test('a closed tab that VS Code brings back after its window was killed has what was typed in it', async (t) => {
  const { world, tabs, open } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const { draft } = await page.shown();
  page.panel.dispose();
  await rest(graceMs);
  const later = aWindow(t, world, { ...formServices(world), tabs });
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  const back = await later.last().shown();
  // Choosing the operation shows this tab, and no other.
  await later.forms.show('rc-advanced');
  assert.deepEqual([plateOf(back), plateOf(await later.last().shown())], ['XX00AB0001', 'XX00AB0001']);
});

test('only closed forms that can be found again are counted as such', async (t) => {
  const { world, open } = await aDesk(t);
  const encode = (text: string) => new TextEncoder().encode(text);
  const kept = {
    ...emptyDraft(operationById('rc-advanced')),
    told: false,
    fields: { rc_number: 'XX00AB0001' },
  };
  await world.real.saveDraft(closedForm('rc-advanced', pageId('a')), encode(JSON.stringify(kept)), world.now);
  // Of an older version; of a key that is gone, or damaged, it is the same.
  await world.real.saveDraft(closedForm('rc-advanced', pageId('b')), encode('{"v":0}'), world.now - 1);
  const state = await (await open()).shown();
  assert.equal(plateOf(state), 'XX00AB0001');
  assert.equal(state.problem, 'What was typed in a closed form is back. It was not sent from there.');
});

test('what was typed in an editor while its form was not shown after a reload comes back once the form is closed', async (t) => {
  const { world, forms, openForms, panel, uri, asked } = await formWithEditor(t);
  world.answers = [plain];
  const { draft } = (await asked('page/ready', null)) as FormState;
  // What it holds was sent.
  assert.deepEqual(await asked('call/submit', { ...draft, fields: { rc_number: 'XX00AB1234' } }), {
    sent: true,
  });
  // The window is loaded anew: both tabs come back, the form is not shown yet.
  const left = ((await asked('page/ready', null)) as FormState).draft.draftId;
  forms.windowEnds();
  panel.dispose();
  const after = openForms();
  await after.bodies.write(uri, '{"rc_number":"XX00AB0009"}');
  const tabs = tabsOfPages(t);
  const vscode = await import('vscode');
  const shown = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await after.restore(shown, { draftId: left, operation: 'rc-advanced' });
  const again = tabs.panels.at(-1);
  assert.ok(again !== undefined);
  const back = (await askingFrom(again)('page/ready', null)) as FormState;
  assert.equal(back.draft.json, '{"rc_number":"XX00AB0009"}');
  again.dispose();
  await rest(graceMs);
  assert.equal((await world.real.pagesBeginning(closedForms('rc-advanced'))).length, 1);
});

test('what is typed in the editor of a body as its form closes is not lost', async (t) => {
  const { world, forms, panel, uri } = await formWithEditor(t);
  panel.dispose();
  // VS Code saves the editor, which closes with the form, a moment later.
  await forms.bodies.write(uri, '{"rc_number":"XX00AB0009"}');
  await rest(graceMs);
  const [closed] = await world.real.pagesBeginning(closedForms('rc-advanced'));
  assert.ok(closed !== undefined);
  const kept = await world.real.loadDraft(closed);
  assert.ok(kept instanceof Uint8Array);
  assert.match(new TextDecoder().decode(kept), /XX00AB0009/);
});

test('a form opens although another program holds the history, and asks it for no more than a moment', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const world = new World(ledger);
  const tabs = tabsOfPages(t);
  const { open, last } = aWindow(t, world, { ...formServices(world), tabs });
  await (await open()).type('XX00AB0001');
  last().panel.dispose();
  await rest(graceMs);
  const other = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => other.close());
  const asked: unknown[] = [];
  world.faults = {
    keepDraftAs: (from, to, patience) => {
      asked.push(patience);
      return world.real.keepDraftAs(from, to, patience);
    },
  };
  // It writes, and does not let go; whoever reads is not kept from it.
  other.exec('BEGIN IMMEDIATE');
  await open();
  const { problem } = await last().shown();
  assert.match(problem ?? '', /is not here yet: .* Close this form and open it again\.$/);
  assert.deepEqual(asked, ['briefly']);
  other.exec('ROLLBACK');
});

test('and says that what was typed is still to come: closed and opened again, the next form has it', async (t) => {
  const { world, open, leave, kept } = await aDesk(t);
  await leave('XX00AB0001');
  await rest(graceMs);
  world.faults = { keepDraftAs: () => Promise.reject(new Error('database is locked')) };
  const page = await open();
  const state = await page.shown();
  assert.deepEqual([plateOf(state), state.canStartEmpty, state.isCaution], ['', undefined, true]);
  assert.match(state.problem ?? '', /is not here yet: .* Close this form and open it again\.$/);
  assert.equal(await kept(), 1);
  world.faults = {};
  page.panel.dispose();
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('nor does a closed form hold the next one up that cannot be put aside', async (t) => {
  const { world, open, leave, last } = await aDesk(t);
  const free = Promise.withResolvers<void>();
  await leave('XX00AB0001');
  world.faults = {
    keepDraftAs: async (from, to) => {
      await free.promise;
      return world.real.keepDraftAs(from, to);
    },
  };
  const state = await (await open()).shown();
  assert.equal(plateOf(state), '');
  assert.match(state.problem ?? '', /is not here yet/);
  last().panel.dispose();
  world.faults = {};
  free.resolve();
  await rest(graceMs);
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('what was asked about as its form was closed, and left, does not come back', async (t) => {
  const { world, tabs, open, kept } = await aDesk(t);
  const choice = await closedAsked({ world, open });
  assert.equal(await kept(), 1);
  choice.resolve(plain);
  await rest(300);
  assert.deepEqual([world.requests.length, await kept()], [1, 0]);
  const later = aWindow(t, world, { ...formServices(world), tabs });
  assert.equal(plateOf(await (await later.open()).shown()), '');
});

test('of one operation the last twenty closed forms are kept', async (t) => {
  const { world, leave, kept } = await aDesk(t);
  const encode = (text: string) => new TextEncoder().encode(text);
  for (let one = 0; one < 25; one += 1) {
    const name = closedForm('rc-advanced', pageId(`old-${one}`));
    await world.real.saveDraft(name, encode('{"v":0}'), world.now - 1 - one);
  }
  await world.real.saveDraft(closedForm('credit-report', pageId('other')), encode('{"v":0}'), 0);
  await leave('XX00AB0001');
  await rest(graceMs);
  assert.equal(await kept(), 20);
  const left = await world.real.pagesBeginning(closedForms('rc-advanced'));
  assert.match(left[0] ?? '', /1111/);
  assert.equal(left.at(-1), closedForm('rc-advanced', pageId('old-18')));
  assert.equal((await world.real.pagesBeginning(closedForms('credit-report'))).length, 1);
});

test('what an earlier input filled, and nobody edited, is that order’s and does not come back', async (t) => {
  const { world, open, kept } = await aDesk(t);
  world.answers = [plain];
  const first = await open();
  assert.deepEqual(await first.ask('call/submit', await first.typed('XX00AB0001')), { sent: true });
  first.panel.dispose();
  const vscode = await import('vscode');
  Object.assign(vscode.window, { showQuickPick: async ([newest]: readonly unknown[]) => newest });
  const page = await open();
  const picked = (await page.ask('draft/recent', null)) as DraftContents;
  assert.equal(picked.fields.rc_number, 'XX00AB0001');
  const { draft } = await page.shown();
  await page.ask('draft/save', { ...draft, ...picked });
  page.panel.dispose();
  await rest(graceMs);
  assert.equal(await kept(), 0);
});
