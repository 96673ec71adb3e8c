import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aDesk, aWindow, graceMs } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');
const never = () => new Promise<never>(() => undefined);

/** Its fields are corrected, here or in another window, while Send is asked about or waits for a limit; then it leaves as it was pressed. */
async function correctedWhileAsked(t: TestContext, isKilled: boolean) {
  const desk = await aDesk(t);
  const { world, means, open } = desk;
  const choice = Promise.withResolvers<typeof plain | undefined>();
  const asked = Promise.withResolvers<void>();
  world.portFaults = {
    ask: () => {
      asked.resolve();
      return choice.promise;
    },
  };
  const page = await open();
  const draft = await page.typed('XX00AB0001');
  page.panel.asks('call/submit', draft);
  await asked.promise;
  means.correct();
  await rest(300);
  if (isKilled) world.faults = { saveDraft: never };
  choice.resolve(plain);
  await rest(500);
  assert.equal(world.requests.length, 1);
  return { ...desk, page, draft };
}

test('what left is not told as unsent where the request fields were corrected while Send was asked about', async (t) => {
  const { page, open } = await correctedWhileAsked(t, false);
  page.panel.dispose();
  await rest(graceMs);
  const state = await (await open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});

test('nor where its window was killed as it left', async (t) => {
  const { world, means, forms, draft } = await correctedWhileAsked(t, true);
  forms.windowEnds();
  world.faults = {};
  const later = aWindow(t, world, means);
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  later.last().panel.dispose();
  await rest(graceMs);
  const state = await (await later.open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});
