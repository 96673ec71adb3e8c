import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aDesk, aWindow, plateOf } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');
const never = () => new Promise<never>(() => undefined);

/** KeptDraft.spent: "what it holds now is not to be taken for that". */
test('what is typed into a form whose window forgot that its call had left is not said to have been sent', async (t) => {
  const { world, means, open, forms } = await aDesk(t);
  world.answers = [plain];
  const page = await open();
  await page.type('XX00AB0001');
  const draft = await page.typed('XX00AB0001');
  world.faults = {
    saveDraft: (...given) => (world.admissions > 0 ? never() : world.real.saveDraft(...given)),
  };
  page.panel.asks('call/submit', draft);
  await rest(500);
  assert.equal(world.requests.length, 1);
  forms.windowEnds();
  world.faults = {};
  const later = aWindow(t, world, means);
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  const back = later.last();
  assert.equal(plateOf(await back.shown()), 'XX00AB0001');
  world.answers = [plain];
  await back.ask('call/submit', await back.typed('XX00AB0002'));
  const { problem } = await back.shown();
  assert.ok(
    [...world.requests].length > 1 || !/already sent/.test(problem ?? ''),
    `of an input that never left it says: ${problem}`,
  );
});
